/* { dg-do run } */
/* { dg-options "-O2 -fdump-ipa-cp" } */

/* Without a prototype a `char` is passed as an `int`, and cut off when it comes. */
static __attribute__ ((noinline)) int cut (c, f)
  signed char c;
  float f;
{
  __asm__ volatile ("");
  return c * 2 + (int) f;
}

int main (int argc, char **argv)
{
  if (cut (300, 1.5) != 89 || cut (300, 1.5) != 89)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump "Node: cut/" "cp" } } */
