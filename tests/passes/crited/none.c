/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-crited1" } */

/* Where each edge is the only one at one of its ends nothing is split. */
extern void g (void), h (void);
void f (int a)
{
  if (a)
    g ();
  else
    h ();
  g ();
}

/* { dg-final { scan-tree-dump-times "<bb " 7 "crited1" } } */
