// SPDX-License-Identifier: MIT
// Nodes on their way from rank to rank, in blocks.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/mpi/ranks/rank_group.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mpi.h>
#include <utility>
#include <vector>

namespace senda::detail {

/// Sends records, which are bytes, to the ranks that own them, in phases. Those for one rank are
/// gathered in a block, which travels while the next is filled; blocks that come are handed over
/// whole. A phase ends when every rank has said that it sends no more, and how much that was.
///
/// Sends are synchronous, so that a rank that is slow is not flooded: whoever has no block left
/// waits, and takes in what comes meanwhile. As all do, none waits for ever.
class rank_exchange {
    enum : std::uint32_t { last = 1, stopping = 2, continued = 4, pausing = 8 };
    struct header {
        std::uint32_t flags;
        std::uint32_t bytes;   // behind the header
        std::uint64_t blocks;  // in the last one: how many went to this rank in the phase
    };
    static constexpr std::size_t largest_block = std::size_t{1} << 16;
    static constexpr std::size_t smallest_block = 512;
    static constexpr std::size_t most_of_all = std::size_t{1} << 25;

public:
    /// Called with the records of a block, without a gap.
    using taker = void (*)(void* search, const unsigned char* records, std::size_t bytes);

    /// `take` is called with `search`; it may neither send nor throw.
    rank_exchange(const rank_group& ranks, memory_budget& budget, taker take, void* search)
        : ranks_(ranks), take_(take), search_(search), memory_(budget) {}
    rank_exchange(const rank_exchange&) = delete;
    rank_exchange& operator=(const rank_exchange&) = delete;
    ~rank_exchange() {
        for (std::size_t i = 0; i < receiving_.size(); ++i) {
            if (receiving_[i] == MPI_REQUEST_NULL) continue;
            MPI_Cancel(&receiving_[i]);
            MPI_Wait(&receiving_[i], MPI_STATUS_IGNORE);
        }
    }

    /// Makes the blocks, of the same size on all ranks, that hold a record of `record` bytes; false
    /// if there is no room, and then nothing can be sent on any rank.
    [[nodiscard]] bool open(std::size_t record) {
        const auto others = static_cast<std::size_t>(ranks_.size() - 1);
        const std::size_t senders = others == 0 ? 1 : 2 * others + 5;
        const std::size_t receivers = std::min<std::size_t>(2 * others, 32);
        const std::size_t blocks = senders + receivers;
        std::uint64_t wanted = std::min(most_of_all / blocks,
                                        static_cast<std::size_t>(std::min<std::uint64_t>(
                                            memory_.budget().left() / 8 / blocks, largest_block)));
        wanted = std::max(wanted, std::uint64_t{smallest_block}) / 16 * 16;
        const std::size_t least = sizeof(header) + std::max<std::size_t>(record, 16);
        block_ = std::max((least + 15) / 16 * 16, static_cast<std::size_t>(ranks_.least(wanted)));
        const bool fits = memory_.reserve(blocks * block_);
        if (ranks_.first_of(!fits) != ranks_.size()) return fits;
        receiving_.assign(receivers, MPI_REQUEST_NULL);
        sending_.assign(senders, MPI_REQUEST_NULL);
        boxes_.assign(others + 1, {});
        for (std::size_t i = 0; i < receivers; ++i) receive(i);
        for (std::size_t i = 0; i < senders; ++i) free_.push_back(i);
        for (box& b : boxes_) begin(b);
        partial_.resize(others + 1);
        return true;
    }

    /// Whether another rank, or this one, ends the search: nothing more need be sent.
    [[nodiscard]] bool is_stopping() const noexcept { return is_stopping_; }
    void stop() noexcept { is_stopping_ = true; }

    /// Whether a rank asked all to end this phase early, to go on later: all know by its end. What
    /// was sent is taken in all the same.
    [[nodiscard]] bool is_pausing() const noexcept { return is_pausing_; }
    void pause() noexcept { is_pausing_ = true; }
    void go_on() noexcept { is_pausing_ = false; }

    /// Sends a record of a fixed size.
    template <std::size_t Size>
    SENDA_ALWAYS_INLINE void put(std::size_t to, const void* record) {
        box& b = boxes_[to];
        if (static_cast<std::size_t>(b.end - b.at) < Size) [[unlikely]]
            flush(to, 0);
        std::memcpy(b.at, record, Size);
        b.at += Size;
    }

    /// Sends a record of any size, which comes with it.
    void put(std::size_t to, const void* record, std::size_t size) {
        const auto* from = static_cast<const unsigned char*>(record);
        const std::uint64_t prefix = size;
        box& b = boxes_[to];
        if (static_cast<std::size_t>(b.end - b.at) < sizeof prefix + size) flush(to, 0);
        std::memcpy(b.at, &prefix, sizeof prefix);
        b.at += sizeof prefix;
        for (;;) {
            const std::size_t now = std::min(size, static_cast<std::size_t>(b.end - b.at));
            if (now != 0) std::memcpy(b.at, from, now);
            b.at += now;
            from += now;
            size -= now;
            if (size == 0) return;
            flush(to, continued);
        }
    }

    /// Takes in what has come.
    void poll() {
        while (!receiving_.empty()) {
            int has_come = 0;
            MPI_Status from;
            MPI_Test(&receiving_[front_], &has_come, &from);
            if (has_come == 0) return;
            const std::size_t at = std::exchange(front_, (front_ + 1) % receiving_.size());
            take_block(block(sending_.size() + at), static_cast<std::size_t>(from.MPI_SOURCE));
            receive(at);
        }
    }

    /// Bytes that went to other ranks so far, and seconds that it waited for them.
    [[nodiscard]] std::uint64_t sent_bytes() const noexcept { return sent_bytes_; }
    [[nodiscard]] double waited() const noexcept { return waited_; }

    /// Ends a phase: when it returns, all that was sent to this rank was taken in, and what this
    /// rank sent has come.
    void finish() {
        for (std::size_t to = 0; to < boxes_.size(); ++to) {
            flush(to, last | (is_stopping_ ? stopping : 0u) | (is_pausing_ ? pausing : 0u));
        }
        const double before = now_in_seconds();
        while (lasts_ + 1 != boxes_.size() || received_ != expected_ || !all_sent()) poll();
        waited_ += now_in_seconds() - before;
        lasts_ = 0;
        received_ = expected_ = 0;
        for (box& b : boxes_) b.blocks = 0;
    }

private:
    struct box {
        unsigned char* at = nullptr;
        unsigned char* end = nullptr;
        std::size_t block = 0;
        std::uint64_t blocks = 0;  // that were sent in this phase
    };

    [[nodiscard]] unsigned char* block(std::size_t i) noexcept {
        return memory_.data() + i * block_;
    }
    void receive(std::size_t i) {
        MPI_Irecv(block(sending_.size() + i), static_cast<int>(block_), MPI_BYTE, MPI_ANY_SOURCE, 0,
                  ranks_.comm(), &receiving_[i]);
    }
    void begin(box& b) {
        b.block = free_.back();
        free_.pop_back();
        b.at = block(b.block) + sizeof(header);
        b.end = block(b.block) + block_;
    }

    SENDA_COLD void flush(std::size_t to, std::uint32_t flags) {
        box& b = boxes_[to];
        unsigned char* const begin_of_block = block(b.block);
        const auto bytes = static_cast<std::size_t>(b.at - begin_of_block) - sizeof(header);
        const header ahead{flags, static_cast<std::uint32_t>(bytes), ++b.blocks};
        if (to == static_cast<std::size_t>(ranks_.rank())) {
            if (bytes != 0) hand_over(begin_of_block + sizeof ahead, bytes, to, flags);
            b.at = begin_of_block + sizeof ahead;
            return;
        }
        std::memcpy(begin_of_block, &ahead, sizeof ahead);
        MPI_Issend(begin_of_block, static_cast<int>(sizeof ahead + bytes), MPI_BYTE,
                   static_cast<int>(to), 0, ranks_.comm(), &sending_[b.block]);
        sent_bytes_ += sizeof ahead + bytes;
        if (free_.empty()) wait_for_block();
        begin(b);
    }

    void wait_for_block() {
        const double before = now_in_seconds();
        while (free_.empty()) {
            poll();
            collect();
        }
        waited_ += now_in_seconds() - before;
    }

    /// Finds blocks that have been sent.
    void collect() {
        int count = 0;
        done_.resize(sending_.size());
        MPI_Testsome(static_cast<int>(sending_.size()), sending_.data(), &count, done_.data(),
                     MPI_STATUSES_IGNORE);
        for (int i = 0; i < count; ++i)
            free_.push_back(static_cast<std::size_t>(done_[static_cast<std::size_t>(i)]));
    }
    [[nodiscard]] bool all_sent() {
        if (free_.size() + boxes_.size() == sending_.size()) return true;
        collect();
        return free_.size() + boxes_.size() == sending_.size();
    }

    void take_block(const unsigned char* data, std::size_t from) {
        header ahead{};
        std::memcpy(&ahead, data, sizeof ahead);
        ++received_;
        if ((ahead.flags & last) != 0) {
            ++lasts_;
            expected_ += ahead.blocks;
        }
        if ((ahead.flags & stopping) != 0) is_stopping_ = true;
        if ((ahead.flags & pausing) != 0) is_pausing_ = true;
        hand_over(data + sizeof ahead, ahead.bytes, from, ahead.flags);
    }

    // A long record comes in several blocks of one rank, which keep their order.
    void hand_over(const unsigned char* data, std::size_t bytes, std::size_t from,
                   std::uint32_t flags) {
        std::vector<unsigned char>& before = partial_[from];
        if ((flags & continued) == 0 && before.empty()) {
            if (bytes != 0) take_(search_, data, bytes);
            return;
        }
        before.insert(before.end(), data, data + bytes);
        if ((flags & continued) != 0) return;
        take_(search_, before.data(), before.size());
        before.clear();
    }

    const rank_group& ranks_;
    taker take_;
    void* search_;
    buffer<unsigned char> memory_;  // blocks to send, then those to receive into
    std::size_t block_ = 0;
    std::vector<MPI_Request> sending_;
    std::vector<MPI_Request> receiving_;
    std::vector<std::size_t> free_;
    std::vector<int> done_;
    std::vector<box> boxes_;
    std::vector<std::vector<unsigned char>> partial_;
    std::size_t front_ = 0;       // the block that is received next: they come in their order
    std::size_t lasts_ = 0;       // ranks that send no more in this phase
    std::uint64_t received_ = 0;  // blocks in this phase
    std::uint64_t expected_ = 0;
    std::uint64_t sent_bytes_ = 0;
    double waited_ = 0;
    bool is_stopping_ = false;
    bool is_pausing_ = false;
};

}  // namespace senda::detail
