/* { dg-do compile } */
/* { dg-options "-O2 -fdisable-tree-evrp -fdisable-tree-ccp2 -fdump-tree-cunrolli-details" } */

/* The sixth element is not there: the test against ten never ends the loop. */
int a[5], found;

void search (int k)
{
  for (int i = 0; i < 10; i++)
    {
      if (a[i] == k)
	break;
      found++;
    }
}

/* { dg-final { scan-tree-dump "Loop 1 iterates at most 5 times\\." "cunrolli" } } */
/* { dg-final { scan-tree-dump-times "Removed pointless exit: if" 1 "cunrolli" } } */
