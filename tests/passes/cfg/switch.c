/* { dg-do compile } */
/* { dg-options "-O0 -fdump-tree-cfg" } */

/* The default label comes first; labels keep their blocks. */
int f (int x)
{
  switch (x)
    {
    case 1: return 10;
    case 2: return 20;
    }
  return 0;
}

/* { dg-final { scan-tree-dump "switch \\(x\\) <default: <L\[0-9\]+>.*, case 1: <L\[0-9\]+>.*, case 2: <L\[0-9\]+>" "cfg" } } */
