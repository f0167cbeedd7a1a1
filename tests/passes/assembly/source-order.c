/* { dg-do compile } */
/* { dg-options "-O2 -fno-unit-at-a-time" } */

/* Functions, variables and asm come as they do in the source, static ones kept. It is the old name of
   -fno-toplevel-reorder. */
asm (".globl first_asm");
static int first = 4;
int f (int i)
{
  static void *to[] = { &&a, &&b };
  goto *to[i];
a:
  return 1;
b:
  return 2;
}
asm (".globl second_asm");
int second = 3;
static int kept (void) { return 3; }
int h (void) { return 1; }
asm (".globl last_asm");

/* { dg-final { scan-assembler "first_asm.*\nfirst:.*\nf:.*second_asm.*\nsecond:.*\nkept:.*\nh:.*last_asm" } } */
