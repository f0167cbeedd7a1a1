/* { dg-do compile } */
/* { dg-options "-O1 -fno-tree-sra -fdump-tree-fre1-details" } */

/* What was written as one type is read as another: a conversion of the value. */
union U { int i; unsigned u; float f; };

float to_float (int j)
{
  union U a;
  a.i = j;
  return a.f;
}

unsigned to_unsigned (int j)
{
  union U a;
  a.i = j;
  return a.u;
}

/* { dg-final { scan-tree-dump-times "Inserted" 2 "fre1" } } */
/* { dg-final { scan-tree-dump "= VIEW_CONVERT_EXPR<float>.j_" "fre1" } } */
/* { dg-final { scan-tree-dump "= .unsigned int. j_" "fre1" } } */
