/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-iftoswitch" } */

/* What happens between conditions keeps them apart. */

void g1 (void), g2 (void), g3 (void), g4 (void), g5 (void), g6 (void);
extern volatile int v;

void
f (int x)
{
  if (x == 1)
    g1 ();
  else if (x == 2)
    g2 ();
  else
    {
      v = 1;
      if (x == 3)
	g3 ();
      else if (x == 4)
	g4 ();
      else if (x == 5)
	g5 ();
    }
}

/* { dg-final { scan-tree-dump {if \(x_[0-9]+\(D\) == 4\)} "iftoswitch" } } */
/* { dg-final { scan-tree-dump-not {Expanded} "iftoswitch" } } */
