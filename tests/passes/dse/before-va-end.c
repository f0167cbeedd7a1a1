/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-dse3" } */

/* Where the list stands is not asked for when it ends. */
void g (int);
void f (int n, ...)
{
  __builtin_va_list l;
  __builtin_va_start (l, n);
  if (__builtin_va_arg (l, int) != 1) __builtin_abort ();
  __builtin_va_end (l);
}

/* { dg-final { scan-tree-dump {__builtin_va_end \(&l\);} "dse3" } } */
/* { dg-final { scan-tree-dump-not "l = " "dse3" } } */
