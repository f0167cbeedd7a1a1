/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-einline -fdump-tree-fixup_cfg3" } */

/* What is inlined is folded: a rotation by a known number turns right, a string is no null pointer. */
typedef unsigned long u64;
static u64 rotl (u64 x, int n) { return x << n | x >> (64 - n); }
u64 f (u64 *s) { return rotl (s[1] * 5, 7) * 9; }
/* { dg-final { scan-tree-dump "r>> 57" "einline" } } */

void err (int, const char *, ...);
int chk (int);
static void grow (int n, const char *msg)
{
  if (chk (n))
    {
      if (msg)
	err (n, "overflow %s", msg);
      else
	err (n, "overflow");
    }
}
void a (int n) { grow (n, "not enough"); }
void b (int n) { grow (n + 1, "too much"); }
/* { dg-final { scan-tree-dump-not "!= 0B" "fixup_cfg3" } } */
