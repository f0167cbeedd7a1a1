/* { dg-do compile } */
/* { dg-options "-O1 -fdataflow=available,live -fdump-tree-dataflow" } */

/* Variables whose address is known elsewhere, and memory, are no facts. */
int g (int *);
int f (int a)
{
  int k = a;
  g (&k);
  return k + a;
}

/* { dg-final { scan-tree-dump-not "\{ k " "dataflow" } } */
/* { dg-final { scan-tree-dump {<bb 2> in: \{ a \}} "dataflow" } } */
