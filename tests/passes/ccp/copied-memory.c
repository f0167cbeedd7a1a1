/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-lower -fdump-tree-optimized" } */

/* A copy of a few bytes is an assignment where one load and one store do it; what is larger is
   copied as bytes. One that copies to itself, or nothing, goes. */
struct triple { int a, b, c; } p, q;
char text[8];

void whole (void)
{
  __builtin_memcpy (&p, &q, sizeof p);
}

int from_text (const char *s)
{
  int x;
  __builtin_memcpy (&x, s, 1);
  __builtin_memcpy (text, text, 8);
  __builtin_memmove (text, s, 0);
  return x;
}

char known (void)
{
  __builtin_memcpy (text, "abcdefg", 8);
  return text[2];
}

/* { dg-final { scan-tree-dump "return 99;" "optimized" } } */
/* { dg-final { scan-tree-dump "MEM <unsigned char\\\[12\\\]> \\\[\\(char \\* {ref-all}\\)&p\\\] = MEM" "lower" } } */
/* { dg-final { scan-tree-dump-not "memcpy \\(&text" "lower" } } */
/* { dg-final { scan-tree-dump-not "memmove" "lower" } } */
