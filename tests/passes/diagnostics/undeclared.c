/* { dg-do compile } */
/* { dg-options "" } */

int f (void)
{
  return nowhere; /* { dg-error "'nowhere' undeclared" } */
}

int g (int a)
{
  return a +; /* { dg-error "expected expression before ';' token" } */
}

struct s { int m; } v;
int h (void)
{
  return v.n; /* { dg-error "'struct s' has no member named 'n'" } */
}
