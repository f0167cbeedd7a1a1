/* Loops that fill and copy memory, forward and backward, overlapping and not, with nothing before and after them changed. */
extern int printf (const char *, ...);

#define N 40
static int a[N], b[N];
static short h[N];
static unsigned char c[N];
static struct pair { int x, y; } pairs[N];

static void __attribute__ ((noipa)) reset (void)
{
  for (int i = 0; i < N; i++)
    {
      a[i] = i * 3 + 1;
      b[i] = 1000 - i;
      h[i] = i * 7;
      c[i] = i ^ 0x55;
      pairs[i].x = i;
      pairs[i].y = -i;
    }
}

static void __attribute__ ((noipa)) show (const char *what)
{
  unsigned s = 0;
  for (int i = 0; i < N; i++)
    s = s * 31 + (unsigned) a[i] * 3 + (unsigned) b[i] * 5 + (unsigned) h[i] * 7 + c[i] + (unsigned) pairs[i].x * 11 + (unsigned) pairs[i].y;
  printf ("%s %u %d %d %d %d\n", what, s, a[0], a[N - 1], h[1], c[N - 2]);
  reset ();
}

static void __attribute__ ((noipa)) zero (int *p, int n) { for (int i = 0; i < n; i++) p[i] = 0; }
static void __attribute__ ((noipa)) zero_down (int *p, int n) { for (int i = n - 1; i >= 0; i--) p[i] = 0; }
static void __attribute__ ((noipa)) ones (short *p, int n) { for (int i = 0; i < n; i++) p[i] = -1; }
static void __attribute__ ((noipa)) byte (unsigned char *p, int v, unsigned n) { for (unsigned i = 0; i < n; i++) p[i] = v; }
static void __attribute__ ((noipa)) between (unsigned char *p, unsigned char *e, int v) { while (p != e) *p++ = v; }
static void __attribute__ ((noipa)) copy (int *restrict p, const int *restrict q, long n) { for (long i = 0; i < n; i++) p[i] = q[i]; }
static void __attribute__ ((noipa)) overlap (int *p, int *q, int n) { for (int i = 0; i < n; i++) p[i] = q[i]; }
static void __attribute__ ((noipa)) earlier (int n) { for (int i = 0; i < n; i++) a[i] = a[i + 2]; }
static void __attribute__ ((noipa)) later (int n) { for (int i = n; i > 0; i--) a[i] = a[i - 1]; }
static void __attribute__ ((noipa)) spread (int n) { for (int i = 1; i < n; i++) a[i] = a[i - 1]; }
static void __attribute__ ((noipa)) both (int n) { for (int i = 0; i < n; i++) { a[i] = 0; b[i] = -1; } }
static void __attribute__ ((noipa)) one_then_other (int n) { for (int i = 0; i < n; i++) { a[i] = b[i]; b[i] = 0; } }
static void __attribute__ ((noipa)) fields (int n) { for (int i = 0; i < n; i++) pairs[i].x = 0; }
static void __attribute__ ((noipa)) after_test (int *p, int n) { int i = 0; for (;;) { if (i >= n) break; p[i] = 0; i++; } }
static int __attribute__ ((noipa)) counted (int *p, int n) { int i; for (i = 3; i < n; i++) p[i] = 0; return i; }
static void __attribute__ ((noipa)) wraps (unsigned char from) { for (unsigned char i = from; i != 4; i++) if (i < N) c[i] = 0; }
static void __attribute__ ((noipa)) twice (int n) { for (int j = 0; j < 3; j++) for (int i = 0; i < n; i++) a[i + j * n] = 0; }

int main (void)
{
  reset ();
  zero (a + 1, N - 2), show ("zero");
  zero (a + 1, 0), show ("zero of none");
  zero (a + 1, -5), show ("zero of less");
  zero_down (a + 2, 9), show ("down");
  ones (h + 1, 5), show ("ones");
  byte (c + 3, 0x1234, 30), show ("byte");
  between (c + 4, c + 4, 9), show ("between nothing");
  between (c + 4, c + 30, 9), show ("between");
  copy (a, b + 3, 20), show ("copy");
  overlap (a, a + 1, 20), show ("overlap before");
  overlap (a + 1, a, 20), show ("overlap behind");
  earlier (N - 3), show ("earlier");
  later (N - 1), show ("later");
  spread (N), show ("spread");
  both (17), show ("both");
  one_then_other (17), show ("one then other");
  fields (20), show ("fields");
  after_test (a + 5, 6), show ("after test");
  printf ("%d\n", counted (a, 12)), show ("counted");
  wraps (250), show ("wraps");
  twice (7), show ("twice");
  return 0;
}
