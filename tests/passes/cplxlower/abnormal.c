/* { dg-do compile } */
/* { dg-options "-O0 -fdump-tree-cplxlower0" } */

/* Where a function may return twice, each part of a variable keeps its place, zero or not. */
void h (void);
void f (void) __attribute__ ((returns_twice));
void g (_Complex int a)
{
  f ();
  if (a != 0)
    {
      a = 0;
      h ();
    }
}

/* { dg-final { scan-tree-dump "a\\\$imag_\[0-9\]+\\(ab\\) = 0;" "cplxlower0" } } */
/* { dg-final { scan-tree-dump-not "a\\\$imag\[^\n\]*PHI\[^\n\]* 0\\(" "cplxlower0" } } */
