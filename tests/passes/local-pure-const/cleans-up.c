/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-local-pure-const1" } */

/* What was found out of a function may matter to itself: its CFG is cleaned up, and what the profile added goes. */
void abort (void);

volatile int v;

void ends (void)
{
  unsigned char z = 0;
  do
    ++v;
  while (--z > 0);
  abort ();
}

void returns (void)
{
  unsigned char z = 0;
  do
    ++v;
  while (--z > 0);
}

/* { dg-final { scan-tree-dump "Function found to be noreturn: ends" "local-pure-const1" } } */
/* { dg-final { scan-tree-dump-times "Removing basic block" 1 "local-pure-const1" } } */
