/* { dg-do run } */
/* { dg-options "-O3 -fno-early-inlining -fno-ipa-icf -fno-ipa-sra -fno-ipa-cp -fno-ipa-modref -fdump-ipa-inline" } */
/* Not where it may be something else by then: stored before the call by somebody else, in the function before it is
   loaded, on one of two paths, in part only. */
extern void abort (void);
struct S { int n; int (*f) (int); };
static int twice (int x) { return 2 * x; }
static int thrice (int x) { return 3 * x; }
static int call (struct S *p, int x) { return p->f (x) + p->n; }
static int change_first (struct S *p, int x) { p->f = thrice; return call (p, x); }
void __attribute__ ((noipa)) change (struct S *p) { p->f = thrice; }
int __attribute__ ((noinline)) elsewhere (int x) { struct S s = { 3, twice }; change (&s); return call (&s, x); }
int __attribute__ ((noinline)) before (int x) { struct S s = { 3, twice }; return change_first (&s, x); }
int __attribute__ ((noinline)) path (int x)
{
  struct S s = { 3, twice };
  if (x & 1)
    s.f = thrice;
  return call (&s, x);
}
int __attribute__ ((noinline)) pieces (int x)
{
  struct S s = { 3, twice };
  int (*t) (int) = thrice;
  for (unsigned i = 0; i < sizeof t; i++)
    ((char *) &s.f)[i] = ((char *) &t)[i];
  return call (&s, x);
}
int main (void)
{
  if (elsewhere (2) != 9 || before (2) != 9 || path (2) != 7 || path (3) != 12 || pieces (2) != 9)
    abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump-not "twice\[^\\n\]*inline copy in (elsewhere|before|path|pieces)" "inline" } } */
