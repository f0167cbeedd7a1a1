/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ifcombine-details" } */

/* Two bits that must be set are tested at once.  */

int g (int);

void
f (int x)
{
  if (x & 1)
    if (x & 4)
      g (1);
}

/* { dg-final { scan-tree-dump {optimizing double bit test to x_4\(D\) & T == T\nwith temporary T = \(1 << 2\) \| \(1 << 0\)\nMerging blocks 2 and 3} "ifcombine" } } */
/* { dg-final { scan-tree-dump {(_\d+) = x_4\(D\) & 5;\n  if \(\1 == 5\)} "ifcombine" } } */
