/* { dg-do compile } */
/* { dg-options "-O2" } */

/* The resolver's symbol is an indirect function, called as what another file may define. */
static int one (void) { return 1; }
static int (*resolve (void)) (void) { return one; }
int chosen (void) __attribute__ ((ifunc ("resolve")));
int f (void) { return chosen () + 1; }
int kept __attribute__ ((noinit));

/* { dg-final { scan-assembler "\t.type\tchosen, @gnu_indirect_function\n\t.set\tchosen,resolve\n" } } */
/* { dg-final { scan-assembler "call\tchosen@plt" } } */
/* { dg-final { scan-assembler "\nresolve:\n" } } */
/* { dg-final { scan-assembler "\t.section\t.noinit,\"aw\"" } } */
