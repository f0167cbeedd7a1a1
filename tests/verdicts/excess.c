/* { dg-do compile } */
/* { dg-options "-Wall -std=gnu11" } */
/* { dg-prune-output "unused variable 'p'" } */
static int q;	/* { dg-warning "defined but not used" } */
int f (void) { int p; return 0; }
int g (void) { int r; return 0; }
