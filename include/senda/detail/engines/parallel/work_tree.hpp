// SPDX-License-Identifier: MIT
// Which thread works on which part of a tree that several search depth first.
#pragma once

#include <senda/detail/language/atomic_access.hpp>
#include <senda/detail/storage/system_thread.hpp>
#include <senda/language/extensions.hpp>

#if SENDA_HAS_THREADS

// Tests let threads wait here, at random.
#ifndef SENDA_DETAIL_BARRIER_HOOK
#define SENDA_DETAIL_BARRIER_HOOK() static_cast<void>(0)
#endif

namespace senda::detail {

/// Parts are intervals of the tree's depth-first order, and listed in that order. A source gives
/// them out from the front. When it has no more, a thread that works gives away the last of what it
/// has: the place of that is right behind it. What is found in a part comes before everything in
/// the parts behind it and in the source: these are dropped, and only those in front go on. So what
/// stands in the end is what a single thread meets first, whichever thread worked on what.
class work_tree {
    enum class place : unsigned char {
        away,     // has not come yet, or has something else to do
        idle,     // waits for a part
        claimed,  // is about to be given one
        busy,     // works on one, or asks the source for one
        stuck,    // may not go on with its part
        retired,  // holds what it found
    };

    struct alignas(64) seat {
        system_bell bell;
        unsigned called = 0;  // read without the lock while spinning
        place at = place::away;
        bool has_part = false;    // was given one
        bool is_dropped = false;  // nobody needs what it works on
    };

public:
    static constexpr unsigned most = 64;
    static constexpr unsigned source = most;
    static constexpr unsigned no_thread = most + 1;

    /// A new tree: all threads that wait are called to ask the source, as does the caller, which is
    /// number 0.
    SENDA_COLD void open() noexcept {
        const holding lock(lock_);
        is_open_ = true;
        is_halted_ = false;
        finder_ = no_thread;
        parts_ = idle_ = dropped_ = 0;
        busy_ = 1;
        for (seat& s : seats_) {
            s.has_part = s.is_dropped = false;
            if (s.at == place::away) continue;
            s.at = place::busy;
            ++busy_;
            call(s);
        }
        seats_[0].at = place::busy;
        refresh();
    }

    /// Whether a thread that works must `look_up`: asked often, and without the lock.
    [[nodiscard]] bool calls() const noexcept { return load(attention_.value) != 0; }

    /// What a thread that works finds when it looks up.
    struct news {
        bool leaves = false;         ///< the part is no longer needed, and has been taken away
        unsigned taker = no_thread;  ///< to be given a part, and to be told of by `gave`
    };
    [[nodiscard]] SENDA_COLD news look_up(unsigned me) noexcept {
        const holding lock(lock_);
        if (is_halted_ || is_closed_ || seats_[me].is_dropped) {
            leave(me, place::idle);
            return {.leaves = true};
        }
        for (unsigned i = 0; idle_ != 0 && i < most; ++i) {
            if (seats_[i].at != place::idle) continue;
            seats_[i].at = place::claimed;
            --idle_;
            refresh();
            return {.taker = i};
        }
        return {};
    }
    SENDA_COLD void gave(unsigned me, unsigned taker, bool has_part) noexcept {
        SENDA_DETAIL_BARRIER_HOOK();
        const holding lock(lock_);
        seat& other = seats_[taker];
        if (!has_part || is_halted_ || seats_[me].is_dropped) {
            other.at = place::idle;
            ++idle_;
        } else {
            unsigned at = parts_++;
            for (; order_[at - 1] != me; --at) order_[at] = order_[at - 1];
            order_[at] = taker;
            other.has_part = true;
            other.at = place::busy;
            ++busy_;
            call(other);
        }
        refresh();
    }

    /// Begins with what the source gave; false if it is no longer needed.
    [[nodiscard]] SENDA_COLD bool begin_part(unsigned me) noexcept {
        SENDA_DETAIL_BARRIER_HOOK();
        const holding lock(lock_);
        if (is_halted_ || is_closed_ || !is_open_) return false;
        order_[parts_++] = me;
        return true;
    }
    /// The source gives no more: it has none, or found something.
    SENDA_COLD void close_source(bool found) noexcept {
        const holding lock(lock_);
        if (found && is_open_) finder_ = source;
        is_open_ = false;
    }

    /// A part is done: false if it had been taken away meanwhile.
    [[nodiscard]] SENDA_COLD bool end_part(unsigned me) noexcept {
        SENDA_DETAIL_BARRIER_HOOK();
        const holding lock(lock_);
        if (seats_[me].is_dropped) {
            leave(me, place::idle);
            return false;
        }
        unsigned at = place_of(me);
        for (--parts_; at < parts_; ++at) order_[at] = order_[at + 1];
        return true;
    }
    /// Something was found in a part, and what is behind it is not needed.
    SENDA_COLD void found(unsigned me) noexcept {
        SENDA_DETAIL_BARRIER_HOOK();
        const holding lock(lock_);
        if (seats_[me].is_dropped) return leave(me, place::idle);
        const unsigned at = place_of(me);
        while (parts_ > at + 1) drop(seats_[order_[--parts_]]);
        parts_ = at;
        is_open_ = false;
        finder_ = me;
        leave(me, place::retired);
    }
    /// Leaves without a part, or with one that it may not finish.
    SENDA_COLD void rest(unsigned me, bool has_part) noexcept {
        const holding lock(lock_);
        leave(me, has_part && !seats_[me].is_dropped ? place::stuck : place::idle);
    }

    /// A thread has come, and is ready for work.
    SENDA_COLD void come(unsigned me) noexcept {
        const holding lock(lock_);
        seats_[me].at = is_open_ ? place::busy : place::idle;
        is_open_ ? ++busy_ : ++idle_;
        refresh();
    }
    /// Waits for work; false if there will be no more.
    [[nodiscard]] SENDA_COLD bool wait(unsigned me) noexcept {
        seat& own = seats_[me];
        spin(own);
        const holding lock(lock_);
        while (own.at != place::busy && !is_closed_) own.bell.wait(lock_);
        store(own.called, 0u);
        return own.at == place::busy;
    }
    /// Whether who was called was given a part: else it must ask the source.
    [[nodiscard]] bool takes_part(unsigned me) noexcept {
        const holding lock(lock_);
        const bool had_part = seats_[me].has_part;
        seats_[me].has_part = false;
        return had_part;
    }

    /// The caller waits a little while others are busy.
    enum class waited { for_part, for_end, in_vain };
    [[nodiscard]] SENDA_COLD waited wait_a_little() noexcept {
        seat& own = seats_[0];
        spin(own);
        const holding lock(lock_);
        if (own.at != place::busy && busy_ != 0) own.bell.wait_a_little(lock_);
        store(own.called, 0u);
        if (own.at == place::busy) return waited::for_part;
        if (busy_ != 0) return waited::in_vain;
        if (own.at == place::idle) --idle_;
        own.at = place::away;
        is_open_ = false;
        return waited::for_end;
    }

    /// All who are busy leave.
    SENDA_COLD void halt() noexcept {
        const holding lock(lock_);
        is_halted_ = true;
        is_open_ = false;
        refresh();
    }
    /// All who wait go home.
    SENDA_COLD void close() noexcept {
        const holding lock(lock_);
        is_closed_ = true;
        refresh();
        for (seat& s : seats_) call(s);
    }

    /// The thread that found what comes first of all; for the caller, when no thread is busy.
    [[nodiscard]] unsigned finder() const noexcept { return finder_; }
    /// How many parts were not finished, and which threads hold them, in the order of the tree.
    [[nodiscard]] unsigned parts() const noexcept { return parts_; }
    [[nodiscard]] unsigned holder(unsigned part) const noexcept { return order_[part]; }

    /// For what belongs to the threads that share, beside the parts.
    [[nodiscard]] system_lock& lock() noexcept { return lock_; }

private:
    // A part is often given within microseconds: that is sooner than a thread wakes up.
    static void spin(const seat& own) noexcept {
        for (int i = 0; i < 1000 && load(own.called) == 0; ++i) pause();
    }

    static void call(seat& s) noexcept {
        store(s.called, 1u);
        s.bell.ring();
    }

    [[nodiscard]] unsigned place_of(unsigned me) const noexcept {
        unsigned at = 0;
        while (order_[at] != me) ++at;
        return at;
    }

    void drop(seat& s) noexcept {
        if (s.at == place::stuck) {
            s.at = place::retired;
            return;
        }
        s.is_dropped = true;
        ++dropped_;
    }

    void leave(unsigned me, place to) noexcept {
        seat& own = seats_[me];
        if (own.is_dropped) {
            own.is_dropped = false;
            --dropped_;
        }
        own.at = to;
        if (to == place::idle) ++idle_;
        if (--busy_ == 0) call(seats_[0]);
        refresh();
    }

    void refresh() noexcept {
        const unsigned now = idle_ + dropped_ + (is_halted_ || is_closed_ ? 1 : 0);
        if (now != attention_.value) store(attention_.value, now);
    }

    // On a line of its own: all read it, and it seldom changes.
    struct alignas(64) word {
        unsigned value = 0;
    };

    seat seats_[most];
    word attention_;             // not 0: there is something to look up for
    unsigned order_[most] = {};  // who holds the parts, in the order of the tree
    system_lock lock_;
    unsigned parts_ = 0;
    unsigned busy_ = 0;
    unsigned idle_ = 0;
    unsigned dropped_ = 0;
    unsigned finder_ = no_thread;
    bool is_open_ = false;  // the source may have parts
    bool is_halted_ = false;
    bool is_closed_ = false;
};

}  // namespace senda::detail

#endif
