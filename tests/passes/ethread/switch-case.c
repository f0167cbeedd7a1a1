/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ethread" } */

/* A switch over what one of its predecessors has set. */
void g (int);

int
f (int a)
{
  int state;
  if (a < 10)
    state = 2;
  else
    state = 5;
  switch (state)
    {
    case 2: g (1); return 3;
    case 3: g (2); return 4;
    default: g (3); return 5;
    }
}

/* { dg-final { scan-tree-dump {PHI <3\(3\), 5\(4\)>} "ethread" } } */
/* { dg-final { scan-tree-dump-not "switch" "ethread" } } */
