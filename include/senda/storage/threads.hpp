// SPDX-License-Identifier: MIT
// Whether there are threads: SENDA_HAS_THREADS is 1 or 0. They are there where the standard library
// has them; with a C library that keeps them apart, in a program that is linked with them.
#pragma once

#include <cstdint>
#include <version>

#if !defined(__cpp_lib_atomic_wait) || defined(__wasm__) ||      \
    (defined(__GLIBCXX__) && !defined(_GLIBCXX_HAS_GTHREADS)) || \
    defined(_LIBCPP_HAS_NO_THREADS) || (defined(_LIBCPP_HAS_THREADS) && !_LIBCPP_HAS_THREADS)
/// 1 where a search may start threads, else 0.
#define SENDA_HAS_THREADS 0
#elif !defined(_REENTRANT) &&                                               \
    (defined(__FreeBSD__) || defined(__NetBSD__) || defined(__OpenBSD__) || \
     (defined(__GLIBC__) && __GLIBC__ == 2 && __GLIBC_MINOR__ < 34))
#define SENDA_HAS_THREADS 0  // without -pthread
#else
#define SENDA_HAS_THREADS 1
#endif
