/* Whether plain char is signed is the target's choice; conversions between char types. */
#include <limits.h>
#include <stdio.h>

static char plain = '\xff';
static signed char is = '\xff';
static unsigned char un = '\xff';

int main(void) {
  char c = -1;
  printf("%d %d %d %d\n", plain, is, un, c < 0);
  printf("%d %d %d %d\n", CHAR_MIN, CHAR_MAX, SCHAR_MIN, UCHAR_MAX);
  printf("%d %d\n", "\377"[0], '\377');
  int sum = 0;
  for (const char *p = "caf\xe9 na\xefve"; *p; p++)
    sum = sum * 3 + *p;
  printf("%d\n", sum);
  unsigned char w = 250;
  for (int i = 0; i < 4; i++)
    w += 3;
  printf("%d %d %d\n", w, (signed char)200, (unsigned char)-3);
  c = 127;
  c++;
  printf("%d\n", c);
  return 0;
}
