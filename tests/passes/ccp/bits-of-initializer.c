/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ccp1 -fdump-tree-ccp2" } */

/* What is read of constant memory may be several bit-fields, or a part of bytes. */
static const struct bits { int a : 4; unsigned b : 7; signed char c; int d : 5; } s = { -3, 100, -2, 9 };
static const union { unsigned all : 20; struct { unsigned low : 8, high : 12; } parts; } u = { 0x12345 };
static const struct { short t[4]; } shorts = { { 1, 2, [3] = -1 } };

int
fields (void)
{
  return s.a + s.b + s.c + s.d;
}

int
of_union (void)
{
  return u.all;
}

int
same (const struct bits *p)
{
  return s.a == -3 && s.b == 100;
}

long
wide (void)
{
  long l;
  __builtin_memcpy (&l, &shorts, 8);
  return l;
}

/* { dg-final { scan-tree-dump "return 104;" "ccp1" } } */
/* { dg-final { scan-tree-dump "return 74565;" "ccp1" } } */
/* { dg-final { scan-tree-dump "return 1;" "ccp2" } } */
/* { dg-final { scan-tree-dump "return -281474976579583;" "ccp2" } } */
