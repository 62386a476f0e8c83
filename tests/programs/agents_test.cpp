// SPDX-License-Identifier: MIT
// agents, from outside.
#include "run_program.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace agents_program_test {

using outside::agents;
using outside::has;
using outside::json;

const std::string folder = "examples/crossings/";
const std::string bay_map = folder + "bay.map";
const std::string bay = folder + "bay.scen";
const std::string warehouse_map = folder + "warehouse.map";
const std::string warehouse = folder + "warehouse.scen";
const std::string round_map = folder + "roundabout.map";
const std::string roundabout = folder + "roundabout.scen";

TEST_CASE("agents plans with every method, and what it plans is verified") {
    for (const std::string method : {"lacam", "prioritized", "cbs"}) {
        CAPTURE(method);
        const outside::result r = agents(
            {"plan", round_map, roundabout, "--method", method, "--limit-time", "2s", "--json"});
        CHECK(r.code == 0);
        CHECK(r.err.empty());
        const json d = r.document();
        CHECK(d["status"] == "solved");
        CHECK(d["agents"] == 8);
        CHECK(d["method"] == method);
        CHECK(d["sum_of_costs"] >= 116);
        CHECK(d["lower_bound"] <= 116);
        if (method == "cbs") CHECK(d["sum_of_costs"] == 116);
        REQUIRE(d["paths"].size() == 8);
        CHECK(d["paths"][0].front() == json({0, 5}));
        CHECK(d["paths"][0].back() == json({12, 5}));
        CHECK(d["statistics"]["seconds"].is_number());
        const outside::result verified =
            agents({"verify", round_map, roundabout, "-", "--json"}, r.out);
        CHECK(verified.code == 0);
        CHECK(verified.document()["status"] == "valid");
        CHECK(verified.document()["sum_of_costs"] == d["sum_of_costs"]);
    }
}

TEST_CASE("agents plan takes the first agents of a scenario, and writes the plan into a file") {
    const outside::temporary_folder made;
    const std::string file = made.name + "/plan.json";
    const outside::result r =
        agents({"plan", warehouse_map, warehouse, "--agents", "30", "--first", "--out", file});
    CHECK(r.code == 0);
    CHECK(has(r.out, "solved: 30 agents, the last arrives in step "));
    CHECK(has(r.out, "method      lacam"));
    const json d = json::parse(outside::content_of(file));
    CHECK(d["paths"].size() == 30);
    const outside::result verified = agents({"verify", warehouse_map, warehouse, file});
    CHECK(verified.code == 0);
    CHECK(has(verified.out, "valid: 30 agents without a collision"));
    CHECK(agents({"plan", warehouse_map, warehouse, "--first", "--json"}).document()["agents"] ==
          100);
    const outside::result again =
        agents({"plan", warehouse_map, warehouse, "--agents", "30", "--first", "--json"});
    CHECK(again.document()["paths"] == d["paths"]);
}

TEST_CASE("agents pibt is one try that may fail") {
    const outside::result r = agents({"plan", bay_map, bay, "--method", "pibt", "--json"});
    CHECK((r.code == 0 || r.code == 4));
    CHECK(r.document()["status"] == (r.code == 0 ? "solved" : "limit"));
}

TEST_CASE("agents that cannot pass have no plan, and it is said why where that is seen at once") {
    const std::string corridor = "type octile\nheight 1\nwidth 4\nmap\n....\n";
    const outside::temporary_file scenario(
        "version 1\n0\tx\t4\t1\t0\t0\t3\t0\t3\n0\tx\t4\t1\t3\t0\t0\t0\t3\n", ".scen");
    const outside::result r = agents({"plan", "-", scenario.name(), "--json"}, corridor);
    CHECK(r.code == 1);
    const json d = r.document();
    CHECK(d["status"] == "no_plan");
    CHECK(d["paths"].is_null());
    CHECK(d["makespan"].is_null());
    const outside::temporary_file parted("version 1\n0\tx\t3\t1\t0\t0\t2\t0\t2\n", ".scen");
    const outside::result walled =
        agents({"plan", "-", parted.name()}, "type octile\nheight 1\nwidth 3\nmap\n.@.\n");
    CHECK(walled.code == 1);
    CHECK(has(walled.out, "no plan: agent 0 cannot reach its goal"));
}

TEST_CASE("agents stops at limits, and says so") {
    const outside::result few =
        agents({"plan", warehouse_map, warehouse, "--limit-expansions", "1", "--json"});
    CHECK(few.code == 4);
    CHECK(few.document()["status"] == "limit");
    CHECK(few.document()["stopped"] == "expansion_limit");
    CHECK(has(agents({"plan", warehouse_map, warehouse, "--limit-expansions", "1"}).out,
              "stopped by the limit on expansions"));
    CHECK(agents({"plan", warehouse_map, warehouse, "--limit-memory", "1K"}).code == 4);
    const auto begin = std::chrono::steady_clock::now();
    CHECK(agents({"plan", warehouse_map, warehouse, "--limit-time", "300ms"}).code == 0);
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
}

TEST_CASE("Ctrl-C ends with the best plan so far") {
    outside::running running({SENDA_PROGRAMS_DIR "/agents", "plan", warehouse_map, warehouse,
                              "--limit-time", "60s", "--json"});
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    running.send(SIGINT);
    const outside::result r = running.wait();
    CHECK((r.code == 130 || r.code == 0));  // it may be proven to be the best
    CHECK(r.document()["status"] == "solved");
}

TEST_CASE("agents verify says who collides, where and when, and what is wrong besides") {
    const std::string collision = folder + "collision.json";
    const outside::result r = agents({"verify", bay_map, bay, collision});
    CHECK(r.code == 1);
    CHECK(r.out == "agents 0 and 1 are both at (5, 2) in step 4\n");
    const json d = agents({"verify", bay_map, bay, collision, "--json"}).document();
    CHECK(d["status"] == "fails");
    CHECK(d["fault"] == "occupied");
    CHECK(d["who"] == json({0, 1}));
    CHECK(d["step"] == 4);
    CHECK(d["cells"] == json::array({{5, 2}}));
    const auto fault_of = [](const std::string& plan) {
        const outside::result v = agents({"verify", bay_map, bay, "-", "--json"}, plan);
        CHECK(v.code == 1);
        return v.document()["fault"].get<std::string>();
    };
    CHECK(fault_of(R"({"paths":[]})") == "count");
    CHECK(fault_of(R"({"paths":[[[1,2]]]})") == "goal");
    CHECK(fault_of(R"({"paths":[[[2,2]]]})") == "start");
    CHECK(fault_of(R"({"paths":[[[1,2],[9,2]]]})") == "edge");
    CHECK(fault_of(R"({"paths":[[[1,2],[1,1]]]})") == "edge");
    json wrong = json::parse(outside::content_of(SENDA_SOURCE_DIR "/" + folder + "bay.json"));
    wrong["sum_of_costs"] = 1;
    CHECK(fault_of(wrong.dump()) == "sums");
}

TEST_CASE("a plan that is no plan is refused with its place") {
    struct wrong_plan {
        std::string text;
        std::string code;
        int line;
        int column;
    };
    const wrong_plan plans[] = {
        {"", "empty_input", 1, 1},
        {"[]", "type", 1, 1},
        {"{}", "missing_key", 1, 1},
        {"{\"paths\":null}", "type", 1, 10},
        {"{\"paths\":[\n [[1,2],[1,\"x\"]]]}", "type", 2, 12},
        {"{\"paths\":[[[1,2.5]]]}", "type", 1, 15},
        {"{\"paths\":[[[1,99999999999]]]}", "number", 1, 15},
        {"{\"paths\":[],\n\"route\":1}", "unknown_key", 2, 1},
        {"{\"paths\":[],\"paths\":[]}", "syntax", 1, 13},
        {"{\"paths\":[]} x", "syntax", 1, 14},
        {"{\"paths\":[]", "syntax", 1, 12},
        {"{\"statistics\":{\"a\":}}", "syntax", 1, 20},
    };
    for (const wrong_plan& p : plans) {
        CAPTURE(p.text);
        const outside::result r = agents({"verify", bay_map, bay, "-", "--json"}, p.text);
        CHECK(r.code == 3);
        const json error = r.document()["errors"][0];
        CHECK(error["code"] == p.code);
        CHECK(error["line"] == p.line);
        CHECK(error["column"] == p.column);
        CHECK(has(agents({"verify", bay_map, bay, "-"}, p.text).err, "error[" + p.code + "]"));
    }
}

TEST_CASE("a scenario that does not fit its map is refused, with the line of the agent") {
    struct wrong_scenario {
        std::string lines;
        std::string code;
        int line;
        int column;
    };
    const wrong_scenario scenarios[] = {
        {"0\tx\t11\t4\t0\t0\t9\t2\t1\n", "blocked", 2, 10},
        {"0\tx\t11\t4\t1\t2\t0\t0\t1\n", "blocked", 2, 14},
        {"0\tx\t99\t99\t1\t2\t50\t2\t1\n", "outside", 2, 15},
        {"0\tx\t11\t4\t1\t2\t9\t2\t1\n\n0\tx\t11\t4\t2\t2\t9\t2\t1\n", "same_goal", 4, 14},
        {"0\tx\t11\t4\t1\t2\t9\t2\t1\n0\tx\t11\t4\t1\t2\t8\t2\t1\n", "same_start", 3, 10},
        {"0\tx\t11\t4\t1\t2\t9\n", "bad_fields", 2, 15},
        {"0\tx\t11\t4\t1\ttwo\t9\t2\t1\n", "bad_number", 2, 12},
    };
    for (const wrong_scenario& s : scenarios) {
        CAPTURE(s.lines);
        const outside::result r = agents({"plan", bay_map, "-", "--json"}, "version 1\n" + s.lines);
        CHECK(r.code == 3);
        const json error = r.document()["errors"][0];
        CHECK(error["code"] == s.code);
        CHECK(error["line"] == s.line);
        CHECK(error["column"] == s.column);
    }
    // What comes after the agents that are asked for is not read.
    const outside::result first = agents({"plan", bay_map, "-", "--agents", "1", "--first"},
                                         "version 1\n0\tx\t11\t4\t1\t2\t9\t2\t1\nnonsense\n");
    CHECK(first.code == 0);
    const std::string other = "version 1\n0\tx\t12\t4\t1\t2\t9\t2\t1\n";
    const outside::result lenient = agents({"plan", bay_map, "-", "--first", "--json"}, other);
    CHECK(lenient.code == 0);
    CHECK(lenient.document()["warnings"] == json({"other_size"}));
    const outside::result strict =
        agents({"plan", bay_map, "-", "--first", "--strict", "--json"}, other);
    CHECK(strict.code == 3);
    CHECK(strict.document()["errors"][0]["code"] == "other_size");
    CHECK(agents({"plan", "no/such.map", bay}).code == 3);
    CHECK(agents({"plan", bay_map, "no/such.scen"}).code == 3);
}

TEST_CASE("wrong usage of agents ends with 2 and says what was meant") {
    struct usage {
        std::vector<std::string> words;
        std::string says;
    };
    const usage wrong[] = {
        {{"plan", bay_map, bay, "--agents", "3"}, "expected a whole number from 1 to 2"},
        {{"plan", bay_map, bay, "--agents", "0"}, "whole number from 1 to"},
        {{"plan", bay_map, bay, "--weight", "2"}, "--weight: has no effect"},
        {{"plan", bay_map, bay, "--method", "cbs", "--first"}, "--first: has no effect"},
        {{"plan", bay_map, bay, "--first", "--threads", "2"}, "--threads: has no effect"},
        {{"plan", bay_map, bay, "--method", "lacamm"}, "did you mean 'lacam'?"},
        {{"plan", bay_map}, "SCEN is missing"},
        {{"plan", "-", "-"}, "cannot both be the standard input"},
        {{"verify", bay_map, "-", "-"}, "only one of MAP, SCEN and PLAN"},
        {{"show", bay_map, "--agents", "1"}, "has no effect without SCEN"},
        {{"plann", bay_map}, "did you mean 'plan'?"},
        {{"simulate", bay_map, "--agents", "13", "--steps", "1"}, "from 1 to 12"},
    };
    for (const usage& u : wrong) {
        CAPTURE(u.says);
        const outside::result r = agents(u.words);
        CHECK(r.code == 2);
        CHECK(r.out.empty());
        CHECK_MESSAGE(has(r.err, u.says), r.err);
    }
}

TEST_CASE("agents draws a plan, and a page on which one can follow an agent") {
    const outside::temporary_folder made;
    const outside::result r =
        agents({"plan", bay_map, bay, "--first", "--svg", made.name + "/plan.svg", "--png",
                made.name + "/plan.png", "--html", made.name + "/plan.html", "--apng",
                made.name + "/film.png"});
    CHECK(r.code == 0);
    CHECK(outside::content_of(made.name + "/plan.svg").starts_with("<svg "));
    CHECK(outside::content_of(made.name + "/plan.png").starts_with("\x89PNG"));
    CHECK(has(outside::content_of(made.name + "/film.png"), "acTL"));
    const std::string page = outside::content_of(made.name + "/plan.html");
    CHECK(has(page, "<select id=\"followed\">"));
    CHECK(has(page, "[1,\"agent 1\"]"));
    CHECK(agents({"show", bay_map, bay}).out ==
          "###########\n#####.#####\n.%.......%.\n###########\n"
          "11 x 4 cells, 12 open, 2 agents\n");
    CHECK(agents({"plan", bay_map, bay, "--first", "--svg", "-"}).out.starts_with("<svg "));
}

TEST_CASE("agents batch plans all scenarios of a folder, in order, whatever the number of jobs") {
    const outside::result one =
        agents({"batch", folder, "--agents", "2,8", "--first", "--json", "--jobs", "1"});
    CHECK(one.code == 0);
    const auto lines = std::count(one.out.begin(), one.out.end(), '\n');
    CHECK(lines == 5);  // there are but two agents in the bay
    const json first = json::parse(one.out.substr(0, one.out.find('\n')));
    CHECK(first["map"] == "bay.map");
    CHECK(first["agents"] == 2);
    CHECK(first["status"] == "solved");
    const outside::result table = agents({"batch", folder, "--agents", "2,8", "--first"});
    CHECK(table.code == 0);
    CHECK(has(table.out, "      2      1 of 1      100.0 %"));
    CHECK(has(table.out, "warehouse.map\n"));
    const outside::temporary_folder empty;
    const outside::result none = agents({"batch", empty.name, "--json"});
    CHECK(none.code == 3);
    CHECK(none.document()["errors"][0]["code"] == "no_maps");
    CHECK(agents({"batch", "no/such/folder"}).code == 3);
}

TEST_CASE("agents simulate counts the tasks that are done") {
    const outside::result r =
        agents({"simulate", warehouse_map, "--agents", "20", "--steps", "200", "--json"});
    CHECK(r.code == 0);
    const json d = r.document();
    CHECK(d["status"] == "simulated");
    CHECK(d["steps"] == 200);
    CHECK(d["tasks"] > 20);
    CHECK(d["throughput"].get<double>() == doctest::Approx(d["tasks"].get<double>() / 200));
    CHECK(agents({"simulate", warehouse_map, "--agents", "20", "--steps", "200", "--json"})
              .document()["tasks"] == d["tasks"]);
    const outside::result given = agents({"simulate", warehouse_map, "--agents", "20", "--steps",
                                          "200", "--tasks", warehouse, "--seed", "2"});
    CHECK(given.code == 0);
    CHECK(has(given.out, "20 agents did "));
    CHECK(has(given.out, "tasks a step"));
}

}  // namespace agents_program_test
