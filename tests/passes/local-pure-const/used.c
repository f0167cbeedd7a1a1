/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-local-pure-const1" } */

static int watched __attribute__ ((used));

/* What somebody else looks at, unseen, is no memory of the unit's own. */
int f (void)
{
  return watched;
}

/* { dg-final { scan-tree-dump "sed static/global variable is not const/pure" "local-pure-const1" } } */
/* { dg-final { scan-tree-dump-not "found to be" "local-pure-const1" } } */
