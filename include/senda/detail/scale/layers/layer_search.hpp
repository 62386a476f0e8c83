// SPDX-License-Identifier: MIT
// Breadth-first search of numbered nodes that keeps no nodes, only bits: a layer is a pass over
// all numbers, or a list where it is small.
#pragma once

#include <senda/detail/core/engine.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/scale/layers/layer_bits.hpp>
#include <senda/detail/storage/moving.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::detail {

/// A breadth-first search that can be stepped; `Bits` says what it knows of each number.
template <class G, class Node, class Bits>
class layer_search : public engine<layer_search<G, Node, Bits>> {
    using base = engine<layer_search>;
    friend base;
    using graph = std::remove_reference_t<G>;
    using types = graph_types<graph, Node>;
    using checked = decltype(check_emitted<types>(std::declval<graph&>(),
                                                  std::declval<const typename types::node&>()));
    using word = typename Bits::word;
    static constexpr std::size_t numbers_in_word = bit_pairs::pairs_in_word;

public:
    /// Threads may share a layer if they can ask the graph at once: as `const`, which only reads.
    static constexpr bool is_shareable = SENDA_HAS_THREADS && can_expand<const graph, Node>;

    /// The bytes that it takes for numbers below `bound`, if it names none of the farthest and
    /// there are no more than a thousand layers.
    [[nodiscard]] static std::uint64_t bytes_for(std::uint64_t bound) noexcept {
        constexpr std::uint64_t layers = 1000;
        return Bits::bytes_for(bound) + 2 * array_bytes(most_listed(bound) * sizeof(std::size_t)) +
               layers * 3 * sizeof(std::uint64_t);
    }

    /// `more` is what the bits need to know besides.
    template <class Start, class... More>
    layer_search(G&& g, const Start& start, const options& o, std::size_t max_farthest,
                 const More&... more)
        : base(o),
          graph_(std::forward<G>(g)),
          bits_(control_.budget(), more...),
          list_(control_.budget()),
          next_list_(control_.budget()),
          first_(control_.budget()),
          counts_(control_.budget()),
          max_farthest_(max_farthest) {
        abort_guard guard(control_);
        begin(start);
        guard.release();
    }

    /// Starts again from another start, in the memory of before.
    template <class Start>
    void restart(const Start& start) {
        this->start_again([&] { begin(start); });
    }

    /// Goes on to the end of the layer, on as many threads as the options ask for.
    senda::status step_layer() {
        abort_guard guard(control_);
        const std::size_t layers = counts_.size();
        while (control_.running() && counts_.size() == layers) {
            if constexpr (is_shareable) {
                if (this->is_worth_sharing()) {
                    this->share_pass();
                    continue;
                }
            }
            advance(std::numeric_limits<std::uint64_t>::max());
        }
        guard.release();
        return control_.status();
    }

    /// Goes on to the end: so if it may share, else on this thread.
    template <bool MayShare>
    void run_layers() {
        if constexpr (MayShare) {
            while (step_layer() == status::running) {
            }
        } else {
            this->run();
        }
    }

    [[nodiscard]] const G& searched() const noexcept { return graph_; }
    [[nodiscard]] const Bits& bits() const noexcept { return bits_; }
    [[nodiscard]] Bits& bits() noexcept { return bits_; }
    /// How many nodes each depth has whose layer is complete.
    [[nodiscard]] const buffer<std::uint64_t>& counts() const noexcept { return counts_; }

    /// Calls `take(node)` for the nodes of the last of these, those with the lowest numbers.
    template <class Take>
    void for_each_farthest(Take&& take) const {
        if (counts_.empty()) return;
        if (!in_list_) {
            for (const std::size_t number : first_) take(node_at<Node>(graph_, number));
            return;
        }
        std::vector<std::size_t> lowest(std::min(list_.size(), max_farthest_));
        std::partial_sort_copy(list_.begin(), list_.end(), lowest.begin(), lowest.end());
        for (const std::size_t number : lowest) take(node_at<Node>(graph_, number));
    }

    /// Gives back what only the search needs.
    void release_lists() noexcept {
        list_.release();
        next_list_.release();
        first_.release();
#if SENDA_HAS_THREADS
        team_ = {};
#endif
    }

private:
    using base::control_;

    void forget() {
        control_.budget().give(counts_.size() * sizeof(std::uint64_t));
        counts_.clear();
        if (bits_.words() != 0) bits_.clear();
        list_.clear();
        next_list_.clear();
        in_list_ = false;
    }

    template <class Start>
    void begin(const Start& start) {
        cost_limit_ = control_.limits().cost.template most<steps>();
        if (!control_.fits(is_prepared_ || prepare())) return;
        is_prepared_ = next_is_listed_ = true;
        found_ = 0;
        for_each_start<Node>(graph_, start, [&](const Node& n) { meet(index_in(graph_, n), 0); });
        begin_layer();
    }

    /// A list is as long as it is faster than a pass, in which most of the numbers would not be in
    /// the layer.
    [[nodiscard]] static constexpr std::uint64_t most_listed(std::uint64_t bound) noexcept {
        return std::min(bound, std::clamp<std::uint64_t>(bound / 2048, 64, 1U << 20U));
    }

    /// Takes all memory but that of the counts at once.
    [[nodiscard]] bool prepare() {
        const std::size_t bound = index_bound_of(graph_);
        const auto listed = static_cast<std::size_t>(most_listed(bound));
        max_farthest_ = std::min(max_farthest_, bound);
        return bits_.prepare(bound) && list_.reserve(listed) && next_list_.reserve(listed) &&
               first_.reserve(max_farthest_) &&
               control_.budget().take(max_farthest_ * sizeof(Node));  // for the answer
    }

    /// Meets a number, in a layer that no other thread works on.
    void meet(std::size_t number, std::size_t depth) {
        if (!bits_.see(number, depth, true)) return;
        ++found_;
        if (!next_is_listed_) return;
        next_is_listed_ = next_list_.size() < next_list_.capacity() && next_list_.push(number);
    }

    /// Begins the next layer, whose numbers were met; ends the search if there are none.
    void begin_layer() {
        note_progress();
        if (found_ == 0) return control_.end(status::complete);
        if (!control_.fits(count_layer())) return;
        left_ = found_;
        found_ = 0;
        at_ = 0;
        if (next_is_listed_) {
            std::swap(list_, next_list_);
            in_list_ = true;
        } else {
            in_list_ = left_ <= list_.capacity();
            list_waiting(in_list_ ? list_ : first_, in_list_ ? list_.capacity() : max_farthest_);
        }
        next_is_listed_ = in_list_;
        next_list_.clear();
    }

    /// Notes how many nodes the next layer has; false if there is no memory for that and the
    /// answer.
    [[nodiscard]] bool count_layer() {
        constexpr std::uint64_t copied = sizeof(std::uint64_t);
        if (!control_.budget().take(copied)) return false;
        if (counts_.push(found_)) return true;
        control_.budget().give(copied);
        return false;
    }

    /// Lists the numbers that wait in this layer, at most `most`.
    void list_waiting(buffer<std::size_t>& list, std::size_t most) {
        list.clear();
        for (std::size_t at = 0; at < bits_.words() && list.size() < most; ++at) {
            for (word w = bits_.waiting(at, depth()); w != 0 && list.size() < most; w &= w - 1)
                (void)list.push(number_in(at, w));
        }
    }

    [[nodiscard]] std::size_t depth() const noexcept { return counts_.size() - 1; }

    [[nodiscard]] static std::size_t number_in(std::size_t at, word waiting) noexcept {
        return at * numbers_in_word + static_cast<std::size_t>(std::countr_zero(waiting)) / 2;
    }

    void advance(std::uint64_t most) {
        const bool is_last = depth() >= static_cast<std::size_t>(cost_limit_);
        if (control_.options().progress != nullptr) most = std::min<std::uint64_t>(most, 65'536);
        const std::uint64_t count =
            control_.request_expansions(is_last ? 1 : std::min<std::uint64_t>(most, left_));
        if (count == 0) return;
        note_progress();
        control_.count_expanded(count);
        batch<true, graph> nodes(*this, graph_);
        if (is_last) nodes.look_only();
        in_list_ ? expand_list(nodes, count) : expand_pass(nodes, count);
        nodes.serve();
        control_.count_generated(nodes.edges);
        if (nodes.met_unseen) return control_.end(status::cost_limit);
        left_ -= count;
        if (left_ == 0) begin_layer();
    }

    /// Numbers that expansions met, looked up together, so that the processor waits for memory
    /// once.
    template <bool Alone, class Graph>
    class batch {
    public:
        batch(layer_search& search, Graph& g) noexcept
            : search_(search), graph_(g), bits_(search.bits_), depth_(search.depth() + 1) {}

        void look_only() noexcept { looks_only_ = true; }

        SENDA_ALWAYS_INLINE void expand(std::size_t number) {
            const Node node = node_at<Node>(graph_, number);
            for_each_successor<types>(graph_, node, [this](auto&& to, auto&&, auto&&) {
                const std::size_t met = index_in(graph_, to);
                ++edges;
                bits_.touch(met);
                waiting_[count_] = met;
                if (++count_ == most) serve();
            });
        }
        void serve() {
            for (std::size_t i = 0; i < count_; ++i) {
                if constexpr (!Alone) {
                    fresh += bits_.see(waiting_[i], depth_, false) ? 1U : 0U;
                } else if (looks_only_) {
                    met_unseen = met_unseen || !bits_.is_seen(waiting_[i]);
                } else {
                    search_.meet(waiting_[i], depth_);
                }
            }
            count_ = 0;
        }

        std::uint64_t edges = 0;
        std::uint64_t fresh = 0;  // where threads share: others met the rest
        bool met_unseen = false;

    private:
        static constexpr std::size_t most = 64;

        layer_search& search_;
        Graph& graph_;
        Bits& bits_;
        std::size_t depth_;
        bool looks_only_ = false;
        std::size_t count_ = 0;
        std::size_t waiting_[most] = {};
    };

    template <class Batch>
    SENDA_FLATTEN void expand_list(Batch& nodes, std::uint64_t count) {
        for (; count != 0; --count, ++at_) {
            const std::size_t number = list_[at_];
            bits_.close(number / numbers_in_word, word{1} << number % numbers_in_word * 2, true);
            nodes.expand(number);
        }
    }

    template <class Batch>
    SENDA_FLATTEN void expand_pass(Batch& nodes, std::uint64_t count) {
        for (;; ++at_) {
            word waiting = bits_.waiting(at_, depth());
            for (; waiting != 0; waiting &= waiting - 1) {
                if (count-- == 0) return;
                bits_.close(at_, waiting & (~waiting + 1), true);
                nodes.expand(number_in(at_, waiting));
            }
            if (count == 0) return;
        }
    }

    void note_progress(std::uint64_t more = 0) noexcept {
        if (search_progress* const p = control_.options().progress) {
            p->advance(control_.expanded() + more, index_bound_of(graph_));
        }
    }

#if SENDA_HAS_THREADS
    // A thread that has much to do is worth starting. Where a limit ends the search in this layer,
    // one thread goes to it, so that it ends at the same node for any number of them.
    [[nodiscard]] bool is_worth_sharing() {
        constexpr std::uint64_t least = 16'384;
        return !in_list_ && control_.options().threads > 1 && left_ >= least &&
               depth() < static_cast<std::size_t>(cost_limit_) &&
               control_.peek_expansion_batch(left_) == left_;
    }

    /// What a thread adds to a layer.
    struct alignas(64) share {
        std::uint64_t expanded = 0;
        std::uint64_t generated = 0;
        std::uint64_t fresh = 0;
    };

    // Marks of the next layer do not touch those of this one, so that each word of bits is looked
    // at by one thread while others write to it: whoever sees a number first counts it.
    void share_pass() {
        if (!team_) team_ = lasting<thread_team>(std::in_place);
        thread_team& team = *team_;
        team.start(control_.options().threads);
        const std::size_t first = at_ / 2 * 2;
        const std::size_t words = bits_.words() - first;
        const std::size_t piece =
            std::clamp<std::size_t>(words / team.size() / 64, 8, 2048) / 2 * 2;
        std::vector<share> shares(team.size());
        std::uint64_t done = 0;
        const auto work = [&](std::size_t i, unsigned thread) {
            const std::size_t begin = first + i * piece;
            const std::size_t end = std::min(begin + piece, bits_.words());
            const std::uint64_t before = shares[thread].expanded;
            const bool goes_on = expand_piece(begin, end, shares[thread]);
            const std::uint64_t expanded = shares[thread].expanded - before;
            note_progress(fetch_add(done, expanded, false) + expanded);
            return goes_on;
        };
        const bool is_done = team.for_each((words + piece - 1) / piece, work);
        std::uint64_t expanded = 0;
        for (const share& s : shares) {
            expanded += s.expanded;
            control_.count_generated(s.generated);
            found_ += s.fresh;
        }
        control_.count_expanded(expanded);
        control_.note_threads(std::max(control_.statistics().threads, team.size()));
        if (!is_done && control_.poll()) control_.end(status::cancelled);
        if (control_.running()) begin_layer();
    }

    /// Expands what waits in some words; false if the search must stop.
    SENDA_FLATTEN bool expand_piece(std::size_t begin, std::size_t end, share& mine) {
        constexpr std::uint64_t between_looks = 64;
        const bool has_deadline_or_stop = control_.has_deadline_or_stop();
        batch<false, const graph> nodes(*this, graph_);
        std::uint64_t expanded = mine.expanded;
        bool must_stop = false;
        for (std::size_t at = begin; at < end && !must_stop; ++at) {
            word waiting = bits_.waiting(at, depth());
            if (waiting == 0) continue;
            bits_.close(at, waiting, false);
            for (; waiting != 0; waiting &= waiting - 1) {
                nodes.expand(number_in(at, waiting));
                if (++expanded % between_looks == 0 && has_deadline_or_stop) {
                    must_stop = control_.must_stop();
                    if (must_stop) break;
                }
            }
        }
        nodes.serve();
        mine.generated += nodes.edges;
        mine.fresh += nodes.fresh;
        mine.expanded = expanded;
        return !must_stop;
    }
#endif

    G graph_;
    Bits bits_;
    buffer<std::size_t> list_;       // the numbers of this layer, if it is small
    buffer<std::size_t> next_list_;  // those of the next, as long as they fit
    buffer<std::size_t> first_;      // the lowest of this layer, if it is no list
    buffer<std::uint64_t> counts_;
    std::size_t max_farthest_;
    steps cost_limit_ = 0;
    std::uint64_t left_ = 0;   // nodes of this layer to expand
    std::uint64_t found_ = 0;  // nodes of the next layer
    std::size_t at_ = 0;       // the next place in the list, or the next word of the pass
    bool in_list_ = false;
    bool next_is_listed_ = false;
    bool is_prepared_ = false;
#if SENDA_HAS_THREADS
    lasting<thread_team> team_;  // from the first layer that is shared on
#endif
};

}  // namespace senda::detail
