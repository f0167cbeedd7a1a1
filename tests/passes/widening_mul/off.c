/* { dg-do compile } */
/* { dg-options "-O2 -ffp-contract=off" } */

/* Each operation is rounded where that is asked for. */
double add (double a, double b, double c) { return a * b + c; }

/* { dg-final { scan-assembler {fmul.d} } } */
/* { dg-final { scan-assembler-not "fmadd" } } */
