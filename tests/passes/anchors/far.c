/* { dg-do run } */
/* { dg-options "-O2" } */

/* A section that one anchor does not reach across has more of them, and alignment is kept. */
static int a[400] = { 1 }, b[400] = { 2 }, c[400] = { 3 };
static char d = 4;
static _Alignas (32) long e[20] = { 5 };
static int f = 6, *p = &c[7];
__attribute__ ((noipa)) int sum (int i)
{
  *p = i;
  return a[i] + b[i] + c[i] + d + e[i] + f;
}
__attribute__ ((noipa)) void set (int i)
{
  a[399] = b[398] = c[397] = d = e[19] = i;
  p = &b[399];
}
int main (void)
{
  if (sum (0) != 21 || c[7] != 0 || (unsigned long) e % 32)
    return 1;
  set (9);
  if (sum (19) != 6 + 9 + 9 || b[399] != 19)
    return 2;
  return a[399] + b[398] + c[397] + d + e[19] != 45;
}
