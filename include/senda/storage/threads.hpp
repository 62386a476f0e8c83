// SPDX-License-Identifier: MIT
// Whether there are threads: SENDA_HAS_THREADS is 1 or 0. In browsers there are none, and with a C
// library that keeps them apart only a program that is linked with them has them.
#pragma once

#include <version>

/// 1 where a search may start threads, else 0.
#define SENDA_HAS_THREADS 0
#if defined(__cpp_lib_atomic_wait) && !defined(__wasm__) && __has_include(<pthread.h>)
#include <pthread.h>
#if defined(_REENTRANT) || defined(__APPLE__)
#undef SENDA_HAS_THREADS
#define SENDA_HAS_THREADS 1
#elif defined(__GLIBC__)
#if __GLIBC_PREREQ(2, 34)
#undef SENDA_HAS_THREADS
#define SENDA_HAS_THREADS 1
#endif
#endif
#endif
