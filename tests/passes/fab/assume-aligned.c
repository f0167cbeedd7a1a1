/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fab1-details" } */

/* What was assumed of an alignment has been taken note of: the pointer is itself. */
int g (void *);
int f (char *p)
{
  char *q = __builtin_assume_aligned (p, 16);
  return g (q) + *q;
}

/* { dg-final { scan-tree-dump "Simplified\n  q_\[0-9\]+ = __builtin_assume_aligned \\(p_\[0-9\]+\\(D\\), 16\\);\nto\n  q_\[0-9\]+ = p_\[0-9\]+\\(D\\);\n" "fab1" } } */
