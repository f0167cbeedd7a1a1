/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-fre -fno-tree-vrp -fno-tree-pre -fno-thread-jumps -fdisable-tree-ifcombine -fdump-tree-dom2" } */

/* Only one value is at least 5 and at most 5. */
void g (int);
void h (void);

void f (int a, int b)
{
  if (a <= b)
    {
      h ();
      if (a >= b)
        g (1);
    }
}

/* { dg-final { scan-tree-dump "if \\(a_\[0-9\]*\\(D\\) == b_" "dom2" } } */
