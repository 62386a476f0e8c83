// SPDX-License-Identifier: MIT
// A checksum that is as fast as memory is read: eight lanes of sums, and of these sums, so that the
// place of each word counts. One changed byte is found for certain, and anything else that was not
// made to deceive.
#pragma once

#include <senda/detail/storage/files/checksummed_format.hpp>
#include <senda/detail/storage/thread_team.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace senda::detail {

/// The checksum of bytes that come in pieces. Each block has one of its own, so that threads can
/// share the work.
class content_checksum {
public:
    static constexpr std::size_t line_bytes = 64;
    static constexpr std::size_t block_bytes = std::size_t{1} << 20U;

    /// Adds the next bytes.
    void add(const unsigned char* bytes, std::size_t count) noexcept {
        while (count != 0) {
            const std::size_t in_line = used_ % line_bytes;
            std::size_t now = std::min(count, line_bytes - in_line);
            if (in_line == 0 && count >= line_bytes) {
                now = std::min(count / line_bytes * line_bytes, block_bytes - used_);
                add_lines(lanes_, bytes, now);
            } else {
                std::memcpy(line_.data() + in_line, bytes, now);
                if (in_line + now == line_bytes) add_lines(lanes_, line_.data(), line_bytes);
            }
            bytes += now;
            count -= now;
            used_ += now;
            if (used_ == block_bytes) end_block();
        }
    }

    /// The checksum of all that was added: whole lines, or some bytes do not count yet.
    [[nodiscard]] std::uint64_t value() const noexcept {
        return used_ == 0 ? sum_ : sum_ + of_block(lanes_, block_);
    }

    /// The checksum of whole lines at once, by several threads if they are many.
    [[nodiscard]] static std::uint64_t of(const unsigned char* bytes, std::size_t count) noexcept {
        shared all{bytes, count};
        thread_team team;
        if (count >= shared_from) team.start(most_threads);
        team.run(&add_blocks, &all);
        return all.sum.load(std::memory_order_relaxed);
    }

private:
    static constexpr std::size_t shared_from = std::size_t{16} << 20U;
    static constexpr unsigned most_threads = 4;  // more wait for memory

    struct lane {
        std::uint64_t sum = 0;
        std::uint64_t of_sums = 0;

        void add(const unsigned char* bytes) noexcept {
            std::uint64_t word = 0;
            std::memcpy(&word, bytes, sizeof word);
            of_sums += sum += word;
        }
    };
    using lanes = std::array<lane, 8>;

    struct shared {
        const unsigned char* bytes;
        std::size_t count;
        std::atomic<std::size_t> next = 0;   // the block that nobody has begun
        std::atomic<std::uint64_t> sum = 0;  // of those that are done, in any order
    };

    /// Eight names, as g++ keeps arrays in memory.
    static void add_lines(lanes& to, const unsigned char* bytes, std::size_t count) noexcept {
        auto [a, b, c, d, e, f, g, h] = to;
        for (const unsigned char* const end = bytes + count; bytes != end; bytes += line_bytes) {
            a.add(bytes);
            b.add(bytes + 8);
            c.add(bytes + 16);
            d.add(bytes + 24);
            e.add(bytes + 32);
            f.add(bytes + 40);
            g.add(bytes + 48);
            h.add(bytes + 56);
        }
        to = {a, b, c, d, e, f, g, h};
    }

    [[nodiscard]] static std::uint64_t of_block(const lanes& of, std::size_t number) noexcept {
        std::uint64_t sum = number;
        for (const lane& l : of) sum = combine_checksums(combine_checksums(sum, l.sum), l.of_sums);
        return sum;
    }

    void end_block() noexcept {
        sum_ = value();
        lanes_ = {};
        used_ = 0;
        ++block_;
    }

    static void add_blocks(void* context, unsigned) noexcept {
        auto& all = *static_cast<shared*>(context);
        const std::size_t blocks = (all.count + block_bytes - 1) / block_bytes;
        for (;;) {
            const std::size_t block = all.next.fetch_add(1, std::memory_order_relaxed);
            if (block >= blocks) return;
            lanes own;
            const std::size_t begin = block * block_bytes;
            add_lines(own, all.bytes + begin, std::min(block_bytes, all.count - begin));
            all.sum.fetch_add(of_block(own, block), std::memory_order_relaxed);
        }
    }

    lanes lanes_;
    std::array<unsigned char, line_bytes> line_{};  // one that is not whole yet
    std::size_t used_ = 0;                          // of the block
    std::size_t block_ = 0;
    std::uint64_t sum_ = 0;  // of the blocks before
};

}  // namespace senda::detail
