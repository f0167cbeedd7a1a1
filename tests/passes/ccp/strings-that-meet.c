/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-ccp1-details" } */

/* Of one of two strings it is known how it is aligned. */
const char *f (int c)
{
  const char *s = c ? "one" : "two";
  return s;
}

/* Of a string or a place within one, what they have in common. */
const char *g (int c)
{
  const char *s = c ? "one" : &"two"[1];
  return s;
}

/* { dg-final { scan-tree-dump-times "PHI node value: CONSTANT 0x0 \\(0xfffffffffffffff8\\)" 1 "ccp1" } } */
/* { dg-final { scan-tree-dump "PHI node value: CONSTANT 0x0 \\(0xfffffffffffffff9\\)" "ccp1" } } */
