/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-evrp" } */

/* What a function is given where null isn't allowed isn't null from there on. */
extern void lost (void);
extern int given (char *, char *) __attribute__ ((nonnull (1)));

int f (char *p, char *q)
{
  int r = given (p, q);
  if (!p)
    lost ();
  if (!q)
    return -1;
  return r;
}

unsigned long g (char *p)
{
  unsigned long n = __builtin_strlen (p);
  if (!p)
    lost ();
  return n;
}

/* { dg-final { scan-tree-dump-not "lost" "evrp" } } */
/* { dg-final { scan-tree-dump "if \\(q_\[0-9\]+\\(D\\) == 0B\\)" "evrp" } } */
