/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-local-pure-const1" } */

volatile int port;

int f (void)
{
  return port;
}

void g (void)
{
  __asm__ volatile ("" : : : "memory");
}

/* { dg-final { scan-tree-dump "Volatile stmt is not const/pure" "local-pure-const1" } } */
/* { dg-final { scan-tree-dump "Volatile operand is not const/pure" "local-pure-const1" } } */
/* { dg-final { scan-tree-dump "memory asm clobber is not const/pure" "local-pure-const1" } } */
/* { dg-final { scan-tree-dump-times "Volatile stmt" 1 "local-pure-const1" } } */
