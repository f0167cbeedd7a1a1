/* Errors are returned rarely, other constants not often; that a function returns -1 and 1 says nothing of errors. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-profile_estimate" } */
int error (int x) { return x > 3 ? -1 : x; }
char *null (char *p, int x) { return x > 3 ? 0 : p; }
int constant (int x) { return x > 3 ? 17 : x; }
int order (int x, int y)
{
  if (x < y)
    return -1;
  return x > y ? 1 : 0;
}
/* { dg-final { scan-tree-dump-times {negative return heuristics of edge 2->} 1 "profile_estimate" } } */
/* { dg-final { scan-tree-dump-times {null return heuristics of edge 2->} 1 "profile_estimate" } } */
/* { dg-final { scan-tree-dump-times {const return heuristics of edge 2->} 1 "profile_estimate" } } */
