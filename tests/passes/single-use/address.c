/* { dg-do compile } */
/* { dg-options "-O2 -fno-inline -fdump-ipa-single-use" } */

/* A function that takes its address uses it. */
extern void fill (char *);
static char buffer[16];
void f (void)
{
  fill (buffer);
}

/* { dg-final { scan-ipa-dump "Variable buffer/\[0-9\]+ is used by single function" "single-use" } } */
