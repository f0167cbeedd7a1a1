/* { dg-do run } */
/* { dg-options "-O2 -fno-ipa-cp -fdump-ipa-sra" } */
extern void abort (void);
struct s { float red; void *blue; int green; };
int zzz[10] = { 1, 2, 3, 4, 5 };
int calls;

/* A function that calls itself passes its own new parameters on, or what it loads for them. */
__attribute__ ((noinline)) static int improved (int recurse, int *l)
{
  int r = *l;
  if (recurse)
    {
      l = recurse > 2 ? &zzz[3] : zzz;
      calls += improved (0, l);
    }
  return r;
}
__attribute__ ((noinline)) static int count (int n, int unused) { return n ? count (n - 1, unused + 1) + 1 : 0; }
__attribute__ ((noinline, pure)) static int bar (struct s *s, int rec);
__attribute__ ((noinline, pure)) static int foo (struct s *s, int rec)
{
  int t = s->green;
  if (rec)
    t += bar (s, rec - 1);
  return t;
}
__attribute__ ((noinline, pure)) static int bar (struct s *s, int rec) { int t = foo (s, rec); return t + t; }

int main (int argc, char **argv)
{
  struct s s = { 7.4, 0, argc + 5 };
  int b = argc + 9;
  if (improved (argc, &b) != 10 || improved (argc + 2, &b) != 10 || calls != 5)
    abort ();
  if (count (argc + 4, argc) != 5 || bar (&s, argc + 1) != 84)
    abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump "Will split parameter 1" "sra" } } */
/* { dg-final { scan-ipa-dump "Will remove parameter 1" "sra" } } */
/* { dg-final { scan-ipa-dump-times "component at byte offset 16, size 4" 2 "sra" } } */
