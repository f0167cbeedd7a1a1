/* { dg-do compile } */
/* { dg-options "-O0 -fdump-tree-omplower -fdump-tree-ompexp" } */

/* Without OpenMP nothing is lowered nor expanded: the bodies are as they were. */
int f (int n)
{
  if (n > 3)
    return 1;
  return n;
}

/* { dg-final { scan-tree-dump {;; Function f .*\n\nint f \(int n\)\n} "omplower" } } */
/* { dg-final { scan-tree-dump {  return D\.\d+;\n  <D\.\d+>:} "omplower" } } */
/* { dg-final { scan-tree-dump {<bb 2> :} "ompexp" } } */
