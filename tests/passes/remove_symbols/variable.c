/* { dg-do compile } */
/* { dg-options "-O2" } */

/* A static variable that only unreached code uses goes; a volatile one that is used stays. */
static int gone_too = 3;
static int gone (void) { return gone_too; }
static volatile int kept = 4;
int f (void) { return kept; }

/* { dg-final { scan-assembler-not "gone" } } */
/* { dg-final { scan-assembler "\nkept:" } } */
