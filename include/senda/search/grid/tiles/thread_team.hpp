// SPDX-License-Identifier: MIT
// Threads that help with work of a few microseconds. Where the system offers none, the caller does
// all the work.
#pragma once

#include <senda/storage/threads.hpp>

#if SENDA_HAS_THREADS
#include <atomic>
#include <memory>
#include <new>
#endif

namespace senda::detail {

#if SENDA_HAS_THREADS

/// The caller and some threads that share work in parts. A part that no thread has begun when the
/// caller is done with its own, it does itself: a thread that sleeps holds nobody up.
class crew {
    enum state : int { idle, offered, taken, done, dismissed };

    struct alignas(64) hand {
        std::atomic<int> state = idle;
        void (*todo)(void*, unsigned) = nullptr;
        void* of = nullptr;
        unsigned part = 0;
        pthread_t thread{};
    };

public:
    static constexpr unsigned most = 16;

    crew() = default;
    crew(const crew&) = delete;
    crew& operator=(const crew&) = delete;
    ~crew() {
        for (unsigned i = 0; i + 1 < size_; ++i) {
            hands_[i].state.store(dismissed, std::memory_order_release);
            hands_[i].state.notify_one();
            pthread_join(hands_[i].thread, nullptr);
        }
    }

    /// How many there are with the caller.
    [[nodiscard]] unsigned size() const noexcept { return size_; }

    /// Grows once to as many as are wanted, or as the system gives.
    void hire(unsigned wanted) noexcept {
        if (hands_ || wanted < 2) return;
        if (wanted > most) wanted = most;
        hands_.reset(new (std::nothrow) hand[wanted - 1]);
        for (; hands_ && size_ < wanted; ++size_) {
            hand& next = hands_[size_ - 1];
            next.part = size_;
            if (pthread_create(&next.thread, nullptr, &serve, &next) != 0) return;
        }
    }

    /// Calls `todo(of, part)` for each part below `size()`, and returns when all are done.
    void share(void (*todo)(void*, unsigned), void* of) noexcept {
        if (resting_ != 0) {
            --resting_;
            for (unsigned part = 0; part < size_; ++part) todo(of, part);
            return;
        }
        for (unsigned i = 0; i + 1 < size_; ++i) {
            hands_[i].todo = todo;
            hands_[i].of = of;
            hands_[i].state.store(offered, std::memory_order_release);
            hands_[i].state.notify_one();
        }
        todo(of, 0);
        bool helped = false;
        for (unsigned i = 0; i + 1 < size_; ++i) helped = finish(hands_[i]) || helped;
        // Where all processors are busy with something else, offers only cost time.
        missed_ = helped ? 0 : missed_ + 1;
        if (missed_ == 256) {
            missed_ = 0;
            resting_ = 2048;
        }
    }

private:
    static void relax() noexcept {
#if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
#endif
    }

    /// Sees to it that a part is done; false if the caller had to do it.
    static bool finish(hand& other) noexcept {
        int now = other.state.load(std::memory_order_acquire);
        if (now == offered &&
            other.state.compare_exchange_strong(now, idle, std::memory_order_acquire)) {
            other.todo(other.of, other.part);
            return false;
        }
        while (other.state.load(std::memory_order_acquire) != done) relax();
        other.state.store(idle, std::memory_order_relaxed);
        return true;
    }

    static void* serve(void* self) noexcept {
        hand& own = *static_cast<hand*>(self);
        for (;;) {
            int now = own.state.load(std::memory_order_acquire);
            // Work comes again and again within microseconds: asking on is cheaper than sleeping.
            for (int asked = 0; now != offered && now != dismissed; ++asked) {
                if (asked < 20'000) {
                    relax();
                } else {
                    own.state.wait(now, std::memory_order_acquire);
                }
                now = own.state.load(std::memory_order_acquire);
            }
            if (now == dismissed) return nullptr;
            if (!own.state.compare_exchange_strong(now, taken, std::memory_order_acquire)) continue;
            own.todo(own.of, own.part);
            own.state.store(done, std::memory_order_release);
        }
    }

    std::unique_ptr<hand[]> hands_;
    unsigned size_ = 1;
    unsigned missed_ = 0;   // offers in a row that nobody took
    unsigned resting_ = 0;  // work to do alone before the next offer
};

#else

/// The caller alone.
class crew {
public:
    static constexpr unsigned most = 1;

    [[nodiscard]] unsigned size() const noexcept { return 1; }
    void hire(unsigned) noexcept {}
    void share(void (*todo)(void*, unsigned), void* of) noexcept { todo(of, 0); }
};

#endif

}  // namespace senda::detail
