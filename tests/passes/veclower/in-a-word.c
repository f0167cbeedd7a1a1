/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-veclower21" } */

/* Bytes are added in a word, without their highest bits, which are put right afterwards. */
typedef unsigned char b8 __attribute__ ((vector_size (8)));
b8 f (b8 a, b8 b)
{
  return a + b;
}

/* { dg-final { scan-tree-dump {_10 = _7 & 9259542123273814144;\n  _11 = _9 \+ _8;\n  _12 = _11 \^ _10;} "veclower21" } } */
