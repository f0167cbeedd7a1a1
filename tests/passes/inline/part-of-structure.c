/* { dg-do run } */
/* { dg-options "-O3 -fno-early-inlining -fno-ipa-icf -fno-ipa-sra -fno-ipa-cp -fdump-ipa-inline-details" } */
/* A call through what has been stored where an argument points to is a call of that. */
extern void abort (void);
struct S { int n; int (*f) (int); };
int seen;
static int twice (int x) { seen++; return 2 * x; }
static int call (struct S *p, int x) { return p->f (x) + p->n; }
static int pass (struct S *p, int x) { return call (p, x + 1); }
struct T { long other; struct S s; };
static int part (struct T *p, int x) { return call (&p->s, x); }
int __attribute__ ((noinline)) direct (int x) { struct S s; s.n = 3; s.f = twice; return pass (&s, x); }
int __attribute__ ((noinline)) within (int x)
{
  struct T t;
  t.s.n = 5;
  t.s.f = twice;
  t.other = 8;
  return part (&t, x);
}
int main (void) { if (direct (4) != 13 || within (6) != 17 || seen != 2) abort (); return 0; }

/* { dg-final { scan-ipa-dump "twice\[^\\n\]*inline copy in direct" "inline" } } */
/* { dg-final { scan-ipa-dump "twice\[^\\n\]*inline copy in within" "inline" } } */
/* { dg-final { scan-ipa-dump-times "Discovered an indirect call to a known target" 2 "inline" } } */
