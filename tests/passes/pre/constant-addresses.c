/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-loop-ivcanon -fdump-tree-pre" } */

/* Numbers in a constant array are known on the way into a loop, addresses are not. */
static const char *const names[] = { "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
  "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen" };
void use (const char *);
void f (void)
{
  for (int i = 0; i < 18; i++)
    use (names[i]);
}
/* { dg-final { scan-tree-dump { = names\[i_} "pre" } } */
/* { dg-final { scan-tree-dump-not "prephitmp" "pre" } } */
