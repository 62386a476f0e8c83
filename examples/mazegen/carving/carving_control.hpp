// SPDX-License-Identifier: MIT
#pragma once

#include <mazegen/observer.hpp>
#include <senda/storage/memory.hpp>
#include <senda/storage/random.hpp>

#include <cstdint>

namespace senda::mazegen {

/// What every generator works with, whatever its rooms are: random numbers, memory, and an observer
/// that may end the work.
template <class Observer, class Room>
class carving_control {
public:
    /// Whether the observer has a hook for each passage.
    static constexpr bool watches_carving = detail::WatchesCarving<Observer, Room>;
    /// Whether the observer has a hook for progress.
    static constexpr bool watches_progress = detail::WatchesProgress<Observer>;

    /// For so many rooms, with memory of that budget.
    carving_control(std::uint64_t rooms, std::uint64_t seed, memory_budget& budget,
                    Observer& observer) noexcept
        : random(seed), total_(rooms), budget_(&budget), observer_(&observer) {
        detail::check_observer<Observer, Room>();
    }
    carving_control(const carving_control&) = delete;
    carving_control& operator=(const carving_control&) = delete;

    /// Whether to go on, with so many rooms done; to be called every few steps of `work`.
    [[nodiscard]] bool proceed([[maybe_unused]] std::uint64_t done,
                               [[maybe_unused]] std::uint64_t work = 1) {
        if constexpr (watches_progress) {
            if (work < silence_) {
                silence_ -= work;
            } else {
                silence_ = interval;
                const auto report = [&] { return observer_->on_progress(done, total_); };
                if (!detail::goes_on(report)) ended_ = stopped;
            }
        }
        if constexpr (watches_carving || watches_progress) return ended_ == not_ended;
        return true;
    }

    /// What the generator's own arrays draw on.
    [[nodiscard]] memory_budget& budget() noexcept { return *budget_; }
    /// Says that the generator gives up, for there is no memory.
    void lack_memory() noexcept { ended_ = without_memory; }

    /// Whether the observer stopped the work.
    [[nodiscard]] bool was_stopped() const noexcept { return ended_ == stopped; }
    /// Whether the work ended for want of memory.
    [[nodiscard]] bool lacked_memory() const noexcept { return ended_ == without_memory; }

    /// What the generator draws from.
    random_source random;

protected:
    ~carving_control() = default;

    /// Tells the observer of a passage that is open now.
    void opened(Room from, Room to) {
        if (!detail::goes_on([&] { return observer_->on_carve(from, to); })) ended_ = stopped;
    }

private:
    static constexpr std::uint64_t interval = 1U << 16U;
    enum ending : std::uint8_t { not_ended, stopped, without_memory };

    std::uint64_t total_;
    memory_budget* budget_;
    Observer* observer_;
    std::uint64_t silence_ = 1;
    ending ended_ = not_ended;
};

}  // namespace senda::mazegen
