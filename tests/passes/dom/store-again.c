/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-fre -fno-tree-pre -fno-tree-dse -fdump-tree-dom2" } */

/* The memory holds that already; where a call may have changed it, it is stored again. */
void g (void);

void f (int *p)
{
  int a = *p;
  *p = a;
}

void h (int *p)
{
  int a = *p;
  g ();
  *p = a;
}

/* { dg-final { scan-tree-dump-times "\\*p_\[0-9\]*\\(D\\) = " 1 "dom2" } } */
