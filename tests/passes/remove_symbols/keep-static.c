/* { dg-do compile } */
/* { dg-options "-O2 -fkeep-static-functions" } */

/* -fkeep-static-functions keeps them. */
static int not_called (int x) { return x * 3; }
int f (int x) { return x; }

/* { dg-final { scan-assembler "\nnot_called:" } } */
