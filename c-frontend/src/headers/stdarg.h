/* Variable arguments (C17 7.16). With __need___va_list, a C library asks for __gnuc_va_list only. */
#ifndef _STDARG_H
#ifndef __need___va_list
#define _STDARG_H
#define _ANSI_STDARG_H_
#endif
#undef __need___va_list

#ifndef __GNUC_VA_LIST
#define __GNUC_VA_LIST
typedef __builtin_va_list __gnuc_va_list;
#endif

#ifdef _STDARG_H
#define va_start(list,last) __builtin_va_start(list,last)
#define va_end(list) __builtin_va_end(list)
#define va_arg(list,type) __builtin_va_arg(list,type)
#if !defined __STRICT_ANSI__ || __STDC_VERSION__ + 0 >= 199900L
#define va_copy(to,from) __builtin_va_copy(to,from)
#endif
#define __va_copy(to,from) __builtin_va_copy(to,from)

#ifndef _VA_LIST_DEFINED
#define _VA_LIST_DEFINED
#define _VA_LIST
#define _VA_LIST_
#define _VA_LIST_T_H
#define __va_list__
typedef __gnuc_va_list va_list;
#endif
#endif

#endif
