/* Where blocks return on their own, the call is followed by a return. */
/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-fnsplit" } */
int noted[10], count;
void __attribute__ ((noipa)) note (int x) { noted[count++ % 10] = x; }
int __attribute__ ((noipa)) get (int x) { return x * 3; }
struct pair { int a, b; };
struct pair f (int x)
{
  struct pair p;
  if (__builtin_expect (x != 3, 1))
    {
      p.a = x;
      p.b = 1;
      return p;
    }
  note (x);
  note (x + 1);
  note (x + 2);
  p.a = get (x);
  p.b = 2;
  return p;
}
int __attribute__ ((noipa)) h (int x)
{
  struct pair p = f (x), q = f (x + 1);
  return p.a * 1000 + p.b * 100 + q.a * 10 + q.b;
}
int main (void) { return h (3) != 9241 || h (2) != 2192 || h (0) != 111 || count != 6 || noted[4] != 4; }
