// SPDX-License-Identifier: MIT
// Work on a stream of items by several threads, with the results in the order of the items.
#pragma once

#include "platform.hpp"

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace program {

/// So many threads as the machine can run at a time.
inline std::size_t all_cores() { return std::max(1U, std::thread::hardware_concurrency()); }

/// Works on items by several threads and hands over the results in the order of the items. There
/// are never more than a few items a thread under way, so that memory does not grow with the
/// stream.
///
/// `threads`  how many work at a time.
/// `next`     gives an item, or nothing at the end; called by the thread that calls this.
/// `work`     makes a result of an item; called by all threads, with the number of the thread.
/// `take`     is given the results, one at a time and in order.
template <class Next, class Work, class Take>
class ordered_pipeline {
public:
    ordered_pipeline(std::size_t threads, Next next, Work work, Take take)
        : threads_(std::max<std::size_t>(threads, 1)),
          most_(threads_ * 16),
          next_(std::move(next)),
          work_(std::move(work)),
          take_(std::move(take)) {}

    void run() {
        std::vector<std::thread> workers;
        {
            const platform::without_signals only_here;
            for (std::size_t i = 0; i < threads_; ++i)
                workers.emplace_back([this, i] { take_part(i); });
        }
        while (auto next = next_()) add(*std::move(next));
        {
            const std::lock_guard lock{mutex_};
            closed_ = true;
        }
        changed_.notify_all();
        for (std::thread& worker : workers) worker.join();
    }

private:
    using item = typename std::invoke_result_t<Next&>::value_type;
    using result = std::invoke_result_t<Work&, const item&, std::size_t>;

    struct entry {
        item work;
        std::optional<result> done;
        bool begun = false;
    };

    void add(item work) {
        std::unique_lock lock{mutex_};
        changed_.wait(lock, [this] { return entries_.size() < most_; });
        entries_.push_back({std::move(work), std::nullopt, false});
        lock.unlock();
        changed_.notify_all();
    }

    void take_part(std::size_t number) {
        std::unique_lock lock{mutex_};
        for (;;) {
            entry* mine = nullptr;
            changed_.wait(lock, [&] { return (mine = first_waiting()) != nullptr || closed_; });
            if (mine == nullptr) return;
            mine->begun = true;
            lock.unlock();
            result done = work_(mine->work, number);
            lock.lock();
            mine->done = std::move(done);
            while (!entries_.empty() && entries_.front().done) {
                take_(*std::move(entries_.front().done));
                entries_.pop_front();
            }
            changed_.notify_all();
        }
    }

    // There are few, and pointers to those of a deque stay good while others come and go.
    entry* first_waiting() {
        for (entry& e : entries_)
            if (!e.begun) return &e;
        return nullptr;
    }

    std::size_t threads_;
    std::size_t most_;
    Next next_;
    Work work_;
    Take take_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<entry> entries_;
    bool closed_ = false;
};

}  // namespace program
