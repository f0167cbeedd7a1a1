/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* What the source decides is not asked at run time. */
extern void link_error (void);
static const int debug = 0;
int f (int a)
{
  if (debug)
    link_error ();
  if (a != a)
    link_error ();
  return a;
}

/* { dg-final { scan-tree-dump {return a_} "optimized" } } */
/* { dg-final { scan-tree-dump-not "link_error" "optimized" } } */
