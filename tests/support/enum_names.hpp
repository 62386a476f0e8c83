// SPDX-License-Identifier: MIT
// The enumerators of a type as the compiler spells them.
#pragma once

#include <array>
#include <cstddef>
#include <doctest/doctest.h>
#include <string_view>
#include <utility>

namespace support {

/// The name of a value as it is declared, as in `won`, or "unknown" where no enumerator has it.
template <auto Value>
constexpr std::string_view declared_name() {
    // "... Value = senda::maze::verdict::won]", or "... Value = (senda::maze::verdict)9]".
    std::string_view text = __PRETTY_FUNCTION__;
    text.remove_prefix(text.find("Value = ") + 8);
    text = text.substr(0, text.find_first_of(";]"));
    return text[0] == '(' ? "unknown" : text.substr(text.rfind(':') + 1);
}

/// Every enumerator has its name, and nothing beyond them has one: what a compiler says about a
/// `switch` that lacks a case.
template <class Enum, class NameOf>
void check_names(NameOf name_of) {
    const auto declared = []<std::size_t... I>(std::index_sequence<I...>) {
        return std::array{declared_name<static_cast<Enum>(I)>()...};
    }(std::make_index_sequence<32>{});
    for (std::size_t i = 0; i < declared.size(); ++i)
        CHECK_EQ(std::string_view{name_of(static_cast<Enum>(i))}, declared[i]);
    CHECK_EQ(std::string_view{name_of(static_cast<Enum>(255))}, "unknown");
}
template <class Enum>
void check_names() {
    check_names<Enum>([](Enum value) { return to_string(value); });
}

}  // namespace support
