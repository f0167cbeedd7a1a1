/* The memory that memset is to fill is looked at before it turns out that the function is called.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-expand" } */

char a[520];

void
f (void)
{
  __builtin_memset (a, 54, sizeof a);
}

/* { dg-final { scan-rtl-dump-times {\(symbol_ref:DI \("\*\.LANCHOR0"\)} 2 "expand" } } */
