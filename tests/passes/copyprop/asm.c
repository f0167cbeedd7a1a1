/* { dg-do compile } */
/* { dg-options "-O1 -fno-tree-ccp -fno-tree-forwprop -fno-tree-fre -fdump-tree-copyprop1" } */

/* Operands of an asm are uses like others. */
void f (int a)
{
  int b = a;
  __asm__ volatile ("# %0" : : "r" (b));
}

/* { dg-final { scan-tree-dump "__asm__\[^\n\]*\"r\" a_\[0-9\]+\\(D\\)" "copyprop1" } } */
