/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ivopts" } */

/* Offsets are of sizetype.  The name of the variable's start is made before those that it is computed with.  */
int a[100];
void f (int i)
{
  for (; i < 90; i++)
    a[i] = 3;
}

/* { dg-final { scan-tree-dump "_\[0-9\]+ = \\(sizetype\\) i_" "ivopts" } } */
/* { dg-final { scan-tree-dump "  sizetype _\[0-9\]+;\n  sizetype _\[0-9\]+;" "ivopts" } } */
