/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fre1" } */

/* Of a load that is masked only the bits of the mask need to be known: those of a bit-field beside others. */
struct { int b : 29; } f;
struct { unsigned low : 4, high : 6; } s;

int
one (void)
{
  f.b = -55;
  return f.b != -55;
}

int
beside (int n)
{
  s.high = 31;
  s.low = n;
  return s.high == 31;
}

int
overwritten (int n)
{
  s.high = 31;
  s.high = n;
  return s.high == 31;
}

/* { dg-final { scan-tree-dump "return 0;" "fre1" } } */
/* { dg-final { scan-tree-dump "return 1;" "fre1" } } */
/* { dg-final { scan-tree-dump-times "return \[01\];" 2 "fre1" } } */
