// SPDX-License-Identifier: MIT
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN

#include <csignal>
#include <cstdlib>
#include <doctest/doctest.h>

#if !defined(_WIN32)  // which has no alarm
#include <unistd.h>

// Whatever ends a process tells which test case it was in: doctest does so when it is aborted.
namespace {

#if !defined(SENDA_TEST_CASE_SECONDS)
#define SENDA_TEST_CASE_SECONDS 200  // ctest ends the process after 300
#endif

struct time_limit : doctest::IReporter {
    explicit time_limit(const doctest::ContextOptions& /*options*/) {
        std::signal(SIGALRM, [](int) { std::abort(); });
    }
    void test_case_start(const doctest::TestCaseData& /*test*/) override {
        if (!doctest::detail::isDebuggerActive()) alarm(SENDA_TEST_CASE_SECONDS);
    }
    void test_case_end(const doctest::CurrentTestCaseStats& /*stats*/) override { alarm(0); }

    void report_query(const doctest::QueryData& /*data*/) override {}
    void test_run_start() override {}
    void test_run_end(const doctest::TestRunStats& /*stats*/) override {}
    void test_case_reenter(const doctest::TestCaseData& /*test*/) override {}
    void test_case_exception(const doctest::TestCaseException& /*exception*/) override {}
    void subcase_start(const doctest::SubcaseSignature& /*subcase*/) override {}
    void subcase_end() override {}
    void log_assert(const doctest::AssertData& /*data*/) override {}
    void log_message(const doctest::MessageData& /*data*/) override {}
    void test_case_skipped(const doctest::TestCaseData& /*test*/) override {}
};

DOCTEST_REGISTER_LISTENER("time_limit", 0, time_limit);

}  // namespace
#endif

// The sanitizers abort instead of leaving quietly, and where malloc would fail they let it.
extern "C" const char* __asan_default_options() {  // NOLINT(bugprone-reserved-identifier)
    return "abort_on_error=1:allocator_may_return_null=1";
}
