/* { dg-do compile } */
/* { dg-options "-O0 -fdump-tree-veclower" } */

/* A comparison of vectors whose result nobody wants is removed. */
typedef float vec __attribute__ ((vector_size (16)));
void f (vec *d) { (void) ((*d *= 2) < 0); }

/* { dg-final { scan-tree-dump {BIT_FIELD_REF <_[0-9]+, 32, 96>} "veclower" } } */
/* { dg-final { scan-tree-dump-not " < " "veclower" } } */
