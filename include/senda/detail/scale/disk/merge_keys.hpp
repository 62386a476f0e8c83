// SPDX-License-Identifier: MIT
// Merges sorted keys and leaves out those that are known.
#pragma once

#include <senda/detail/scale/disk/key_file.hpp>
#include <senda/text/diagnostic.hpp>

#include <cstddef>
#include <utility>
#include <vector>

namespace senda::detail {

/// The least key of several cursors, by a heap of them.
template <class Key>
class key_merger {
public:
    explicit key_merger(std::vector<key_cursor<Key>>& cursors) {
        for (key_cursor<Key>& c : cursors) {
            failed_ = c.has_failed() ? &c : failed_;
            if (!c.at_end()) heap_.push_back({c.key(), &c});
        }
        for (std::size_t i = heap_.size() / 2; i-- > 0;) sift_down(i);
    }

    [[nodiscard]] bool at_end() const noexcept { return heap_.empty() || failed_ != nullptr; }
    [[nodiscard]] const Key& key() const noexcept { return heap_[0].key; }
    /// The cursor that could not be read, if there is one.
    [[nodiscard]] const key_cursor<Key>* failed() const noexcept { return failed_; }

    void advance() {
        key_cursor<Key>& c = *heap_[0].cursor;
        c.advance();
        if (!c.at_end()) {
            heap_[0].key = c.key();
        } else {
            if (c.has_failed()) failed_ = &c;
            heap_[0] = heap_.back();
            heap_.pop_back();
        }
        sift_down(0);
    }

private:
    struct entry {
        Key key;
        key_cursor<Key>* cursor;
    };

    void sift_down(std::size_t i) {
        const std::size_t size = heap_.size();
        if (i >= size) return;
        const entry moved = heap_[i];
        for (;;) {
            std::size_t child = 2 * i + 1;
            if (child >= size) break;
            if (child + 1 < size && heap_[child + 1].key < heap_[child].key) ++child;
            if (!(heap_[child].key < moved.key)) break;
            heap_[i] = heap_[child];
            i = child;
        }
        heap_[i] = moved;
    }

    std::vector<entry> heap_;
    const key_cursor<Key>* failed_ = nullptr;
};

/// Calls `take(key)` for each key of `from` that is in none of `known`, in order and once. Stops
/// where `take` says false; false also if a file could not be read, and then `error` says why.
template <class Key, class Take>
[[nodiscard]] bool merge_keys(std::vector<key_cursor<Key>>& from,
                              std::vector<key_cursor<Key>>& known, diagnostic& error, Take&& take) {
    key_merger<Key> merger(from);
    while (!merger.at_end()) {
        const Key k = merger.key();
        do {
            merger.advance();
        } while (!merger.at_end() && merger.key() == k);
        bool is_known = false;
        for (key_cursor<Key>& c : known) {
            c.advance_to(k);
            is_known = is_known || (!c.at_end() && c.key() == k);
        }
        if (!is_known && !take(k)) return false;
    }
    const key_cursor<Key>* failed = merger.failed();
    for (const key_cursor<Key>& c : known) failed = c.has_failed() ? &c : failed;
    if (failed != nullptr) error = failed->error();
    return failed == nullptr;
}

}  // namespace senda::detail
