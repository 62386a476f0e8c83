// SPDX-License-Identifier: MIT
// A thread of the system, a lock, and a bell that wakes a thread that waits. What the standard
// library has for that takes longer to compile than a search, and throws where the system has no
// more threads.
#pragma once

#include <senda/language/extensions.hpp>

#if SENDA_HAS_THREADS

#if SENDA_HAS_EXTENSIONS && __has_include(<pthread.h>) && !defined(_WIN32)
#define SENDA_DETAIL_POSIX_THREADS 1
#include <pthread.h>
#include <sched.h>
#else
#define SENDA_DETAIL_POSIX_THREADS 0
#include <condition_variable>
#include <mutex>
#include <thread>
#endif

namespace senda::detail {

/// Where it is not known how many there are.
inline constexpr unsigned many_processors = 1024;

/// How many threads can run at once: 2 at least, or a search would depend on the machine.
[[nodiscard]] inline unsigned processors() noexcept {
#if defined(SENDA_DETAIL_PROCESSORS)  // tests have more threads than processors
    return SENDA_DETAIL_PROCESSORS;
#elif SENDA_DETAIL_POSIX_THREADS && defined(CPU_COUNT)
    cpu_set_t ours;
    if (sched_getaffinity(0, sizeof(ours), &ours) != 0) return many_processors;
    const int count = CPU_COUNT(&ours);
    return count < 2 ? 2U : static_cast<unsigned>(count);
#elif SENDA_DETAIL_POSIX_THREADS
    return many_processors;
#else
    const unsigned count = std::thread::hardware_concurrency();
    return count == 0 ? many_processors : count < 2 ? 2U : count;
#endif
}

#if SENDA_DETAIL_POSIX_THREADS

/// A thread that calls `work(context)`; `start` is false if the system has none.
class system_thread {
public:
    [[nodiscard]] bool start(void* (*work)(void*), void* context) noexcept {
        return pthread_create(&thread_, nullptr, work, context) == 0;
    }
    void join() noexcept { pthread_join(thread_, nullptr); }
    /// Lets another thread go on that has no processor.
    static void yield() noexcept { sched_yield(); }

private:
    pthread_t thread_{};
};

/// Held by one thread at a time.
class system_lock {
public:
    system_lock() = default;
    system_lock(const system_lock&) = delete;
    system_lock& operator=(const system_lock&) = delete;
    ~system_lock() { pthread_mutex_destroy(&mutex_); }

    void lock() noexcept { pthread_mutex_lock(&mutex_); }
    void unlock() noexcept { pthread_mutex_unlock(&mutex_); }

private:
    friend class system_bell;
    pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
};

/// Wakes the one thread that waits for it, which holds the lock before and after.
class system_bell {
public:
    system_bell() = default;
    system_bell(const system_bell&) = delete;
    system_bell& operator=(const system_bell&) = delete;
    ~system_bell() { pthread_cond_destroy(&condition_); }

    void ring() noexcept { pthread_cond_signal(&condition_); }
    void wait(system_lock& held) noexcept { pthread_cond_wait(&condition_, &held.mutex_); }

private:
    pthread_cond_t condition_ = PTHREAD_COND_INITIALIZER;
};

#else

class system_thread {
public:
    [[nodiscard]] bool start(void* (*work)(void*), void* context) noexcept {
#if defined(__cpp_exceptions)
        try {
            thread_ = std::thread(work, context);
        } catch (...) {
            return false;
        }
#else
        thread_ = std::thread(work, context);
#endif
        return true;
    }
    void join() noexcept { thread_.join(); }
    static void yield() noexcept { std::this_thread::yield(); }

private:
    std::thread thread_;
};

using system_lock = std::mutex;

class system_bell {
public:
    void ring() noexcept { condition_.notify_one(); }
    void wait(system_lock& held) noexcept { condition_.wait(held); }

private:
    std::condition_variable_any condition_;
};

#endif

/// Holds a lock while it lives.
class holding {
public:
    explicit holding(system_lock& lock) noexcept : lock_(lock) { lock_.lock(); }
    holding(const holding&) = delete;
    holding& operator=(const holding&) = delete;
    ~holding() { lock_.unlock(); }

private:
    system_lock& lock_;
};

}  // namespace senda::detail

#undef SENDA_DETAIL_POSIX_THREADS

#endif
