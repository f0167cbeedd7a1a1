/* { dg-do compile } */
/* { dg-options "-O2" } */

/* A local address that may be returned is warned about. */
int g (int);
int *f (int c, int *r)
{
  int x; /* { dg-message "declared here" } */
  int *p = c ? &x : r;
  g (c);
  return p; /* { dg-warning "function may return address of local variable" } */
}
