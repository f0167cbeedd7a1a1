/* { dg-do run } */
/* { dg-options "-O2" } */

/* Operands of asm in all forms: matched by name, addresses, immediates that fit or do not, several letters, alternatives. */
struct pair { int a, b; };
static int array[4] = { 5, 6, 7, 8 };

__attribute__ ((noipa)) static int by_name (int x)
{
  int r;
  asm ("addi %[out],%[in],1" : [out] "=r" (r) : [in] "[out]" (x));
  return r;
}

__attribute__ ((noipa)) static struct pair two_by_name (int x)
{
  struct pair r;
  asm ("addi %[a],%[c],1\n\taddi %[b],%[d],2" : [a] "=&r" (r.a), [b] "=&r" (r.b) : [c] "[a]" (x), [d] "[b]" (x + 1));
  return r;
}

__attribute__ ((noipa)) static int from_address (int *p)
{
  int r;
  asm ("lw %0,0(%1)" : "=r" (r) : "p" (p), "m" (*p));
  return r;
}

__attribute__ ((noipa)) static int into_address (int *p)
{
  int *r;
  asm ("mv %0,%1" : "=&p" (r) : "p" (p));
  return r[1];
}

__attribute__ ((noipa)) static int immediates (int x)
{
  int a, b, c, d, e;
  asm ("addi %0,%1,%2" : "=r" (a) : "r" (x), "rI" (2047));
  asm ("add %0,%1,%2" : "=r" (b) : "r" (x), "rI" (2048));
  asm ("add %0,%1,%z2" : "=r" (c) : "r" (x), "rJ" (0));
  asm ("add %0,%1,%2" : "=r" (d) : "r" (x), "rK" (32));
  asm ("slli %0,%1,%2" : "=r" (e) : "r" (x), "in" (3));
  return a + b * 2 + c * 4 + d * 8 + e * 16;
}

__attribute__ ((noipa)) static long upper (void)
{
  long r;
  asm ("li %0,%1" : "=r" (r) : "L" (0x12000));
  return r;
}

__attribute__ ((noipa)) static int alternatives (int x, int y)
{
  int r, s;
  asm ("add %0,%1,%2" : "=r,r" (r) : "r,r" (x), "r,I" (12));
  asm ("add %0,%1,%2" : "=r,r" (s) : "%r,r" (x), "r,I" (y));
  return r * 100 + s;
}

__attribute__ ((noipa)) static int commutative (int x, int y)
{
  int r;
  asm ("add %0,%1,%2" : "=r" (r) : "%0" (x), "r" (y));
  return r;
}

__attribute__ ((noipa)) static int added (int *p, int by)
{
  int r;
  asm ("amoadd.w %0,%2,%1" : "=r" (r), "+A" (*p) : "r" (by));
  return r;
}

int main (void)
{
  struct pair p = two_by_name (10);
  if (by_name (4) != 5 || p.a != 11 || p.b != 13)
    __builtin_abort ();
  if (from_address (array + 2) != 7 || into_address (array) != 6)
    __builtin_abort ();
  if (immediates (1) != 2048 + 2 * 2049 + 4 + 8 * 33 + 16 * 8 || upper () != 0x12000)
    __builtin_abort ();
  if (alternatives (3, 40) != 1543 || commutative (8, 9) != 17)
    __builtin_abort ();
  if (added (array + 3, 4) != 8 || array[3] != 12)
    __builtin_abort ();
  return 0;
}
