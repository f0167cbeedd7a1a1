/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-iftoswitch" } */

/* Ranges are found after conversions and additions. */

void g1 (void), g2 (void), g3 (void), g4 (void), g5 (void);

void
f (unsigned x)
{
  if (x == 1)
    g1 ();
  else if (x == 2)
    g2 ();
  else if (x >= 3 && x <= 5)
    g3 ();
  else if (x == 6)
    g4 ();
  else if (x == 8)
    g5 ();
}

/* { dg-final { scan-tree-dump {case 3 ... 5: <L\d+>} "iftoswitch" } } */
