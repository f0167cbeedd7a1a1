/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-vect-details" } */

void f (int *a, int *b, int n) {
  for (int i = 0; i < n; i++)
    if (b[i])
      a[i] = b[i] + 1;
}

/* { dg-final { scan-tree-dump "Analyzing loop at .*form.c:5" "vect" } } */
/* { dg-final { scan-tree-dump "missed:   not vectorized: control flow in loop" "vect" } } */
/* { dg-final { scan-tree-dump "missed:  bad loop form" "vect" } } */
/* { dg-final { scan-tree-dump "missed: couldn't vectorize loop" "vect" } } */
/* { dg-final { scan-tree-dump "note: vectorized 0 loops in function" "vect" } } */
