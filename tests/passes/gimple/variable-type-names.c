/* { dg-do run } */
/* Sizes in type names and operands of typeof are evaluated where GCC evaluates them, in its order: each call of `t` leaves
   its number. */
#include <stdarg.h>
#include <stdio.h>

static char trace[400], *end = trace;

__attribute__ ((noinline)) static int t (int id, int value)
{
  *end++ = (char) ('0' + id);
  *end++ = ' ';
  return value;
}

static void show (const char *what, long value)
{
  *end = 0;
  printf ("%s: %s= %ld\n", what, trace, value);
  end = trace;
}

static long q[64];

static void casts (int m)
{
  int b[2][m], (*pb)[m] = b, n[2][3];
  show ("cast", (int (*)[t (1, 3)]) q == 0);
  show ("inner bound first", sizeof *(int (*)[t (1, 2)][t (2, 3)]) q);
  show ("before the operand", (*(int (*)[t (1, 3)]) (t (2, 0), q))[0]);
  show ("typeof a variable array", (__typeof__ (b[t (1, 0)]) *) q == 0);
  show ("typeof another", (__typeof__ (n[t (1, 0)]) *) q == 0);
  show ("typeof a pointer", (__typeof__ (pb++)) q == 0);
  show ("which was incremented", (char *) pb - (char *) b);
  show ("typeof in a bound", (__typeof__ (int[t (1, 3)]) (*)[t (2, 2)]) q == 0);
  show ("in a function type", (int (*(*) (void))[t (1, 3)]) q == 0);
  show ("a structure", (struct { int a[t (1, 3)], b[t (2, 2)]; } *) q == 0);
  show ("a pointer in one", (struct { int (*a)[t (1, 3)]; } *) q == 0);
  show ("an argument", printf ("%d %d\n", t (1, 5), (int (*)[t (2, 3)]) q != 0));
  for (int i = 0; i < 2; i++)
    show ("only where it is needed", i && (int (*)[t (1, 3)]) q);
}

static void sizes (int m)
{
  int b[2][m];
  show ("sizeof", sizeof (int[t (1, 3)]));
  show ("sizeof of two dimensions", sizeof (int[t (1, 2)][t (2, 3)]));
  show ("of a pointer", sizeof (int (*)[t (1, 3)]));
  show ("of a variable array", sizeof (__typeof__ (b[t (1, 0)])));
  show ("alignment", _Alignof (int[t (1, 3)]));
  show ("of a structure", sizeof (struct { char c; int a[t (1, 3)]; }));
  show ("an operand of an array type", sizeof *(t (1, 0), b));
  show ("one of a structure type", sizeof *(t (1, 0), (struct { int a[m]; } *) q));
}

static void declarations (int m)
{
  int b[2][m], (*pb)[m] = b;
  int (*p)[t (1, 2)][t (2, 3)] = (void *) q;
  show ("pointer", sizeof *p);
  __typeof__ (int[t (1, 3)]) x[t (2, 2)];
  show ("specifiers first", sizeof x);
  __typeof__ (pb + t (1, 0)) y, z;
  show ("for each declarator", sizeof y + sizeof z);
  typedef __typeof__ (b[t (1, 0)]) T;
  show ("typedef", sizeof (T));
  typedef __typeof__ (int (*)[t (1, 3)]) P;
  show ("typedef of a pointer", sizeof (P));
  P u = 0, v = 0;
  show ("is done", sizeof *u + sizeof *v);
  struct s { int (*a)[t (1, 3)]; union { int (*b)[t (2, 2)]; } c; } s;
  show ("members", sizeof *s.a + sizeof *s.c.b);
  static int (*w)[t (1, 3)];
  show ("static", sizeof *w);
  int (*a[2])[t (1, 1)][({ int c[t (2, 3)]; sizeof c; })];
  show ("a block in a bound", sizeof *a[0]);
  _Atomic (int (*)[t (1, 3)]) o;
  show ("atomic", sizeof o);
}

static void parameters (int m, int (*p)[t (1, m)][t (2, m)], int r[t (3, m)], __typeof__ (int[t (4, m)]) k)
{
  show ("parameters", sizeof *p + sizeof *r + sizeof *k);
}

static int old_style (m, p, r)
  int m;
  int (*p)[t (1, m)][t (2, m)];
  int r[t (3, m)];
{
  show ("old style", sizeof *p);
  return m;
}

static void arguments (int n, ...)
{
  va_list ap;
  va_start (ap, n);
  int (*p)[3] = va_arg (ap, int (*)[t (1, 3)]);
  show ("va_arg", (*p)[1]);
  va_end (ap);
}

int main (void)
{
  casts (3);
  sizes (3);
  declarations (3);
  parameters (2, 0, 0, 0);
  old_style (2, (int (*)[2][2]) 0, (int *) 0);
  int three[3] = { 1, 2, 3 };
  arguments (1, &three);
  show ("literal", (*(int (*[1])[t (1, 3)]) { &three }[0])[2]);
  return 0;
}

/* { dg-output {cast: 1 = 0\n} } */
/* { dg-output {inner bound first: 2 1 = 24\n} } */
/* { dg-output {before the operand: 1 2 = 0\n} } */
/* { dg-output {typeof a variable array: 1 = 0\n} } */
/* { dg-output {typeof another: = 0\n} } */
/* { dg-output {typeof a pointer: = 0\n} } */
/* { dg-output {which was incremented: = 12\n} } */
/* { dg-output {typeof in a bound: 1 2 = 0\n} } */
/* { dg-output {in a function type: 1 = 0\n} } */
/* { dg-output {a structure: 1 2 = 0\n} } */
/* { dg-output {a pointer in one: 1 = 0\n} } */
/* { dg-output {5 1\n} } */
/* { dg-output {an argument: 1 2 = 4\n} } */
/* { dg-output {only where it is needed: = 0\n} } */
/* { dg-output {only where it is needed: 1 = 1\n} } */
/* { dg-output {sizeof: 1 = 12\n} } */
/* { dg-output {sizeof of two dimensions: 2 1 = 24\n} } */
/* { dg-output {of a pointer: = 8\n} } */
/* { dg-output {of a variable array: 1 = 12\n} } */
/* { dg-output {alignment: = 4\n} } */
/* { dg-output {of a structure: 1 = 16\n} } */
/* { dg-output {an operand of an array type: 1 = 12\n} } */
/* { dg-output {one of a structure type: 1 = 12\n} } */
/* { dg-output {pointer: 2 1 = 24\n} } */
/* { dg-output {specifiers first: 1 2 = 24\n} } */
/* { dg-output {for each declarator: 1 1 = 16\n} } */
/* { dg-output {typedef: 1 = 12\n} } */
/* { dg-output {typedef of a pointer: 1 = 8\n} } */
/* { dg-output {is done: = 24\n} } */
/* { dg-output {members: 1 2 = 20\n} } */
/* { dg-output {static: 1 = 12\n} } */
/* { dg-output {a block in a bound: 2 1 = 48\n} } */
/* { dg-output {atomic: 1 = 8\n} } */
/* { dg-output {parameters: 2 1 3 4 = 24\n} } */
/* { dg-output {old style: 2 1 = 16\n} } */
/* { dg-output {va_arg: 1 = 2\n} } */
/* { dg-output {literal: 1 = 3\n} } */
