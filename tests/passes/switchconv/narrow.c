/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-switchconv" } */

/* A long table has elements as narrow as its values. */

#define C(n, v) case n: return v;
#define F(n) C (n, 3) C (n + 1, 17) C (n + 2, -100) C (n + 3, 99)

long
f (int x)
{
  switch (x)
    {
    F (0) F (4) F (8) F (12) F (16) F (20) F (24) F (28)
    }
  return 0;
}

/* { dg-final { scan-tree-dump {signed char _\d+;} "switchconv" } } */
/* { dg-final { scan-tree-dump {_\d+ = CSWTCH.\d+\[_\d+\];\s+_\d+ = \(long int\) _\d+;} "switchconv" } } */
