/* { dg-do run } */
/* { dg-options "-O2 -fno-ipa-cp -fdump-ipa-sra -fdump-tree-optimized" } */
extern void abort (void);
struct s { int a, b; long c; double d; };
struct t { int n; struct s s[4]; };

/* Of structures passed by value as well: from variables, from memory, from places that are not constant. */
__attribute__ ((noinline)) static int parts (struct s p) { return p.a - p.b; }
__attribute__ ((noinline)) static int all (struct s p) { struct s q = p; return q.a + (int) q.d + (int) q.c + q.b; }
__attribute__ ((noinline)) static int inner (struct t t) { return t.n + t.s[2].b; }

__attribute__ ((noinline, noclone)) int from (struct t *t, int i)
{
  return parts (t->s[i]) + parts (*(&t->s[0] + i)) + parts (t->s[1]) + inner (*t);
}

int main (int argc, char **argv)
{
  struct s x = { argc + 6, argc, 3, 4 };
  struct t t = { 5, { { 1, 2, 3, 4 }, { 9, 7, 0, 0 }, { 20, 10, 0, 0 }, x } };
  if (parts (x) != 6 || all (x) != 15 || inner (t) != 15 || from (&t, 2) != 10 + 10 + 2 + 15)
    abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump "Will split parameter 0" "sra" } } */
/* { dg-final { scan-tree-dump "int parts.isra \\(int ISRA.\[0-9\]+, int ISRA.\[0-9\]+\\)" "optimized" } } */
/* { dg-final { scan-tree-dump "int inner.isra \\(int ISRA.\[0-9\]+, int ISRA.\[0-9\]+\\)" "optimized" } } */
