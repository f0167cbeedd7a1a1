/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-local-pure-const1" } */

extern int visible;
static int own;
extern void outside (void);

/* The dump says of each statement why the function is not const. */
int reads (int *p)
{
  return *p + visible;
}

void writes (int a)
{
  own = a;
  visible = own;
}

__attribute__ ((noinline)) int only_computes (int a)
{
  return a * 5;
}

void exits (void)
{
  __builtin_exit (3);
}

int get (void)
{
  return own;
}

/* { dg-final { scan-tree-dump " local analysis of reads/" "local-pure-const1" } } */
/* { dg-final { scan-tree-dump "Indirect ref read is not const" "local-pure-const1" } } */
/* { dg-final { scan-tree-dump "global memory read is not const" "local-pure-const1" } } */
/* { dg-final { scan-tree-dump "static/global memory write is not const/pure" "local-pure-const1" } } */
/* { dg-final { scan-tree-dump "static memory read is not const" "local-pure-const1" } } */
/* { dg-final { scan-tree-dump "Function is locally const\\." "local-pure-const1" } } */
/* { dg-final { scan-tree-dump "Function is locally looping\\." "local-pure-const1" } } */
/* { dg-final { scan-tree-dump "Function can locally free\\." "local-pure-const1" } } */
