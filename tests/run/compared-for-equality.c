/* Where only equality is asked for, comparisons of memory and strings become builtins of their own.  */
#include <stdio.h>
#include <string.h>

static __attribute__ ((noipa)) int same (const char *p, const char *q)
{
  return memcmp (p, q, 5) == 0;
}

static __attribute__ ((noipa)) int same_text (char c)
{
  char text[16] = "abcd";
  text[2] = c;
  return strcmp (text, "abcd") == 0;
}

static __attribute__ ((noipa)) int same_start (char c)
{
  char word[8] = "xyz";
  word[1] = c;
  return strncmp (word, "xyzw", 3) == 0;
}

int main (void)
{
  printf ("%d %d\n", same ("abcde", "abcde"), same ("abcdf", "abcde"));
  printf ("%d %d %d\n", same_text ('c'), same_text ('d'), same_text (0));
  printf ("%d %d\n", same_start ('y'), same_start ('z'));
  return 0;
}
