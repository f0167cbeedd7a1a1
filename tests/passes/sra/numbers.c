/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-esra" } */

/* Each variable made for a part takes a number, though only those of nameless objects show it. */
struct s { int a, b; };
struct s g (void);

int f (int i)
{
  struct s x;
  x.a = i;
  x.b = 2;
  return x.a + ((struct s) { i, 3 }).b + x.b;
}

/* { dg-final { scan-tree-dump {SR\.2_\d+ = 3;} "esra" } } */
