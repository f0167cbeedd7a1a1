/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ifcvt" } */

/* A sum of floats may raise an exception that nobody asked for. */
double f (double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > 1.0)
      s += a[i];
  return s;
}

/* { dg-final { scan-tree-dump {if \(_[0-9]+ > 1} "ifcvt" } } */
/* { dg-final { scan-tree-dump-not "Applying if-conversion" "ifcvt" } } */
