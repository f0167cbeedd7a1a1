/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ivopts-details" } */

/* An address is a variable of its own; the index stays, since its value is stored. */
void f (int *a, int n) { for (int i = 0; i < n; i++) a[i] = i; }

/* { dg-final { scan-tree-dump "MEM\\\[\\(int \\*\\)_\[0-9\]+\\\] = i_" "ivopts" } } */
/* { dg-final { scan-tree-dump "ivtmp.\[0-9\]+_\[0-9\]+ = ivtmp.\[0-9\]+_\[0-9\]+ \\+ 4;" "ivopts" } } */
/* { dg-final { scan-tree-dump "Selected IV set for loop 1 at .*, 10 avg niters, 2 IVs:" "ivopts" } } */
/* { dg-final { scan-tree-dump "if \\(i_\[0-9\]+ != n_" "ivopts" } } */
