/* Builtins about objects: their padding, what is known of their size, and where speculation is of no interest. */
int printf (const char *, ...);
void *memset (void *, int, unsigned long);

struct a { char c; long l; short s; int b : 3, : 5, d : 9; };
union u { struct { char c; int i; } x; short s[3]; };
struct o { struct a a[2]; union u u; _Complex float z; };
struct s { int a; char c[4]; char d[]; } s;
char b[10];

static void show (void *p, int n)
{
  unsigned char *bytes = p;
  for (int i = 0; i < n; i++)
    printf ("%02x", bytes[i]);
  printf ("\n");
}

static int calls;
static long next (void) { return ++calls; }

int main (int n, char **v)
{
  struct o o;
  union u u;
  struct a a, many[3], *p = many;
  memset (&o, 0xff, sizeof o);
  memset (&u, 0xff, sizeof u);
  memset (&a, 0xff, sizeof a);
  memset (many, 0xff, sizeof many);
  __builtin_clear_padding (&o);
  __builtin_clear_padding (&u);
  __builtin_clear_padding (&a);
  __builtin_clear_padding (p++);
  show (&o, sizeof o);
  show (&u, sizeof u);
  show (&a, sizeof a);
  show (many, sizeof many);
  printf ("%d\n", (int) (p - many));
  char l[7];
  long w = __builtin_speculation_safe_value (next (), next ());
  printf ("%d %d\n", w == 1 || w == 2, calls);
  volatile double x = 0.1;
  /* Rounded once: twice would give 0x1.000002p+0f. */
  printf ("%a %a\n", __builtin_fmaf (0x1.000002p0f, 0x1.000002p-24f, 1.0f), __builtin_fma (0.1, 10, -1) - __builtin_fma (x, 10, -1));
  return 0;
}
