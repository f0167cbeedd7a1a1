/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-tailc-details" } */

/* Calls that come last are marked, unless they may use a variable of the caller's. */

int g (int, int);
void h (int *);
void k (void);

int
f (int a, int b)
{
  return g (b, a);
}

void
escapes (void)
{
  int x;
  h (&x);
}

void
later (int n)
{
  {
    int x = n;
    h (&x);
  }
  k ();
}

/* { dg-final { scan-tree-dump {Found tail call _\d+ = g \(b_\d+\(D\), a_\d+\(D\)\); \[tail call\]\s+ in bb 2} "tailc" } } */
/* { dg-final { scan-tree-dump {k \(\); \[tail call\]} "tailc" } } */
/* { dg-final { scan-tree-dump-not {h \(&x\); \[tail call\]} "tailc" } } */
