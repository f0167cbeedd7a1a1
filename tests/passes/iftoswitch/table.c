/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-iftoswitch-details" } */

/* Five values to five blocks: a table. */

int
f (int x)
{
  if (x == 1)
    return 5;
  else if (x == 2)
    return 9;
  else if (x == 5)
    return -3;
  else if (x == 7)
    return 100;
  else if (x == 9)
    return 3;
  return 0;
}

/* { dg-final { scan-tree-dump {;; Canonical GIMPLE case clusters: 1 2 5 7 9 } "iftoswitch" } } */
/* { dg-final { scan-tree-dump {;; JT can be built: JT\(values:5 comparisons:10 range:9 density: 111.11%\):1-9 } "iftoswitch" } } */
/* { dg-final { scan-tree-dump {Expanded into a new gimple STMT: switch \(x_2\(D\)\) <default: <L16> \[INV\], case 1: <L11> \[INV\], case 2: <L12> \[INV\], case 5: <L13> \[INV\], case 7: <L14> \[INV\], case 9: <L15> \[INV\]>} "iftoswitch" } } */
/* { dg-final { scan-tree-dump {# _1 = PHI <5\(3\), 9\(4\), -3\(5\), 100\(6\), 3\(7\), 0\(2\)>} "iftoswitch" } } */
