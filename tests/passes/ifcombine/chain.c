/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ifcombine-details" } */

/* A test of two bits is none of one: the third stays.  */

int g (int);

void
f (int x)
{
  if (x & 1)
    if (x & 4)
      if (x & 16)
        g (1);
}

/* { dg-final { scan-tree-dump-times {optimizing} 1 "ifcombine" } } */
/* { dg-final { scan-tree-dump {(_\d+) = x_5\(D\) & 5;\n  if \(\1 == 5\)} "ifcombine" } } */
