/* { dg-do run } */
/* { dg-options "-O2 -fdump-ipa-static-var" } */
extern void abort (void);
static int pointed, initial, part[4], copied[2] = { 1, 2 };
static int *p = &initial;
static volatile int always;

/* Variables whose address is taken are changed without being named; parts and copies are of them. */
__attribute__ ((noinline)) void set (int *q) { *q = 9; }
__attribute__ ((noinline)) void by_p (void) { *p = 8; }
__attribute__ ((noinline)) void element (int i) { part[i] = 7; }
__attribute__ ((noinline)) void whole (void) { int other[2] = { 3, 4 }; __builtin_memcpy (copied, other, sizeof other); }
__attribute__ ((noinline)) int test (int i)
{
  pointed = initial = part[i] = copied[0] = 1;
  always = 2;
  set (&pointed);
  by_p ();
  element (i);
  whole ();
  return pointed * 1000 + initial * 100 + part[i] * 10 + copied[0];
}

int main (int argc, char **argv)
{
  if (test (argc) != 9873)
    abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump "Promotable global:part" "static-var" } } */
/* { dg-final { scan-ipa-dump-not "Promotable global:pointed" "static-var" } } */
/* { dg-final { scan-ipa-dump-not "Promotable global:initial" "static-var" } } */
/* { dg-final { scan-ipa-dump-not "Promotable global:always" "static-var" } } */
