// SPDX-License-Identifier: MIT
// Threads that share tasks of a few microseconds; where there are none, the caller does all.
#pragma once

#include <senda/detail/language/atomic_access.hpp>
#include <senda/detail/storage/system_thread.hpp>
#include <senda/language/extensions.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#if SENDA_HAS_THREADS
#include <exception>
#include <new>
#endif

// Tests let threads wait here.
#ifndef SENDA_DETAIL_BARRIER_HOOK
#define SENDA_DETAIL_BARRIER_HOOK() static_cast<void>(0)
#endif

namespace senda::detail {

/// For loops that nothing ends before their time.
struct no_deadline {
    [[nodiscard]] static constexpr bool has_deadline_or_stop() noexcept { return false; }
    [[nodiscard]] static constexpr bool must_stop() noexcept { return false; }
};

/// A number of a loop in the lower bits, with the loop above them.
struct loop_word {
    static constexpr unsigned bits = 28;
    static constexpr std::size_t most = (std::size_t{1} << bits) - 1;

    [[nodiscard]] static constexpr std::uint64_t of(std::uint64_t loop, std::size_t n) noexcept {
        return loop << bits | n;
    }
    [[nodiscard]] static constexpr std::uint64_t loop_in(std::uint64_t word) noexcept {
        return word >> bits;
    }
    [[nodiscard]] static constexpr std::size_t number_in(std::uint64_t word) noexcept {
        return static_cast<std::size_t>(word & most);
    }
};

/// How many numbers of a loop were taken of those that a thread takes first.
struct alignas(64) taken_numbers {
    std::uint64_t word = 0;
};

/// What a sequence of loops calls: `next()` and `work(number, thread)`, which may return false.
struct loop_calls {
    void* self;
    std::size_t (*next)(void*);
    bool (*work)(void*, std::size_t number, unsigned thread);
};
template <class Next, class Work, class Control>
class loop_body {
public:
    loop_body(Next& next, Work& work, const Control* control)
        : next_(next),
          work_(work),
          control_(control != nullptr && control->has_deadline_or_stop() ? control : nullptr) {}

    [[nodiscard]] loop_calls calls() noexcept {
        return {this, [](void* self) { return static_cast<loop_body*>(self)->next_(); }, &does};
    }

private:
    static bool does(void* self, std::size_t number, unsigned thread) {
        auto& [next, work, control] = *static_cast<loop_body*>(self);
        if (control != nullptr && control->must_stop()) return false;
        if constexpr (std::is_void_v<decltype(work(number, thread))>) {
            work(number, thread);
            return true;
        } else {
            return work(number, thread);
        }
    }

    Next& next_;
    Work& work_;
    const Control* control_;  // null if it has nothing to say
};

/// Loops one after another, each over the numbers below a count. Who does the last number of one
/// calls `next()`, which tells the count of the next, at most `loop_word::most`, 0 to end. A thread
/// first takes those numbers that it takes in every loop of its team, as what they are about may
/// still be near, then what others have not begun; nobody waits for a thread that has begun
/// nothing. All ends early when `work(number, thread)` returns false or throws, or when the
/// control, which is asked before each number, says that the search must stop.
class loop_sequence {
public:
    explicit loop_sequence(const loop_calls& calls) noexcept : calls_(calls) {}

    /// On the caller alone; whether all was done.
    [[nodiscard]] bool run() const {
        for (std::size_t count = next(); count != 0; count = next()) {
            for (std::size_t i = 0; i < count; ++i)
                if (!calls_.work(calls_.self, i, 0)) return false;
        }
        return true;
    }

#if SENDA_HAS_THREADS
    /// Begins the first loop, for `threads` threads with a count for each; false if there is none.
    /// `loops` counts those of the team.
    [[nodiscard]] bool begin(taken_numbers* taken, unsigned threads, std::uint64_t& loops) {
        taken_ = taken;
        threads_ = threads;
        loops_ = &loops;
        current_ = loop_word::of(++loops, next());
        return loop_word::number_in(current_) != 0;
    }
    /// What each thread of a team does.
    static void serve(void* self, unsigned thread) noexcept {
        SENDA_DETAIL_BARRIER_HOOK();
        static_cast<loop_sequence*>(self)->take_loops(thread);
        SENDA_DETAIL_BARRIER_HOOK();
    }
    /// After all have served: whether all was done. Throws what one of them has thrown.
    [[nodiscard]] bool end() const {
#if defined(__cpp_exceptions)
        if (thrown_) std::rethrow_exception(thrown_);
#endif
        return is_ended_ == 0;
    }
#endif

private:
    [[nodiscard]] std::size_t next() const { return calls_.next(calls_.self); }

#if SENDA_HAS_THREADS
    void take_loops(unsigned thread) noexcept;

    /// Does numbers of a loop; how many.
    [[nodiscard]] std::size_t take_numbers(std::uint64_t current, unsigned thread) noexcept {
        const std::uint64_t loop = loop_word::loop_in(current);
        const std::size_t count = loop_word::number_in(current);
        std::size_t done = 0;
        for (unsigned of = thread, tried = 0; tried < threads_ && load(is_ended_) == 0;) {
            const std::uint64_t before = load(taken_[of].word);
            if (loop_word::loop_in(before) > loop) return 0;  // all of it was done
            const std::size_t turn =
                loop_word::loop_in(before) < loop ? 0 : loop_word::number_in(before);
            const std::size_t number = of + threads_ * turn;
            if (number >= count) {
                of = of + 1 == threads_ ? 0 : of + 1;
                ++tried;
            } else if (compare_exchange(taken_[of].word, before, loop_word::of(loop, turn + 1))) {
                guarded([&] { return calls_.work(calls_.self, number, thread); });
                ++done;
            }
        }
        return done;
    }
    void begin_next() noexcept {
        if (load(is_ended_) != 0) return;
        std::size_t count = 0;
        done_ = 0;
        guarded([&] {
            count = next();
            return true;
        });
        if (load(is_ended_) == 0) store(current_, loop_word::of(++*loops_, count));
    }
    template <class Act>
    void guarded(Act&& act) noexcept {
#if defined(__cpp_exceptions)
        try {
            if (!act()) store(is_ended_, 1);
        } catch (...) {
            if (fetch_add(throwing_, 1, false) == 0) thrown_ = std::current_exception();
            store(is_ended_, 1);
        }
#else
        if (!act()) store(is_ended_, 1);
#endif
    }
#endif

    loop_calls calls_;
#if SENDA_HAS_THREADS
    taken_numbers* taken_ = nullptr;
    unsigned threads_ = 1;
    std::uint64_t* loops_ = nullptr;
    alignas(64) std::uint64_t current_ = 0;  // the loop and its count
    alignas(64) std::size_t done_ = 0;       // numbers of it
    alignas(64) int is_ended_ = 0;
#if defined(__cpp_exceptions)
    int throwing_ = 0;
    std::exception_ptr thrown_;  // by the first
#endif
#endif
};

#if SENDA_HAS_THREADS

/// The caller and some threads; parts that no thread has begun are done by the caller.
class thread_team {
    enum state : int { idle, idle_asleep, offered, taken, done, done_asleep, stopped };

    struct alignas(64) worker {
        int state = idle;
        void (*task)(void*, unsigned) = nullptr;
        void* context = nullptr;
        unsigned part = 0;
        int patience = 2 * many_spins;  // spins before it goes to sleep
        system_lock lock;               // for going to sleep
        system_bell bell;
        system_thread thread;
    };

public:
    static constexpr unsigned most = 256;  // no more than there are processors are started

    thread_team() = default;
    thread_team(const thread_team&) = delete;
    thread_team& operator=(const thread_team&) = delete;
    ~thread_team() {
        for (unsigned i = 0; i + 1 < size_; ++i) {
            call(workers_[i], stopped);
            workers_[i].thread.join();
        }
        delete[] workers_;
        delete[] taken_;
    }

    /// How many there are with the caller.
    [[nodiscard]] unsigned size() const noexcept { return size_; }
    /// Said before the start, for tasks that are milliseconds apart: threads sleep in between, and
    /// each task is offered, even if nobody took those before.
    void expect_pauses() noexcept { has_pauses_ = true; }

    /// Starts threads once: as many as are wanted, as can run at once, or as the system gives.
    void start(unsigned wanted) noexcept {
        if (workers_ != nullptr || wanted < 2) return;
        if (wanted > most) wanted = most;
        if (wanted > processors()) wanted = processors();
        workers_ = new (std::nothrow) worker[wanted - 1];
        taken_ = new (std::nothrow) taken_numbers[wanted];
        for (; workers_ != nullptr && taken_ != nullptr && size_ < wanted; ++size_) {
            worker& next = workers_[size_ - 1];
            next.part = size_;
            if (has_pauses_) next.patience = 0;
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
            call(workers_[i], offered);
        }
        task(context, 0);
        bool helped = false;
        for (unsigned i = 0; i + 1 < parts; ++i) helped = finish(workers_[i]) || helped;
        // Where all processors are busy with something else, offers only cost time.
        missed_ = helped || has_pauses_ ? 0 : missed_ + 1;
        if (missed_ == 256) {
            missed_ = 0;
            resting_ = 2048;
        }
    }

    /// Calls `work(number, thread)` for all numbers below `count`, in any order. It ends early when
    /// one call returns false or throws, or when the search of `control` must stop; false then.
    template <class Work, class Control = no_deadline>
    bool for_each(std::size_t count, Work&& work, const Control* control = nullptr) {
        const std::size_t parts = count > loop_word::most ? 1 : count;
        const auto once = [&] { return std::exchange(count, 0); };
        loop_body<decltype(once), Work, Control> body(once, work, control);
        return share(body.calls(), parts);
    }
    /// Loops one after another: see `loop_sequence`.
    template <class Next, class Work, class Control = no_deadline>
    bool for_each_in_loops(Next&& next, Work&& work, const Control* control = nullptr) {
        loop_body<Next, Work, Control> body(next, work, control);
        return share(body.calls(), size_);
    }

    // Some ten microseconds. After that another thread may need the processor to go on.
    static constexpr int many_spins = 1'000;
    /// Waits for a moment, after so many of them.
    static void pause_or_yield(int spins) noexcept {
        if (spins < many_spins) {
            pause();
        } else {
            system_thread::yield();
        }
    }

private:
    SENDA_NOINLINE bool share(const loop_calls& calls, std::size_t wanted) {
        const unsigned parts = wanted < size_ ? static_cast<unsigned>(wanted) : size_;
        loop_sequence loops(calls);
        if (parts < 2) return loops.run();
        if (loops.begin(taken_, parts, loops_)) run(&loops.serve, &loops, parts);
        return loops.end();
    }

    /// Tells a thread that has nothing to do.
    static void call(worker& other, int what) noexcept {
        if (compare_exchange<int>(other.state, idle, what)) return;
        const holding lock(other.lock);
        store(other.state, what);
        other.bell.ring();
    }

    /// Sees to it that a part is done; false if the caller had to do it.
    static bool finish(worker& other) noexcept {
        if (compare_exchange<int>(other.state, offered, idle)) {
            other.task(other.context, other.part);
            return false;
        }
        for (int spins = 0; load(other.state) == taken; ++spins) pause_or_yield(spins);
        if (!compare_exchange<int>(other.state, done, idle)) store<int>(other.state, idle_asleep);
        return true;
    }

    static void* work(void* self) noexcept {
        worker& own = *static_cast<worker*>(self);
        for (;;) {
            // Tasks come again and again within microseconds: spinning is cheaper than sleeping.
            for (int spins = 0; spins < own.patience && !is_called(own); ++spins)
                pause_or_yield(spins);
            if (compare_exchange<int>(own.state, idle, idle_asleep) ||
                compare_exchange<int>(own.state, done, done_asleep)) {
                // An offer may be taken back before this thread has seen it: it is not asleep then.
                const holding lock(own.lock);
                while (is_asleep(own)) own.bell.wait(own.lock);
            }
            if (load(own.state) == stopped) return nullptr;
            if (!compare_exchange<int>(own.state, offered, taken)) continue;
            own.task(own.context, own.part);
            store<int>(own.state, done);
        }
    }
    [[nodiscard]] static bool is_called(const worker& own) noexcept {
        const int now = load(own.state);
        return now == offered || now == stopped;
    }
    [[nodiscard]] static bool is_asleep(const worker& own) noexcept {
        const int now = load(own.state);
        return now == idle_asleep || now == done_asleep;
    }

    worker* workers_ = nullptr;  // <memory> takes longer to compile than all of this
    taken_numbers* taken_ = nullptr;
    unsigned size_ = 1;
    bool has_pauses_ = false;
    unsigned missed_ = 0;   // offers in a row that nobody took
    unsigned resting_ = 0;  // tasks to do alone before the next offer
    std::uint64_t loops_ = 0;
};

inline void loop_sequence::take_loops(unsigned thread) noexcept {
    std::uint64_t seen = 0;
    for (int spins = 0; load(is_ended_) == 0; ++spins) {
        const std::uint64_t current = load(current_);
        if (loop_word::number_in(current) == 0) return;
        if (current == seen) {
            thread_team::pause_or_yield(spins);
            continue;
        }
        seen = current;
        spins = 0;
        const std::size_t done = take_numbers(current, thread);
        if (done != 0 && fetch_add(done_, done, false) + done == loop_word::number_in(current))
            begin_next();
    }
}

#else

/// The caller alone.
class thread_team {
public:
    static constexpr unsigned most = 1;

    [[nodiscard]] unsigned size() const noexcept { return 1; }
    void expect_pauses() noexcept {}
    void start(unsigned) noexcept {}
    void run(void (*task)(void*, unsigned), void* context, unsigned = 1) noexcept {
        task(context, 0);
    }
    template <class Work, class Control = no_deadline>
    bool for_each(std::size_t count, Work&& work, const Control* control = nullptr) {
        const auto once = [&] { return std::exchange(count, 0); };
        return for_each_in_loops(once, work, control);
    }
    template <class Next, class Work, class Control = no_deadline>
    bool for_each_in_loops(Next&& next, Work&& work, const Control* control = nullptr) {
        loop_body<Next, Work, Control> body(next, work, control);
        return loop_sequence(body.calls()).run();
    }
};

#endif

}  // namespace senda::detail
