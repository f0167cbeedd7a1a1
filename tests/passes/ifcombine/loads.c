/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ifcombine-details" } */

/* What may fault is not done in any case.  */

int g (int);

void
f (int *p, int x)
{
  if (x & 1)
    if (*p & x)
      g (1);
}

/* { dg-final { scan-tree-dump { = \*p_[0-9]+\(D\);} "ifcombine" } } */
/* { dg-final { scan-tree-dump-not {optimizing} "ifcombine" } } */
