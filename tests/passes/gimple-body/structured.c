/* { dg-do run } */
/* { dg-options "-O1 -fgimple -fdump-tree-gimple" } */

/* Structured bodies: labels, calls, members, casts, constants of given types. */

extern void abort (void);
struct inner { int b[2]; };
struct outer { int a; struct inner y; };
struct outer object;

int __GIMPLE ()
store (struct outer *p, long q)
{
  int b;
  short s;

  b = (int) q;
  p->a = b;
  object.y.b[1] = b;
  s = _Literal (short) 7;
  b = (int) s;
  b = b + 1;
  if (b != 8)
    goto wrong;
  else
    goto right;
right:
  b = p->y.b[1];
  return b;
wrong:
  b = __ABS b;
  return -1;
}

unsigned int __GIMPLE ()
twice (int a)
{
  unsigned int t;
  int _1;
  int _2;

  _1 = ~a;
  _2 = __MIN (_1, 100);
  t = __ABSU _2;
  t = t << 1;
  return t;
}

int
main (void)
{
  if (store (&object, 42) != 42 || object.a != 42 || twice (4) != 10)
    abort ();
  return 0;
}

/* { dg-final { scan-tree-dump "object.y.b\\\[1\\\] = b" "gimple" } } */
