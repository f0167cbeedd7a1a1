/* { dg-do compile } */
/* { dg-options "-O1" } */

/* #pragma GCC visibility says it of what is declared up to the pop, unless the declaration does. */
int before = 1;
#pragma GCC visibility push(hidden)
int inside = 2;
int shown __attribute__ ((visibility ("default"))) = 3;
void function (void) {}
#pragma GCC visibility push(protected)
int inner = 4;
#pragma GCC visibility pop
int again = 5;
static int own = 6;
int *of_own (void) { return &own; }
#pragma GCC visibility pop
int after = 7;

/* { dg-final { scan-assembler "\t.hidden\tinside" } } */
/* { dg-final { scan-assembler "\t.hidden\tfunction" } } */
/* { dg-final { scan-assembler "\t.protected\tinner" } } */
/* { dg-final { scan-assembler "\t.hidden\tagain" } } */
/* { dg-final { scan-assembler-not "\t.hidden\t(before|shown|own|after)\n" } } */
