/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-sra" } */

/* Once what takes an argument from the list is lowered, nothing takes the list's address. */
void f (__builtin_va_list l) { if (__builtin_va_arg (l, int) != 1234) __builtin_abort (); }

/* { dg-final { scan-tree-dump "Now a gimple register: l" "sra" } } */
