/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-iftoswitch" } */

/* What is tested twice is no case twice. */

void g1 (void), g2 (void), g3 (void), g4 (void), g5 (void);

void
f (unsigned x)
{
  if (x == 1)
    g1 ();
  else if (x == 2)
    g2 ();
  else if (x < 4)
    g3 ();
  else if (x == 6)
    g4 ();
  else if (x == 7)
    g5 ();
}

/* { dg-final { scan-tree-dump {if \(x_[0-9]+\(D\) <= 3\)} "iftoswitch" } } */
/* { dg-final { scan-tree-dump-not {Expanded} "iftoswitch" } } */
