/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-crited1" } */

/* An edge from a branch to where ways join gets a block. */
int g (int);
int f (int a, int b)
{
  int r = a;
  if (a > 0)
    r = g (b);
  return r + b;
}

/* { dg-final { scan-tree-dump "# r_\[0-9\]+ = PHI <a_\[0-9\]+\\(D\\)\\(5\\), r_\[0-9\]+\\(3\\)>|# r_\[0-9\]+ = PHI <a_\[0-9\]+\\(D\\)\\(4\\), r_\[0-9\]+\\(3\\)>" "crited1" } } */
/* { dg-final { scan-tree-dump-not "Removing basic block" "crited1" } } */
