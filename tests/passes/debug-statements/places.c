/* What inlining and simplifications add has no place in the source; what a loop's φ chooses from is where it was computed. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-einline-lineno -fdump-tree-forwprop1-lineno -fdump-tree-ch2-lineno" } */

extern void out (unsigned long);
struct s { int a, b, c; };
static int b_of (struct s p) { return p.b; }

int f (struct s *x)
{
  struct s y = *x;
  return b_of (y);
}

void g (unsigned j) { out ((unsigned long) j & 7); }

void h (int n)
{
  for (int i = 0; i < n; i++)
    out (i);
}

/* { dg-final { scan-tree-dump "\n  p = y;" "einline" } } */
/* { dg-final { scan-tree-dump "\n  _\[0-9\]+ = j_\[0-9\]+.D. & 7;" "forwprop1" } } */
/* { dg-final { scan-tree-dump "# i_\[0-9\]+ = PHI <\\\[\[^\n\]*:19:27\\\] i_\[0-9\]+\\(.\\), \\\[\[^\n\]*:19:12\\\] 0\\(.\\)>" "ch2" } } */
