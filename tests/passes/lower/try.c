/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-lower" } */

/* A return in a try goes to one after it. */
struct s { int a[9]; };
struct s f (int n)
{
  struct s x = { { n } };
  if (n)
    return x;
  x.a[2] = 4;
  return x;
}

/* { dg-final { scan-tree-dump "finally\n    \{\n      x = .CLOBBER\\(eol\\).;\n    \}\n  <D.\[0-9\]+>:\n  return <retval>;" "lower" } } */
/* { dg-final { scan-tree-dump-times "\n +goto <D" 2 "lower" } } */
