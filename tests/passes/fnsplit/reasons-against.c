/* Functions that are not split at all, and why. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fnsplit" } */
void use (int);
#define BODY(x) { if (!x) return 0; use (x); use (x + 1); use (x + 2); use (x + 3); return 7; }
int plain (int x) BODY (x)
int once (int x) BODY (x)
static int local (int x) BODY (x)
int __attribute__ ((cold)) seldom (int x) BODY (x)
int __attribute__ ((noinline)) apart (int x) BODY (x)
int __attribute__ ((noclone)) single (int x) BODY (x)
int __attribute__ ((section ("mine"))) elsewhere (int x) BODY (x)
static inline int __attribute__ ((always_inline)) here (int x) BODY (x)
static int pointed (int x) BODY (x)
int (*pointer) (int) = pointed;
int __attribute__ ((noinline)) h (int x)
{
  return plain (x) + plain (x + 1) + local (x) + seldom (x) + seldom (x + 1) + apart (x) + apart (x + 1) + single (x)
         + single (x + 1) + elsewhere (x) + elsewhere (x + 1) + here (x);
}
int main (void) { return h (1) + h (2); }
/* { dg-final { scan-tree-dump-times "Splitting function at:" 2 "fnsplit" } } */
/* { dg-final { scan-tree-dump "plain.part.0" "fnsplit" } } */
/* { dg-final { scan-tree-dump "pointed.part.0" "fnsplit" } } */
/* { dg-final { scan-tree-dump "Function once \[^\n\]*\n\nNot splitting: not called directly or called once." "fnsplit" } } */
/* { dg-final { scan-tree-dump "Function local \[^\n\]*\n\nNot splitting: not called directly or called once." "fnsplit" } } */
/* { dg-final { scan-tree-dump "Not splitting: function is unlikely executed." "fnsplit" } } */
/* { dg-final { scan-tree-dump "Function apart \[^\n\]*\n\nNot splitting: not inlinable." "fnsplit" } } */
/* { dg-final { scan-tree-dump "Function single \[^\n\]*\n\nNot splitting: not versionable." "fnsplit" } } */
/* { dg-final { scan-tree-dump "Not splitting: function is in user defined section." "fnsplit" } } */
/* { dg-final { scan-tree-dump "Not splitting: disregarding inline limits." "fnsplit" } } */
/* { dg-final { scan-tree-dump "Not splitting: main function." "fnsplit" } } */
