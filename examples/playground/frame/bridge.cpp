// SPDX-License-Identifier: MIT
// What every module exports: where the page puts a request and finds the answer.
#include "bridge.hpp"

#include <cstddef>

using playground::the_exchange;

extern "C" {

/// Makes room for a request of so many bytes; its address.
PLAYGROUND_EXPORTED("request_room") char* playground_request_room(std::size_t size);
char* playground_request_room(std::size_t size) {
    the_exchange().wire.resize(size);
    return the_exchange().wire.data();
}

PLAYGROUND_EXPORTED("answer_text") const char* playground_answer_text();
const char* playground_answer_text() { return the_exchange().answer.text().data(); }
PLAYGROUND_EXPORTED("answer_text_size") std::size_t playground_answer_text_size();
std::size_t playground_answer_text_size() { return the_exchange().answer.text().size(); }

PLAYGROUND_EXPORTED("answer_bytes") const char* playground_answer_bytes();
const char* playground_answer_bytes() { return the_exchange().answer.bytes().data(); }
PLAYGROUND_EXPORTED("answer_bytes_size") std::size_t playground_answer_bytes_size();
std::size_t playground_answer_bytes_size() { return the_exchange().answer.bytes().size(); }

}  // extern "C"
