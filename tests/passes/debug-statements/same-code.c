/* Debug statements change no code. */
/* { dg-do compile } */
/* { dg-options "-O2 -fcompare-debug" } */

extern int g (int);
static int twice (int v) { int w = v + v; return w; }
int f (int *p, int n)
{
  int s = 0, unused = 0;
  for (int i = 0; i < n; i++)
    {
      int t = twice (p[i]);
      unused += t;
      if (t > 3 && g (t))
        s += t;
      else if (t == 2) { }
    }
  while (s > 10)
    s = g (s);
  return s;
}

/* { dg-final { scan-assembler "call\tg" } } */
