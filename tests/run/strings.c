/* String functions of our own and of the library. */
#include <stdio.h>
#include <string.h>

static int length(const char *s) {
  const char *p = s;
  while (*p)
    p++;
  return p - s;
}

static char *copy(char *d, const char *s) {
  char *r = d;
  while ((*d++ = *s++))
    ;
  return r;
}

static int compare(const char *a, const char *b) {
  while (*a && *a == *b)
    a++, b++;
  return (unsigned char)*a - (unsigned char)*b;
}

static void reverse(char *s) {
  for (int i = 0, j = length(s) - 1; i < j; i++, j--) {
    char t = s[i];
    s[i] = s[j];
    s[j] = t;
  }
}

static int palindrome(const char *s) {
  char buffer[32];
  reverse(copy(buffer, s));
  return compare(buffer, s) == 0;
}

int main(void) {
  char buffer[64] = "abc" "def";
  char fixed[4] = "wxyz";
  printf("%d %d %d\n", length(buffer), (int)sizeof buffer, (int)sizeof "abc");
  reverse(buffer);
  printf("%s %.4s\n", buffer, fixed);
  printf("%d %d\n", palindrome("level"), palindrome("levels"));
  printf("%d %d %d\n", compare("a", "b") < 0, compare("b", "a") > 0, compare("x", "x"));
  strcpy(buffer, "one");
  strcat(buffer, " two");
  memmove(buffer + 2, buffer, 8);
  memset(buffer, '-', 2);
  printf("%s %d %s\n", buffer, (int)strlen(buffer), strchr(buffer, 't'));
  printf("%d %d\n", memcmp("abc", "abd", 3) < 0, strncmp("abcx", "abcy", 3));
  const char *lines[] = {"first", "second", "third"};
  for (const char **p = lines; p < lines + 3; p++)
    printf("%s%c", *p, p == lines + 2 ? '\n' : ',');
  puts("tab\there \"quoted\" \\ \x41\101");
  return 0;
}
