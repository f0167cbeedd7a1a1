/* { dg-do compile } */
/* { dg-options "-O1 -w" } */

/* What has been declared is renamed, what will be, and nothing that this unit defines. */
extern int before (void);
int f (void) { return before (); }
#pragma redefine_extname before early
#pragma redefine_extname after late
extern int after (void);
int g (void) { return after (); }
#pragma redefine_extname defined other
int defined (void) { return 3; }
int named (void) __asm__ ("first");
#pragma redefine_extname named second
int h (void) { return named (); }

/* { dg-final { scan-assembler "\tcall\tearly" } } */
/* { dg-final { scan-assembler "\tcall\tlate" } } */
/* { dg-final { scan-assembler "\ndefined:" } } */
/* { dg-final { scan-assembler "\tcall\tfirst" } } */
/* { dg-final { scan-assembler-not "other|second" } } */
