/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-iftoswitch" } */

/* Four comparisons are as good as they are. */

void g1 (void), g2 (void), g3 (void), g4 (void), g0 (void);

void
f (int x)
{
  if (x == 1)
    g1 ();
  else if (x == 2)
    g2 ();
  else if (x == 3)
    g3 ();
  else if (x == 4)
    g4 ();
  else
    g0 ();
}

/* { dg-final { scan-tree-dump {;; Canonical GIMPLE case clusters: 1 2 3 4 } "iftoswitch" } } */
/* { dg-final { scan-tree-dump-not {Expanded} "iftoswitch" } } */
