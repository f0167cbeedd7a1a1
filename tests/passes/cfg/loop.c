/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cfg" } */

/* Loops are found and listed. */
extern int g (void);
void f (int n)
{
  do
    g ();
  while (--n);
}

/* { dg-final { scan-tree-dump {;; 2 loops found} "cfg" } } */
/* { dg-final { scan-tree-dump {;;  header [0-9]+, latch [0-9]+} "cfg" } } */
