/* { dg-do compile } */
/* { dg-options "-O2 -fchecking -fdump-tree-cfg" } */

/* A case that leads to nothing but the end of the world goes with its edge, whenever it turns out to. */
int foo (int *e)
{
  switch (*e)
    {
    case 7:
    case 3:
      if (__builtin_expect (!0, 0))
        __builtin_unreachable ();
    }
  return 1;
}

/* { dg-final { scan-tree-dump {default: <L3>} "cfg" } } */
/* { dg-final { scan-tree-dump-not "__builtin_unreachable" "cfg" } } */
