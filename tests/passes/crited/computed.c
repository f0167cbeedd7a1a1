/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-crited1" } */

/* Ways of a computed jump cannot be split. */
extern int g (void);
int f (int a)
{
  static void *const t[] = { &&x, &&y, &&z };
  int r = 1;
  goto *t[a];
x:
  r = g ();
y:
  return r;
z:
  return 3;
}

/* { dg-final { scan-tree-dump-times {# r_[0-9]+\(ab\) = PHI} 1 "crited1" } } */
/* { dg-final { scan-tree-dump {goto _[0-9]+;} "crited1" } } */
