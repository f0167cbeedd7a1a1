/* A variable that was never given a value is a constant where its sign is asked for.  */
/* { dg-do compile } */
/* { dg-options "-O3 -fdump-rtl-expand" } */

short counter;
char runs, flag;
int d, f;

void
use (void)
{
  short nothing;
  for (; runs; ++runs)
    {
      d = counter;
      f = 0;
      if (flag)
        d = f = nothing >= 0;
    }
}

/* { dg-final { scan-rtl-dump-not {\(not:[DS]I \(const_int} "expand" } } */
/* { dg-final { scan-rtl-dump {\(not:DI \((sub)?reg} "expand" } } */
