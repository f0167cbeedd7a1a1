/* { dg-do compile } */
/* { dg-options "-march=rv32imafdc -mabi=ilp32d -O2 -fdump-tree-optimized" } */

/* The data model of ILP32. */
_Static_assert (sizeof (long) == 4 && sizeof (void *) == 4 && sizeof (long long) == 8, "");
_Static_assert (sizeof (long double) == 16 && _Alignof (long long) == 8 && _Alignof (double) == 8, "");
_Static_assert (_Generic (sizeof 0, unsigned : 1, default : 0), "");
_Static_assert (_Generic ((__PTRDIFF_TYPE__) 0, int : 1, default : 0), "");
_Static_assert (_Generic ((__INT64_TYPE__) 0, long long : 1, default : 0), "");
_Static_assert (_Generic ((__INTPTR_TYPE__) 0, int : 1, default : 0), "");
_Static_assert (_Generic ((__UINT_FAST16_TYPE__) 0, unsigned : 1, default : 0), "");
_Static_assert (__LONG_MAX__ == 0x7fffffff && __SIZE_MAX__ == 0xffffffff && __INTMAX_C (1) == 1ll, "");
#if __riscv_xlen != 32 || defined __SIZEOF_INT128__ || defined __LP64__ || __riscv_flen != 64
#error "macros"
#endif
int sizes (void) { return sizeof (struct { char c; long l; void *p; }); }
/* { dg-final { scan-tree-dump "return 12;" "optimized" } } */
