/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-dominator-opts -fdump-tree-vrp1-details" } */

/* An assertion is about the name that is compared, not about what is computed from it. */
int b;
void g (void);
void h (void);
void f (int n)
{
  int old = b, now = old + 1;
  b = now;
  if (old > 1) __builtin_abort ();
  if (now > 1) g (); else h ();
}

/* { dg-final { scan-tree-dump {if \(now_[0-9]+ == 2\)} "vrp1" } } */
/* { dg-final { scan-tree-dump-not "Simplified relational" "vrp1" } } */
