/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-optimized" } */

/* Calls and stores that others see stay. */
extern int effect (void);
volatile int device;
int global;
void f (void)
{
  int a = effect ();
  int b = device;
  global = 1;
}

/* { dg-final { scan-tree-dump "effect \\(\\)" "optimized" } } */
/* { dg-final { scan-tree-dump "device" "optimized" } } */
/* { dg-final { scan-tree-dump "global = 1" "optimized" } } */
