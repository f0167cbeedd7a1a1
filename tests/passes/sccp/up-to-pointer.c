/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-sccp" } */

/* A pointer that is moved up to another is that one: what is added to it one after the other is added at once.  */
char *f (char *p, char *q)
{
  while (p < q)
    ++p;
  return p;
}

/* { dg-final { scan-tree-dump "p_\[0-9\]+ = q_\[0-9\]+\\(D\\);" "sccp" } } */
