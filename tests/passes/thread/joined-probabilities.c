/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-thread1-gimple" } */

/* What is left of a branch when a way through it is threaded is rounded as GCC rounds it. */
extern int top (void *), argerror (void *, int, const char *), lower (void *, int, int);
extern void push (void *, int);
int min (void *l)
{
  int n = top (l);
  int imin = 1;
  int i;
  (void) (__builtin_expect (n >= 1, 1) || argerror (l, 1, "value expected"));
  for (i = 2; i <= n; i++)
    if (lower (l, i, imin))
      imin = i;
  push (l, imin);
  return 1;
}

/* { dg-final { scan-tree-dump "goto __BB\[0-9\]+\\(guessed\\(130194854\\)\\);\n  else\n    goto __BB\[0-9\]+\\(guessed\\(4022874\\)\\)" "thread1" } } */
