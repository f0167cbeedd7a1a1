/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-esra" } */

/* A call that takes the whole finds it in memory; one that gives it has its parts loaded. */

struct s { int a, b; };
void take (struct s);
struct s give (void);

int
f (void)
{
  struct s x = give ();
  x.a++;
  take (x);
  return x.a;
}

/* { dg-final { scan-tree-dump {x = give \(\);\s+x\$a_\d+ = x.a;} "esra" } } */
/* { dg-final { scan-tree-dump {x.a = x\$a_\d+;\s+take \(x\);} "esra" } } */
/* { dg-final { scan-tree-dump-not {x\$b} "esra" } } */
