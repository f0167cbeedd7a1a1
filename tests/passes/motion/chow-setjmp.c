/* { dg-do compile } */
/* { dg-options "-O1 -ftree-lexical-pre=chow -fdump-tree-lexpre-details-stats" } */

/* A function that calls setjmp is left alone. */
typedef long jmp_buf[26];
int setjmp (jmp_buf);
extern jmp_buf env;
int f (int a, int b)
{
  int x = a * b;
  if (setjmp (env))
    x = 1;
  return x + a * b;
}

/* { dg-final { scan-tree-dump "left alone: it calls setjmp" "lexpre" } } */
/* { dg-final { scan-tree-dump-not "lcmtmp" "lexpre" } } */
