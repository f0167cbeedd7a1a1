/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-iftoswitch" } */

/* The way on is that of the other values, whichever way the condition is written. */

void g0 (void), g1 (void), g2 (void), g3 (void), g4 (void), g5 (void);

void
f (int x)
{
  if (x != 1)
    {
      if (x != 2)
	{
	  if (x != 3)
	    {
	      if (x != 4)
		{
		  if (x != 5)
		    g5 ();
		  else
		    g4 ();
		}
	      else
		g3 ();
	    }
	  else
	    g2 ();
	}
      else
	g1 ();
    }
  else
    g0 ();
}

/* { dg-final { scan-tree-dump {case 1: <L\d+> \[INV\], case 2: <L\d+> \[INV\], case 3: <L\d+> \[INV\], case 4: <L\d+> \[INV\], case 5: <L\d+> \[INV\]>} "iftoswitch" } } */
