/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ifcvt" } */

/* Other threads may see what is stored: nothing is where nothing was. */
int b[64];
void f (int *a) {
  for (int i = 0; i < 64; i++)
    if (a[i])
      b[i] = 7;
}

/* { dg-final { scan-tree-dump { b\[i_[0-9]+\] = 7;} "ifcvt" } } */
/* { dg-final { scan-tree-dump-not "Applying if-conversion" "ifcvt" } } */
