/* { dg-do run } */
/* { dg-options "-O2" } */

/* Values of variables that something writes after all are not taken from their initialisers. */
static int by_pointer = 1, by_copy[2] = { 1, 2 }, never = 3;
static struct { int a; char *p; } by_struct = { 1, 0 };
__attribute__ ((noipa)) void set (int *p) { *p = 9; }
__attribute__ ((noipa)) void change (void)
{
  static const int other[2] = { 7, 8 };
  set (&by_pointer);
  __builtin_memcpy (by_copy, other, sizeof other);
  by_struct.a = 5;
}
__attribute__ ((noipa)) int get (void) { return by_pointer * 1000 + by_copy[1] * 100 + by_struct.a * 10 + never; }
int main (void)
{
  if (get () != 1000 + 200 + 10 + 3)
    return 1;
  change ();
  return get () != 9000 + 800 + 50 + 3;
}
