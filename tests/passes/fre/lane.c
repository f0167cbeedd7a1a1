/* An element of a vector that is read through a pointer to its elements is a reference to bits of the vector. */
/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-gimple -fdump-tree-fre1-details" } */
typedef float v4 __attribute__((vector_size (16)));
struct { float i; v4 all; } s;

float foo (float f)
{
  s.all = (v4) {0.0f, f, 0.0f, 1.0f};
  return *((float *) &s.all + 1);
}

/* Written, it is a place in memory. */
void set (float f)
{
  *((float *) &s.all + 2) = f;
}
/* { dg-final { scan-tree-dump-times "BIT_FIELD_REF <s.all, 32, 32>" 1 "gimple" } } */
/* { dg-final { scan-tree-dump-not "BIT_FIELD_REF <s.all, 32, 64>" "gimple" } } */
/* { dg-final { scan-tree-dump "Replaced BIT_FIELD_REF.*with f_" "fre1" } } */
