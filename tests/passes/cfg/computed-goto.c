/* { dg-do compile } */
/* { dg-options "-O0 -fdump-tree-cfg" } */

/* A computed goto may reach every label whose address is taken. */
int f (int i)
{
  static void *const t[] = { &&a, &&b };
  goto *t[i];
a:
  return 1;
b:
  return 2;
}

/* { dg-final { scan-tree-dump ";; 4 succs { 3 5 }" "cfg" } } */
/* { dg-final { scan-tree-dump-times "goto gotovar.0;" 1 "cfg" } } */
