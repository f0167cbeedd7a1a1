/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-uncprop1" } */

/* A truth value is known on both edges. */
_Bool g (int); void h (void);
extern _Bool out;
void f (_Bool a, int b)
{
  _Bool r;
  if (a)
    {
      h ();
      r = 1;
    }
  else
    r = g (b);
  out = r;
}

/* { dg-final { scan-tree-dump "PHI <.*a_\[0-9\]+\\(D\\)" "uncprop1" } } */
