/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-cselim -fchecking -fdump-tree-sink1-details" } */

/* The first store is seen where it is not overwritten only. */
void f (int *p, int c, int v)
{
  *p = v * 3;
  if (c)
    *p = 5;
}

int g;
/* Each way to the join stores: one store after it does. */
void h (int c, int a, int b)
{
  if (c)
    g = a;
  else
    g = b;
}

/* { dg-final { scan-tree-dump "Sinking # .MEM_" "sink1" } } */
/* { dg-final { scan-tree-dump-times "sinking common stores to " 1 "sink1" } } */
/* { dg-final { scan-tree-dump-times "\n  g = " 1 "sink1" } } */
