/* { dg-do compile } */
/* { dg-options "-O0 -w -fdump-tree-gimple" } */

/* Of what has no type nothing is read, volatile or not. */
void nothing_read (volatile void *anything, volatile int *number)
{
  *anything;
  *number;
}

/* { dg-final { scan-tree-dump-not {\*anything} "gimple" } } */
/* { dg-final { scan-tree-dump {vol\.[0-9]+ = \*number;|= \*number;} "gimple" } } */
