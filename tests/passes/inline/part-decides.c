/* { dg-do compile } */
/* { dg-options "-O2 -fno-early-inlining -fno-ipa-icf -fno-ipa-sra -fno-ipa-cp -fno-partial-inlining -fdump-ipa-inline" } */
/* What is in memory decides what is executed, and so what inlining takes: small for 1, large for 9. */
struct S { int n; int m; };
extern int a (int), b (int);
static int f (struct S *p, int x)
{
  if (p->n > 3)
    return a (x) + b (x) + a (x + 1) + b (x + 2) + a (x + 3) + b (x + 4) + a (x + 5) + b (x + 6) + a (x + 7) + a (x * 3);
  return x + 1;
}
int small (int x) { struct S s; s.n = 1; s.m = 2; return f (&s, x); }
int large (int x) { struct S s; s.n = 9; s.m = 2; return f (&s, x); }
int unknown (int x, struct S *p) { return f (p, x); }

/* { dg-final { scan-ipa-dump "f/\[0-9\]*\[^\\n\]*inline copy in small" "inline" } } */
/* { dg-final { scan-ipa-dump-not "f/\[0-9\]*\[^\\n\]*inline copy in large" "inline" } } */
