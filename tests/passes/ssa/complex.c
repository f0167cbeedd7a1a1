/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ssa" } */

/* A part of a complex number that is assigned by itself makes the whole anew. */
_Complex double f (_Complex double a, double b)
{
  _Complex double whole = a * b, parts = a;
  __real__ parts = b;
  return whole + parts;
}

/* { dg-final { scan-tree-dump {(_\d+) = IMAGPART_EXPR <parts_\d+>;\n  parts_\d+ = COMPLEX_EXPR <b_\d+\(D\), _\d+>;} "ssa" } } */
/* { dg-final { scan-tree-dump {whole_\d+ = COMPLEX_EXPR} "ssa" } } */
