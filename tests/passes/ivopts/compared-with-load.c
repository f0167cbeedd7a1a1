/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ivopts-details" } */

/* A variable that is compared with what is loaded each time is used by that comparison, but never eliminated from it.  */
int *p;
int f (int *a, int n)
{
  int i;
  for (i = n; i < *p; i++)
    *a += i;
  return i;
}

/* { dg-final { scan-tree-dump "Type:\tCOMPARE\n  Use \[0-9\]+.0:\n    At stmt:\tif \\(\[i_\]+\[0-9\]+ \[<>\] \[i_\]+\[0-9\]+\\)" "ivopts" } } */
