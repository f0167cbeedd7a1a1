/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-ccp1" } */

/* Only along executable edges is the argument of the phi constant: Listing 3-8. */
int f (void)
{
  int i = 1;
  int flag = 0;
  while (i > 0 && !flag)
    {
      if (i == 1)
	flag = 1;
      else
	i++;
    }
  return i;
}

/* { dg-final { scan-tree-dump "return 1;" "ccp1" } } */
/* { dg-final { scan-tree-dump-not "= i_\[0-9\]+ \\+ 1" "ccp1" } } */
