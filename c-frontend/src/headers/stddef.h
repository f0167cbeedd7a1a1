/* Common definitions (C17 7.19). __need_size_t and its like ask for one of them only. */
#if !defined _STDDEF_H || defined __need_ptrdiff_t || defined __need_size_t \
    || defined __need_wchar_t || defined __need_wint_t || defined __need_NULL

#if !defined __need_ptrdiff_t && !defined __need_size_t && !defined __need_wchar_t \
    && !defined __need_wint_t && !defined __need_NULL
#define _STDDEF_H
#define _STDDEF_H_
#define _ANSI_STDDEF_H
#define __need_ptrdiff_t
#define __need_size_t
#define __need_wchar_t
#define __need_NULL
#define __need_the_rest
#endif

#ifdef __need_ptrdiff_t
#undef __need_ptrdiff_t
#ifndef _PTRDIFF_T
#define _PTRDIFF_T
#define _PTRDIFF_T_
#define __PTRDIFF_T
typedef __PTRDIFF_TYPE__ ptrdiff_t;
#endif
#endif

#ifdef __need_size_t
#undef __need_size_t
#ifndef __size_t__
#define __size_t__
#define __SIZE_T__
#define _SIZE_T
#define _SIZE_T_
#define __SIZE_T
#define _SIZE_T_DEFINED
#define __size_t
typedef __SIZE_TYPE__ size_t;
#endif
#endif

#ifdef __need_wchar_t
#undef __need_wchar_t
#if !defined __wchar_t__ && !defined __cplusplus
#define __wchar_t__
#define __WCHAR_T__
#define _WCHAR_T
#define _WCHAR_T_
#define __WCHAR_T
#define _WCHAR_T_DEFINED
typedef __WCHAR_TYPE__ wchar_t;
#endif
#endif

#ifdef __need_wint_t
#undef __need_wint_t
#ifndef _WINT_T
#define _WINT_T
typedef __WINT_TYPE__ wint_t;
#endif
#endif

#ifdef __need_NULL
#undef __need_NULL
#undef NULL
#define NULL ((void *)0)
#endif

#ifdef __need_the_rest
#undef __need_the_rest
#define offsetof(type, member) __builtin_offsetof (type, member)
#if (defined __STDC_VERSION__ && __STDC_VERSION__ >= 201112L) || !defined __STRICT_ANSI__
#ifndef _GCC_MAX_ALIGN_T
#define _GCC_MAX_ALIGN_T
typedef struct {
  long long __max_align_ll __attribute__((__aligned__(__alignof__(long long))));
  long double __max_align_ld __attribute__((__aligned__(__alignof__(long double))));
} max_align_t;
#endif
#endif
#endif

#endif
