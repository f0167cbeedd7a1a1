/* { dg-do compile } */
/* { dg-options "-O2 -fPIC" } */

/* Another object may define what this one does: its address comes from the table. */
int shown = 1;
int hidden __attribute__ ((visibility ("hidden"))) = 2;
static int own = 3;
int *of_shown (void) { return &shown; }
int *of_hidden (void) { return &hidden; }
int *of_own (void) { return &own; }

/* { dg-final { scan-assembler "\tla\ta0,shown" } } */
/* { dg-final { scan-assembler "\tlla\ta0,.LANCHOR0" } } */
/* { dg-final { scan-assembler "\tlla\ta0,.LANCHOR0.4" } } */
