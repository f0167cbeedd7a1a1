/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-modref1 -fdump-tree-optimized" } */
extern void abort (void);
int *ptr;

/* A nested function reads and writes the variables of the one around it by the static chain. */
int main (void)
{
  int a = 1, b = 2;
  __attribute__ ((noinline)) int reads (void) { ptr = 0; return a; }
  __attribute__ ((noinline)) void writes (void) { b = 5; }
  reads ();
  if (a != 1)
    __builtin_abort ();
  writes ();
  return b - 5 + (a - 1);
}

/* { dg-final { scan-tree-dump "Static chain flags: no_direct_clobber no_indirect_clobber no_direct_escape no_indirect_escape not_returned_directly no_indirect_read" "modref1" } } */
/* { dg-final { scan-tree-dump "access: Static chain param offset:0 offset:0 size:32 max_size:32" "modref1" } } */
/* { dg-final { scan-tree-dump-not "abort" "optimized" } } */
