/* A place has one address, whichever part of the object it is written as. */
/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-fre1" } */
struct S { char a[3]; char b[5]; };
extern struct S s;

char *first (int a, int b)
{
  char *p = &s.a[0];
  if (a)
    p = (char *) &s.a;
  else if (b)
    p = (char *) &s;
  return p;
}

char *another (int a)
{
  char *p = &s.a[0];
  if (a)
    p = &s.b[0];
  return p;
}
/* { dg-final { scan-tree-dump-times "return &s" 1 "fre1" } } */
/* { dg-final { scan-tree-dump-times " = PHI <&s" 1 "fre1" } } */
