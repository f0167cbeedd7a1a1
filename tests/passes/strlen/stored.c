/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-strlen1-details" } */

/* Characters and a NUL stored one by one make a string. */
unsigned long f (char *p)
{
  p[0] = 'a';
  p[1] = 'b';
  p[2] = 0;
  return __builtin_strlen (p);
}

/* { dg-final { scan-tree-dump "into: _\[0-9\]+ = 2;" "strlen1" } } */
