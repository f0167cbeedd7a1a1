/* What pragmas say counts where the use is written, which may be in a macro's definition. */
/* { dg-do compile } */
/* { dg-options "-O2 -Wuninitialized" } */

void f (unsigned);
#define BEFORE int a; f (a) /* { dg-warning "is used uninitialized" } */
#pragma GCC diagnostic ignored "-Wuninitialized"
#define BEHIND int a; f (a) /* { dg-bogus "is used uninitialized" } */

void
g (void)
{
  BEFORE;
}

#pragma GCC diagnostic error "-Wuninitialized"

void
h (void)
{
  BEHIND;
}
