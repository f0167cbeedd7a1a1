/* { dg-do compile } */
/* { dg-options "-O2 -fexceptions -fdump-tree-nothrow" } */

extern int outside (int);
extern int quiet (int) __attribute__ ((nothrow));

/* With -fexceptions what is called may throw. */
int throws (int a)
{
  return outside (a);
}

int does_not (int a)
{
  return quiet (a) + 1;
}

/* { dg-final { scan-tree-dump "Statement can throw: _\[0-9\]+ = outside" "nothrow" } } */
/* { dg-final { scan-tree-dump "Function found to be nothrow: does_not" "nothrow" } } */
/* { dg-final { scan-tree-dump-not "found to be nothrow: throws" "nothrow" } } */
