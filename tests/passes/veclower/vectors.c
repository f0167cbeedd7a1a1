/* { dg-do compile } */
/* { dg-options "-O0 -fdump-tree-veclower" } */

typedef int v4 __attribute__ ((vector_size (16)));
typedef signed char c8 __attribute__ ((vector_size (8)));

/* Lane by lane, and put together again. */
v4 product (v4 a, v4 b)
{
  return a * b;
}

/* Eight lanes in a word: the top bits apart. */
c8 sum (c8 a, c8 b)
{
  return a + b;
}

/* Bitwise operations a word at a time. */
v4 nots (v4 a)
{
  return ~a;
}

/* The comparison is done where its mask is made. */
v4 mask (v4 a, v4 b)
{
  return a < b;
}

/* What all lanes have in common is calculated once. */
v4 same (int a)
{
  v4 x = { a, a, a, a };
  return x - 7;
}

/* A constant selection takes lanes, another one indexes memory. */
v4 shuffle (v4 a, v4 b)
{
  return __builtin_shuffle (a, b, (v4) { 7, 0, 5, 2 });
}

v4 pick (v4 a, v4 m)
{
  return __builtin_shuffle (a, m);
}

/* { dg-final { scan-tree-dump "BIT_FIELD_REF <b_2.D., 32, 96>;\n  _\[0-9\]+ = _\[0-9\]+ \\* _\[0-9\]+;\n  _3 = {_7, _10, _13, _16};" "veclower" } } */
/* { dg-final { scan-tree-dump-times " & 9187201950435737471;" 2 "veclower" } } */
/* { dg-final { scan-tree-dump-times " & 9259542123273814144;" 1 "veclower" } } */
/* { dg-final { scan-tree-dump-times "_\[0-9\]+ = ~_\[0-9\]+;" 2 "veclower" } } */
/* { dg-final { scan-tree-dump-times "  <signed-boolean:32> _\[0-9\]+;" 8 "veclower" } } */
/* { dg-final { scan-tree-dump-not "VEC_COND_EXPR|VEC_PERM_EXPR" "veclower" } } */
/* { dg-final { scan-tree-dump "_\[0-9\]+ = a_\[0-9\]+.D. \\+ -7;|_\[0-9\]+ = a_\[0-9\]+.D. - 7;" "veclower" } } */
/* { dg-final { scan-tree-dump "_5 = BIT_FIELD_REF <b_2.D., 32, 96>;\n  _6 = BIT_FIELD_REF <a_1.D., 32, 0>;" "veclower" } } */
/* { dg-final { scan-tree-dump-times "VIEW_CONVERT_EXPR<int.4.>.vectmp" 4 "veclower" } } */
