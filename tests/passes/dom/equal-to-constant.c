/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-fre -fno-tree-vrp -fdump-tree-dom2-details" } */

/* Where a name is equal to a constant it is replaced, and the statement folds. */
void g (int);

void f (int a)
{
  if (a == 5)
    g (a * 3);
}

/* { dg-final { scan-tree-dump "Replaced 'a_\[0-9\]*\\(D\\)' with constant '5'" "dom2" } } */
/* { dg-final { scan-tree-dump "Folded to: _\[0-9\]* = 15;" "dom2" } } */
/* { dg-final { scan-tree-dump "g \\(15\\);" "dom2" } } */
