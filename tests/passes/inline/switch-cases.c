/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* Cases that come to do what the default does are dropped while edges of the same switch move. */
int value, other;
void first (void);
void last (void);
static inline void empty (int x) {}
static inline void empty_too (int x) {}
static inline void choose (long p, long n)
{
  switch (value)
    {
    case 2: first (); break;
    case 4: empty (other); break;
    case 5: empty_too (other); break;
    case 41:;
      long q = p;
      if (n && q)
        last ();
    }
}
void f (long n) { choose (0, n); }

/* { dg-final { scan-tree-dump-times "first \\(\\)" 1 "optimized" } } */
/* { dg-final { scan-tree-dump-not "last \\(\\)" "optimized" } } */
