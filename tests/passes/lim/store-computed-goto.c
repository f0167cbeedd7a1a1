/* { dg-do run } */
/* { dg-options "-O2" } */

/* An interpreter's loop: the counter is in memory, and jumps go anywhere. */
int count;

__attribute__ ((noipa)) int run (const char *code)
{
  static void *const to[] = { &&add, &&twice, &&stop };
  int value = 1;
  goto *to[(int) *code];
add:
  count++;
  value += 3;
  goto *to[(int) *++code];
twice:
  count++;
  value *= 2;
  goto *to[(int) *++code];
stop:
  return value;
}

int main (void)
{
  if (run ("\0\1\1\0\2") != 19 || count != 4)
    __builtin_abort ();
  return 0;
}
