/* Atomics (C17 7.17), on the compiler's __atomic built-in functions. */
#ifndef _STDATOMIC_H
#define _STDATOMIC_H

typedef enum {
  memory_order_relaxed = __ATOMIC_RELAXED,
  memory_order_consume = __ATOMIC_CONSUME,
  memory_order_acquire = __ATOMIC_ACQUIRE,
  memory_order_release = __ATOMIC_RELEASE,
  memory_order_acq_rel = __ATOMIC_ACQ_REL,
  memory_order_seq_cst = __ATOMIC_SEQ_CST
} memory_order;

typedef _Atomic _Bool atomic_bool;
typedef _Atomic char atomic_char;
typedef _Atomic signed char atomic_schar;
typedef _Atomic unsigned char atomic_uchar;
typedef _Atomic short atomic_short;
typedef _Atomic unsigned short atomic_ushort;
typedef _Atomic int atomic_int;
typedef _Atomic unsigned int atomic_uint;
typedef _Atomic long atomic_long;
typedef _Atomic unsigned long atomic_ulong;
typedef _Atomic long long atomic_llong;
typedef _Atomic unsigned long long atomic_ullong;
typedef _Atomic __CHAR16_TYPE__ atomic_char16_t;
typedef _Atomic __CHAR32_TYPE__ atomic_char32_t;
typedef _Atomic __WCHAR_TYPE__ atomic_wchar_t;
typedef _Atomic __INT_LEAST8_TYPE__ atomic_int_least8_t;
typedef _Atomic __UINT_LEAST8_TYPE__ atomic_uint_least8_t;
typedef _Atomic __INT_LEAST16_TYPE__ atomic_int_least16_t;
typedef _Atomic __UINT_LEAST16_TYPE__ atomic_uint_least16_t;
typedef _Atomic __INT_LEAST32_TYPE__ atomic_int_least32_t;
typedef _Atomic __UINT_LEAST32_TYPE__ atomic_uint_least32_t;
typedef _Atomic __INT_LEAST64_TYPE__ atomic_int_least64_t;
typedef _Atomic __UINT_LEAST64_TYPE__ atomic_uint_least64_t;
typedef _Atomic __INT_FAST8_TYPE__ atomic_int_fast8_t;
typedef _Atomic __UINT_FAST8_TYPE__ atomic_uint_fast8_t;
typedef _Atomic __INT_FAST16_TYPE__ atomic_int_fast16_t;
typedef _Atomic __UINT_FAST16_TYPE__ atomic_uint_fast16_t;
typedef _Atomic __INT_FAST32_TYPE__ atomic_int_fast32_t;
typedef _Atomic __UINT_FAST32_TYPE__ atomic_uint_fast32_t;
typedef _Atomic __INT_FAST64_TYPE__ atomic_int_fast64_t;
typedef _Atomic __UINT_FAST64_TYPE__ atomic_uint_fast64_t;
typedef _Atomic __INTPTR_TYPE__ atomic_intptr_t;
typedef _Atomic __UINTPTR_TYPE__ atomic_uintptr_t;
typedef _Atomic __SIZE_TYPE__ atomic_size_t;
typedef _Atomic __PTRDIFF_TYPE__ atomic_ptrdiff_t;
typedef _Atomic __INTMAX_TYPE__ atomic_intmax_t;
typedef _Atomic __UINTMAX_TYPE__ atomic_uintmax_t;

#define ATOMIC_VAR_INIT(value) (value)
#define atomic_init(object, value) atomic_store_explicit(object, value, __ATOMIC_RELAXED)
#define kill_dependency(y) (__extension__({ __auto_type __kill_dependency_value = (y); __kill_dependency_value; }))

extern void atomic_thread_fence(memory_order);
#define atomic_thread_fence(order) __atomic_thread_fence(order)
extern void atomic_signal_fence(memory_order);
#define atomic_signal_fence(order) __atomic_signal_fence(order)

#define atomic_is_lock_free(object) __atomic_is_lock_free(sizeof(*(object)), (object))
#define ATOMIC_BOOL_LOCK_FREE __GCC_ATOMIC_BOOL_LOCK_FREE
#define ATOMIC_CHAR_LOCK_FREE __GCC_ATOMIC_CHAR_LOCK_FREE
#define ATOMIC_CHAR16_T_LOCK_FREE __GCC_ATOMIC_CHAR16_T_LOCK_FREE
#define ATOMIC_CHAR32_T_LOCK_FREE __GCC_ATOMIC_CHAR32_T_LOCK_FREE
#define ATOMIC_WCHAR_T_LOCK_FREE __GCC_ATOMIC_WCHAR_T_LOCK_FREE
#define ATOMIC_SHORT_LOCK_FREE __GCC_ATOMIC_SHORT_LOCK_FREE
#define ATOMIC_INT_LOCK_FREE __GCC_ATOMIC_INT_LOCK_FREE
#define ATOMIC_LONG_LOCK_FREE __GCC_ATOMIC_LONG_LOCK_FREE
#define ATOMIC_LLONG_LOCK_FREE __GCC_ATOMIC_LLONG_LOCK_FREE
#define ATOMIC_POINTER_LOCK_FREE __GCC_ATOMIC_POINTER_LOCK_FREE

/* The object is evaluated once; what is stored has its type without _Atomic. */
#define atomic_store_explicit(object, desired, order) \
  (__extension__({ \
    __auto_type __atomic_object = (object); \
    __typeof__((void)0, *__atomic_object) __atomic_desired = (desired); \
    __atomic_store(__atomic_object, &__atomic_desired, (order)); \
  }))
#define atomic_store(object, desired) atomic_store_explicit(object, desired, __ATOMIC_SEQ_CST)

#define atomic_load_explicit(object, order) \
  (__extension__({ \
    __auto_type __atomic_object = (object); \
    __typeof__((void)0, *__atomic_object) __atomic_result; \
    __atomic_load(__atomic_object, &__atomic_result, (order)); \
    __atomic_result; \
  }))
#define atomic_load(object) atomic_load_explicit(object, __ATOMIC_SEQ_CST)

#define atomic_exchange_explicit(object, desired, order) \
  (__extension__({ \
    __auto_type __atomic_object = (object); \
    __typeof__((void)0, *__atomic_object) __atomic_desired = (desired); \
    __typeof__((void)0, *__atomic_object) __atomic_result; \
    __atomic_exchange(__atomic_object, &__atomic_desired, &__atomic_result, (order)); \
    __atomic_result; \
  }))
#define atomic_exchange(object, desired) \
  atomic_exchange_explicit(object, desired, __ATOMIC_SEQ_CST)

#define __atomic_cas(object, expected, desired, weak, success, failure) \
  (__extension__({ \
    __auto_type __atomic_expected = (expected); \
    __typeof__((void)0, *__atomic_expected) __atomic_desired = (desired); \
    __atomic_compare_exchange((object), __atomic_expected, &__atomic_desired, weak, (success), \
                              (failure)); \
  }))
#define atomic_compare_exchange_strong_explicit(object, expected, desired, success, failure) \
  __atomic_cas(object, expected, desired, 0, success, failure)
#define atomic_compare_exchange_strong(object, expected, desired) \
  __atomic_cas(object, expected, desired, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
#define atomic_compare_exchange_weak_explicit(object, expected, desired, success, failure) \
  __atomic_cas(object, expected, desired, 1, success, failure)
#define atomic_compare_exchange_weak(object, expected, desired) \
  __atomic_cas(object, expected, desired, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)

#define atomic_fetch_add_explicit(object, value, order) __atomic_fetch_add((object), (value), (order))
#define atomic_fetch_add(object, value) __atomic_fetch_add((object), (value), __ATOMIC_SEQ_CST)
#define atomic_fetch_sub_explicit(object, value, order) __atomic_fetch_sub((object), (value), (order))
#define atomic_fetch_sub(object, value) __atomic_fetch_sub((object), (value), __ATOMIC_SEQ_CST)
#define atomic_fetch_or_explicit(object, value, order) __atomic_fetch_or((object), (value), (order))
#define atomic_fetch_or(object, value) __atomic_fetch_or((object), (value), __ATOMIC_SEQ_CST)
#define atomic_fetch_xor_explicit(object, value, order) __atomic_fetch_xor((object), (value), (order))
#define atomic_fetch_xor(object, value) __atomic_fetch_xor((object), (value), __ATOMIC_SEQ_CST)
#define atomic_fetch_and_explicit(object, value, order) __atomic_fetch_and((object), (value), (order))
#define atomic_fetch_and(object, value) __atomic_fetch_and((object), (value), __ATOMIC_SEQ_CST)

typedef _Atomic struct {
#if __GCC_ATOMIC_TEST_AND_SET_TRUEVAL == 1
  _Bool __val;
#else
  unsigned char __val;
#endif
} atomic_flag;

#define ATOMIC_FLAG_INIT { 0 }

extern _Bool atomic_flag_test_and_set(volatile atomic_flag *);
#define atomic_flag_test_and_set(object) __atomic_test_and_set((object), __ATOMIC_SEQ_CST)
extern _Bool atomic_flag_test_and_set_explicit(volatile atomic_flag *, memory_order);
#define atomic_flag_test_and_set_explicit(object, order) __atomic_test_and_set((object), (order))
extern void atomic_flag_clear(volatile atomic_flag *);
#define atomic_flag_clear(object) __atomic_clear((object), __ATOMIC_SEQ_CST)
extern void atomic_flag_clear_explicit(volatile atomic_flag *, memory_order);
#define atomic_flag_clear_explicit(object, order) __atomic_clear((object), (order))

#endif
