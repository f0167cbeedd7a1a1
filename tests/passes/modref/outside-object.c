/* { dg-do run } */
/* { dg-options "-O2" } */
extern void abort (void);
struct outer { int before; int inner; int after; };

/* A parameter may point into a larger object, all of which may be reached. */
__attribute__ ((noinline)) void around (int *inner)
{
  struct outer *o = (struct outer *) ((char *) inner - __builtin_offsetof (struct outer, inner));
  o->before = 5;
  inner[1] = 6;
}

int main (void)
{
  struct outer o = { 1, 2, 3 };
  around (&o.inner);
  if (o.before != 5 || o.inner != 2 || o.after != 6)
    abort ();
  return 0;
}
