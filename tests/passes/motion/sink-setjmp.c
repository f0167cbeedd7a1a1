/* { dg-do compile } */
/* { dg-options "-O1 -ftree-sink-assignments -fdump-tree-sinkassign-details-stats" } */

/* A function that calls setjmp is left alone. */
typedef long jmp_buf[26];
int setjmp (jmp_buf);
extern jmp_buf env;
int f (int b)
{
  int a = b + 1;
  if (setjmp (env))
    b = 1;
  a = b + 1;
  return a;
}

/* { dg-final { scan-tree-dump "left alone: it calls setjmp" "sinkassign" } } */
