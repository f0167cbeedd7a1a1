/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ivopts-details" } */

/* What store motion made is no variable of the program: one that begins where it is used does as well, and comes first.  The
   sum of its start is computed with a sign and converted.  */
int n;
void f (int m)
{
  int i;
  for (i = m; i > 0; i -= 0xfffffff)
    n += 1;
}

/* { dg-final { scan-tree-dump "Base:\tn_lsm" "ivopts" } } */
/* { dg-final { scan-tree-dump "Base:\t\\(unsigned int\\) \\(n_lsm.\[0-9\]+_\[0-9\]+ \\+ 1\\)" "ivopts" } } */
/* { dg-final { scan-tree-dump "ivtmp.\[0-9\]+_\[0-9\]+ = \\(unsigned int\\) _\[0-9\]+;" "ivopts" } } */
/* { dg-final { scan-tree-dump "_\[0-9\]+ = n_lsm.\[0-9\]+_\[0-9\]+ \\+ 1;" "ivopts" } } */
