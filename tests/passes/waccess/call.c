/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-waccess1" } */

extern void outside (void);

/* What comes before a call may be used in it, and is not looked at. */
void f (int *p)
{
  *p = 1;
  outside ();
}

/* { dg-final { scan-tree-dump "misses:             0" "waccess1" } } */
