/* { dg-do run } */
/* { dg-options "-O2 -fno-ipa-cp -fdump-ipa-sra -fdump-tree-optimized" } */
extern void abort (void);
struct s { int a, b; long c; double d; };

/* Of what pointers point to the parts are passed that are read, as many as take no more than two pointers. */
__attribute__ ((noinline)) static int parts (struct s *p) { return p->a - p->b; }
__attribute__ ((noinline)) static long many (struct s *p) { return p->a + p->c + (long) p->d; }
__attribute__ ((noinline)) static int plain (int *p) { return *p + 1; }

int main (int argc, char **argv)
{
  struct s x = { argc + 6, argc, 3, 4 }, *p = &x;
  int y[3] = { 1, argc + 1, 3 };
  if (argc > 10)
    p++;
  if (parts (p) != 6 || many (p) != 14 || plain (y + argc) != 3)
    abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump-times "Will split parameter" 2 "sra" } } */
/* { dg-final { scan-ipa-dump "component at byte offset 4, size 4" "sra" } } */
/* { dg-final { scan-tree-dump "int parts.isra \\(int ISRA.\[0-9\]+, int ISRA.\[0-9\]+\\)" "optimized" } } */
