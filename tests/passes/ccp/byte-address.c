/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ccp1" } */

/* What is accessed stands there where the pointer is to void, which has no size that of a byte could be. */
char c;
_Bool b;
char *f (void)
{
  char *p = &c;
  return p + 1;
}

_Bool *g (void)
{
  _Bool *p = &b;
  return p + 2;
}

/* { dg-final { scan-tree-dump {&MEM <char> \[\(void \*\)&c \+ 1B\]} "ccp1" } } */
/* { dg-final { scan-tree-dump {&MEM <_Bool> \[\(void \*\)&b \+ 2B\]} "ccp1" } } */
