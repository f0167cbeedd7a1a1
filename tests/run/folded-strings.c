/* String functions: of literals, and with arguments that leave little to do. */
int printf (const char *, ...);
#define B(F) __builtin_##F

static int effects;
static const char *next (const char *s) { effects++; return s; }

static void of_literals (void)
{
  const char *s = "abcb";
  printf ("%d %d %d\n", (int) B(strlen) ("abc"), (int) B(strnlen) ("abc", 2), (int) B(strlen) ("a\0b"));
  printf ("%d %d %d\n", B(strcmp) ("abc", "abd") < 0, B(strncmp) ("abc", "abd", 2), B(memcmp) ("abd", "abc", 3) > 0);
  printf ("%d %d\n", B(bcmp) ("abc", "abd", 3) != 0, B(strncasecmp) ("abc", "xyz", 0));
  printf ("%s %s %s\n", B(strchr) ("abcb", 'b'), B(strrchr) ("abcb", 'b'), B(strchr) ("abcb", 0));
  printf ("%d %s\n", B(index) ("abc", 'z') == 0, B(rindex) ("abcb", 'a'));
  printf ("%s %d\n", (char *) B(memchr) ("abcb", 'c', 4), B(memchr) ("abcb", 'c', 2) == 0);
  printf ("%s %d %s\n", B(strstr) ("abcb", "cb"), B(strstr) ("ab", "abc") == 0, B(strpbrk) ("abcb", "xc"));
  printf ("%d %d\n", (int) B(strspn) ("abcb", "ba"), (int) B(strcspn) ("abcb", "xc"));
  printf ("%d %d\n", (int) B(strlen) (s), B(strcmp) (s, "abcb"));
}

static void of_little (char *p, const char *q, unsigned long n)
{
  printf ("%s %s %s\n", B(strstr) (q, ""), B(strstr) (q, "c"), B(strpbrk) (q, "d"));
  printf ("%d %d %d\n", B(strpbrk) (q, "") == 0, (int) B(strspn) (q, ""), (int) B(strcspn) (q, ""));
  printf ("%s ", B(strcpy) (p, "copied"));
  printf ("%s ", B(strcat) (p, ""));
  printf ("%s ", B(strncat) (p, q, 0));
  printf ("%s ", B(strncpy) (p, "xyz", 2));
  printf ("%s ", B(strncpy) (p, q, 0));
  printf ("%s\n", B(strcpy) (p, p));
  B(sprintf) (p, "text");
  printf ("%s ", p);
  B(sprintf) (p, "%s", q);
  printf ("%s ", p);
  B(snprintf) (p, n, "%s", "limited");
  printf ("%s ", p);
  B(snprintf) (p, 20, "other");
  printf ("%s ", p);
  B(snprintf) (p, 3, "cut off");
  printf ("%s\n", p);
  B(stpcpy) (p, q);
  B(mempcpy) (p + 10, "memory", 7);
  printf ("%s %s ", p, p + 10);
  B(bcopy) (p + 10, p, 4);
  B(bzero) (p + 4, n);
  printf ("%s %d %d\n", p, p[n + 3], B(bcmp) (p, "memo", 5));
  printf ("%d %d\n", B(strcmp) (p, p), B(memcmp) (p, q, 0));
  printf ("%d %d\n", B(memcpy) (p, q, 0) == (void *) p, B(memset) (p, 1, 0) == (void *) p);
  printf ("%d %d\n", B(memchr) (p, 'm', 0) == 0, B(mempcpy) (p, q, 0) == (void *) p);
}

static void keeps_effects (char *p)
{
  B(strncmp) (next (p), next ("x"), 0);
  printf ("%d ", B(strncmp) (next (p), next ("x"), 0));
  printf ("%d ", (int) B(strspn) (next (p), ""));
  printf ("%d\n", effects);
}

__attribute__ ((noipa)) static double at_run_time (int k)
{
  double x = 2.0;
  if (k)
    x = 2.0;
  return __builtin_sqrt (x) + __builtin_pow (x, 0.5) + __builtin_popcount (k ? 7 : 7);
}

int main (void)
{
  char buffer[64] = "";
  volatile unsigned long n = 9;
  of_literals ();
  of_little (buffer, "abcd", n);
  keeps_effects (buffer);
  printf ("%.17g\n", at_run_time (1));
  return 0;
}
