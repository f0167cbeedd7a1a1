/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-iftoswitch" } */

void g1 (void), g2 (void), g3 (void), g4 (void), g5 (void);

void
f (int x)
{
  if (x == 1)
    g1 ();
  else if (x == 100)
    g2 ();
  else if (x == 1000)
    g3 ();
  else if (x == 4000)
    g4 ();
  else if (x == 50000)
    g5 ();
}

/* { dg-final { scan-tree-dump {;; Canonical GIMPLE case clusters: 1 100 1000 4000 50000 } "iftoswitch" } } */
/* { dg-final { scan-tree-dump-not {Expanded} "iftoswitch" } } */
