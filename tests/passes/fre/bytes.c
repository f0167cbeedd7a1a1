/* { dg-do compile } */
/* { dg-options "-O2 -fchecking -fdump-tree-fre1" } */

/* What lies in memory is put together from what was written. */
void *memset (void *, int, unsigned long);
void *memcpy (void *, const void *, unsigned long);
struct s { unsigned char a, b; unsigned short c; int d; };
extern void sink (void *);

unsigned f (void)
{
  struct s x;
  memset (&x, 0x11, sizeof x);
  x.b = 0x22;
  unsigned r = *(unsigned *) &x;
  sink (&x);
  return r;
}

int g (struct s *p, struct s *q)
{
  p->d = 42;
  struct s t = *p;
  q->d = 1;
  return t.d;
}

int h (struct s *p)
{
  p->d = 43;
  struct s t;
  memcpy (&t, p, sizeof t);
  p->d = 1;
  return t.d;
}

/* { dg-final { scan-tree-dump "return 286335505" "fre1" } } */
/* { dg-final { scan-tree-dump "return 42;" "fre1" } } */
/* { dg-final { scan-tree-dump "return 43;" "fre1" } } */
