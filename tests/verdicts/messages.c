/* { dg-do compile } */
/* { dg-options "-Wunused -std=gnu11" } */

int
f (void)
{
  return a;	/* { dg-error "'a' undeclared" } */
}		/* { dg-message "only once" "" { target *-*-* } .-1 } */

int
g (void)
{
  int unused;	/* { dg-warning "15:unused variable" "wrong column" } */
  int other;	/* { dg-line here } */
  return b;	/* { dg-bogus "undeclared" "known" { xfail *-*-* } } */
}
/* { dg-warning "7:unused variable 'other'" "by name" { target *-*-* } here } */
/* { dg-error "no such thing" "missing" { target ia32 } } */
/* { dg-error "no such thing" "missing" { xfail lp64 } } */
/* { dg-warning "7:unused variable 'unused'" "absolute" { target *-*-* } 13 } */
