/* { dg-do compile } */
/* { dg-options "-O2 -fchecking -fno-tree-pre -fno-code-hoisting -fdump-tree-sink1-details" } */

/* A load goes to where it is used, and stays before stores that it must not see. */
extern void use (int);
void f (int *p, int c)
{
  int x = *p;
  if (c)
    use (x);
}

void g (int *p, int *q, int c)
{
  int x = *p;
  *q = 1;
  if (c)
    use (x);
}

/* { dg-final { scan-tree-dump-times "Sinking # VUSE" 1 "sink1" } } */
