// SPDX-License-Identifier: MIT
// Threads that share tasks of a few microseconds; where there are none, the caller does all.
#pragma once

#include <senda/detail/storage/system_thread.hpp>
#include <senda/language/extensions.hpp>

#if SENDA_HAS_THREADS
#include <atomic>
#include <new>
#endif

namespace senda::detail {

#if SENDA_HAS_THREADS

/// The caller and some threads; parts that no thread has begun are done by the caller.
class thread_team {
    enum state : int { idle, offered, taken, done, stopped };

    struct alignas(64) worker {
        std::atomic<int> state = idle;
        void (*task)(void*, unsigned) = nullptr;
        void* context = nullptr;
        unsigned part = 0;
        system_thread thread;
    };

public:
    static constexpr unsigned most = 256;  // no more than there are processors are started

    thread_team() = default;
    thread_team(const thread_team&) = delete;
    thread_team& operator=(const thread_team&) = delete;
    ~thread_team() {
        for (unsigned i = 0; i + 1 < size_; ++i) {
            workers_[i].state.store(stopped, std::memory_order_release);
            workers_[i].state.notify_one();
            workers_[i].thread.join();
        }
        delete[] workers_;
    }

    /// How many there are with the caller.
    [[nodiscard]] unsigned size() const noexcept { return size_; }

    /// Starts threads once: as many as are wanted, as can run at once, or as the system gives.
    void start(unsigned wanted) noexcept {
        if (workers_ != nullptr || wanted < 2) return;
        if (wanted > most) wanted = most;
        if (wanted > processors()) wanted = processors();
        workers_ = new (std::nothrow) worker[wanted - 1];
        for (; workers_ != nullptr && size_ < wanted; ++size_) {
            worker& next = workers_[size_ - 1];
            next.part = size_;
            if (!next.thread.start(&work, &next)) return;
        }
    }

    /// Calls `task(context, part)` for each part below `size()`, and returns when all are done.
    void run(void (*task)(void*, unsigned), void* context) noexcept { run(task, context, size_); }

    /// Calls `task` for the parts below `parts`, at most `size()`: the other threads are left
    /// alone.
    void run(void (*task)(void*, unsigned), void* context, unsigned parts) noexcept {
        if (resting_ != 0) {
            --resting_;
            for (unsigned part = 0; part < parts; ++part) task(context, part);
            return;
        }
        for (unsigned i = 0; i + 1 < parts; ++i) {
            workers_[i].task = task;
            workers_[i].context = context;
            workers_[i].state.store(offered, std::memory_order_release);
            workers_[i].state.notify_one();
        }
        task(context, 0);
        bool helped = false;
        for (unsigned i = 0; i + 1 < parts; ++i) helped = finish(workers_[i]) || helped;
        // Where all processors are busy with something else, offers only cost time.
        missed_ = helped ? 0 : missed_ + 1;
        if (missed_ == 256) {
            missed_ = 0;
            resting_ = 2048;
        }
    }

private:
    /// Sees to it that a part is done; false if the caller had to do it.
    static bool finish(worker& other) noexcept {
        int now = other.state.load(std::memory_order_acquire);
        if (now == offered &&
            other.state.compare_exchange_strong(now, idle, std::memory_order_acquire)) {
            other.task(other.context, other.part);
            return false;
        }
        for (int spins = 0; other.state.load(std::memory_order_acquire) != done; ++spins)
            pause_or_yield(spins);
        other.state.store(idle, std::memory_order_relaxed);
        return true;
    }

    // Some ten microseconds. After that another thread may need the processor to go on.
    static constexpr int many_spins = 1'000;
    static void pause_or_yield(int spins) noexcept {
        if (spins < many_spins) {
            pause();
        } else {
            system_thread::yield();
        }
    }

    static void* work(void* self) noexcept {
        worker& own = *static_cast<worker*>(self);
        for (;;) {
            int now = own.state.load(std::memory_order_acquire);
            // Tasks come again and again within microseconds: spinning is cheaper than sleeping.
            for (int spins = 0; now != offered && now != stopped; ++spins) {
                if (spins < 2 * many_spins) {
                    pause_or_yield(spins);
                } else {
                    own.state.wait(now, std::memory_order_acquire);
                }
                now = own.state.load(std::memory_order_acquire);
            }
            if (now == stopped) return nullptr;
            if (!own.state.compare_exchange_strong(now, taken, std::memory_order_acquire)) continue;
            own.task(own.context, own.part);
            own.state.store(done, std::memory_order_release);
        }
    }

    worker* workers_ = nullptr;  // <memory> takes longer to compile than all of this
    unsigned size_ = 1;
    unsigned missed_ = 0;   // offers in a row that nobody took
    unsigned resting_ = 0;  // tasks to do alone before the next offer
};

#else

/// The caller alone.
class thread_team {
public:
    static constexpr unsigned most = 1;

    [[nodiscard]] unsigned size() const noexcept { return 1; }
    void start(unsigned) noexcept {}
    void run(void (*task)(void*, unsigned), void* context, unsigned = 1) noexcept {
        task(context, 0);
    }
};

#endif

}  // namespace senda::detail
