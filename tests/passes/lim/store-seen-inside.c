/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-lim2-details" } */

/* What the loop may read elsewhere, what a call may see, and what is volatile, stays in memory. */
int g, h;
volatile int v;
void see (void);

void aliased (int *a, int n)
{
  for (int i = 0; i < n; i++)
    g += a[i];
}

void called (int n)
{
  for (int i = 0; i < n; i++)
    {
      h += i;
      see ();
    }
}

void told (int n)
{
  for (int i = 0; i < n; i++)
    v += i;
}

/* { dg-final { scan-tree-dump-not "Executing store motion" "lim2" } } */
/* { dg-final { scan-tree-dump "Querying SM WAR dependencies of ref \[0-9\]+ in loop 1: dependent" "lim2" } } */
