/* { dg-options "-w -ftrivial-auto-var-init=pattern" } */
#include <stdio.h>
#include <string.h>

struct s { char c; int i; };

static void
dump (const char *what, const void *p, int n)
{
  const unsigned char *b = p;
  printf ("%s:", what);
  for (int i = 0; i < n; i++)
    printf (" %02x", b[i]);
  printf ("\n");
}

__attribute__ ((noinline)) static void
f (int n)
{
  int x;
  short h;
  double d;
  _Bool b;
  char *p;
  struct s s;
  char a[5];
  char v[n];
  _Complex float z;
  int spared __attribute__ ((uninitialized)) = 7;
  printf ("%x %x %d\n", x, h, spared);
  dump ("d", &d, sizeof d);
  dump ("b", &b, sizeof b);
  dump ("p", &p, sizeof p);
  dump ("s", &s, sizeof s);
  dump ("a", a, sizeof a);
  dump ("v", v, n);
  dump ("z", &z, sizeof z);
  for (int i = 0; i < 2; i++)
    {
      long inner;
      dump ("inner", &inner, sizeof inner);
      inner = i;
    }
}

int
main (void)
{
  f (3);
  return 0;
}
