/* { dg-do compile } */
/* { dg-options "-O2 -Wnull-dereference" } */

/* What is isolated is warned about. */
int g (int);
int f (int c, int *q)
{
  int *p;
  if (c)
    p = 0;
  else
    p = q;
  g (1);
  return *p; /* { dg-warning "potential null pointer dereference" } */
}
int always (void)
{
  int *p = 0;
  return *p; /* { dg-warning "null pointer dereference" } */
}
