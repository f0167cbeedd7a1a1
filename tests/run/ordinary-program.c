/* A program as people write them, of the templates in tests/ordinary: loops, lists, buffers and state machines together. */
#define PROGRAM program_5146_
int printf (const char *, ...);
void *malloc (unsigned long);
void *calloc (unsigned long, unsigned long);
void free (void *);
void *memcpy (void *, const void *, unsigned long);
void *memmove (void *, const void *, unsigned long);
void *memset (void *, int, unsigned long);
int memcmp (const void *, const void *, unsigned long);
void *memchr (const void *, int, unsigned long);
unsigned long strlen (const char *);
int strcmp (const char *, const char *);
int strncmp (const char *, const char *, unsigned long);
char *strcpy (char *, const char *);
char *strncpy (char *, const char *, unsigned long);
char *strcat (char *, const char *);
char *strchr (const char *, int);
char *strrchr (const char *, int);
char *strstr (const char *, const char *);
void abort (void);
#define NULL ((void *) 0)
#define JOIN(a, b) a##b
#define NAME(a, b) JOIN (a, b)
#ifdef LEVEL
#define MAIN NAME (PROGRAM, LEVEL)
#else
#define MAIN main
#endif

static void
show (const char *what, long value)
{
  printf ("%s %ld\n", what, value);
}

static void
show_double (const char *what, double d)
{
  unsigned long bits;
  memcpy (&bits, &d, sizeof bits);
  if (d != d)
    printf ("%s nan\n", what);
  else
    printf ("%s %lx\n", what, bits);
}

// state machine over characters
enum state_0 { START_0, NAME_0, NUMBER_0, STRING_0, COMMENT_0 };
static void
run_0 (void)
{
  const char *s = "x1 = 42 + \"a b\" * foo17 # note; z 7";
  enum state_0 state = START_0;
  int names = 0, numbers = 0, strings = 0, others = 0;
  short value = 0;
  while (1)
    {
      char c = *s++;
      switch (state)
        {
        case START_0:
          if (c == 0)
            goto done_0;
          if (c == '"')
            state = STRING_0;
          else if (c >= '0' && c <= '9')
            {
              state = NUMBER_0;
              value = c - '0';
            }
          else if ((c >= 'a' && c <= 'z') || c == '_')
            state = NAME_0;
          else if (c == '#')
            state = COMMENT_0;
          else
            others += c != ' ';
          break;
        case NAME_0:
          if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
            break;
          names++;
          state = START_0;
          s--;
          break;
        case NUMBER_0:
          if (c >= '0' && c <= '9')
            {
              value = value * 10 + (c - '0');
              break;
            }
          numbers++;
          show ("number_0", value);
          state = START_0;
          s--;
          break;
        case STRING_0:
          if (c == '"')
            {
              strings++;
              state = START_0;
            }
          
          break;
        default:
          if (c == 0 || c == ';')
            {
              state = START_0;
              s--;
              if (c == ';')
                goto done_0;
            }
        }
    }
done_0:
  printf ("tokens_0 %d %d %d %d\n", names, numbers, strings, others);
}


// functions that call themselves last
static __attribute__ ((noinline)) unsigned
down_1 (unsigned n, unsigned acc)
{
  if (n == 0)
    return 0;
  if (acc & 1)
    return down_1 (n / 2, acc ^ n);
  return n + down_1 (n - 1, acc);
}
static int
deep_1 (int n, int *p, int *q)
{
  int here = n;
  if (n <= 0)
    return *p + *q * 3;
  if (n == 2)
    return deep_1 (n - 2, q, p);
  return deep_1 (n - 1, q, q);
}
static void
run_1 (void)
{
  for (int i = 0; i < 20; i++)
    {
      int a = i, b = 5;
      show ("down_1", down_1 (i, 50));
      show ("deep_1", deep_1 (i, &a, &b));
    }
}


// floating point: comparisons with NaN, infinities, signed zeros

static int
order_2 (double a, double b)
{
  int r = 0;
  if (a < b) r |= 1;
  if (a > b) r |= 2;
  if (a == b) r |= 4;
  if (a >= b) r |= 8;
  if (!(a == b || a > b)) r |= 16;
  r |= (a < b || a > b) << 5;
  r |= (a < b ? a : b) == b ? 64 : 0;
  return r;
}
static void
run_2 (void)
{
  volatile double zero = 0;
  double v[7] = { 0, -zero, 1, -3 / (double) 4, 1 / zero, -1 / zero, zero / zero };
  for (int i = 0; i < 7; i++)
    for (int j = 0; j < 7; j++)
      {
        show ("order_2", order_2 (v[i], v[j]));
        show_double ("sum_2", v[i] / v[j]);
        show_double ("choice_2", v[i] < v[j] ? v[i] : v[j]);
        
      }
}


// a number printed by hand
static char *
format_3 (char *end, unsigned long value, int base)
{
  *--end = 0;
  if (!value) *--end = '0'; while (value > 0) { int d = value % base; *--end = d < 10 ? '0' + d : 'a' + d - 10; value /= base; }
  return end;
}
static void
run_3 (void)
{
  char text[70];
  static const unsigned long values[] = { 0, 1, 9, 10, 3773, 65535, 2147483647 };
  for (int i = 0; i < 7; i++)
    for (int base = 5; base <= 16; base += 3)
      printf ("format_3 %s\n", format_3 (text + sizeof text, values[i], base));
}


// a checksum
static const unsigned table_4[16] = { 0, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c };
static unsigned
crc_4 (const void *data, int n)
{
  const unsigned char *p = data;
  unsigned c = ~0u;
  while (n--)
    {
      c ^= *p++; for (int k = 0; k < 8; k++) c = c & 1 ? c >> 1 ^ 0xedb88320 : c >> 1;
    }
  return ~c;
}
static void
run_4 (void)
{
  short data[20];
  for (unsigned i = 0; i < sizeof data / sizeof *data; i++)
    data[i] = i * 9;
  show ("crc_4", crc_4 (data, sizeof data));
  unsigned a = 1, b = 0;
  for (unsigned i = 0; i < sizeof data; i++)
    {
      a = (a + ((unsigned char *) data)[i]) % 65521;
      b = (b + a) % 65521;
    }
  show ("adler_4", b << 16 | a);
}

// library functions
static void
run_5 (void)
{
  char a[32] = "ordinary", b[32] = { 0 };
  char *p = strcpy (b, a);
  strcat (b, " value");
  show ("same_5", p == b);
  show ("length_5", strlen (b) + strlen ("constant"));
  strncpy (a + 2, b, 12);
  memset (b + 3, 0, 8);
  memmove (a + 3, a + 1, 7);
  a[31] = b[31] = 0;
  for (int i = 0; i < 20; i++)
    show ("bytes_5", a[i] * 256 + b[i]);
  show ("compare_5", (memcmp (a, b, 4) > 0) - (strcmp (a, "abc") < 0));
  p = memchr (b, '=', 12);
  show ("memchr_5", p ? p - b : -1);
  p = strstr (a, "na");
  show ("strstr_5", p ? p - a : -1);
}


// statements
static __attribute__ ((noinline)) int
work_6 (int a, int b)
{
  int x = a, y = b, z = 45;
  short i;
  for (i = 0; i < 5; i++)
    {
          if ((((15 == x)) & 16))
      {
        if (((1000 + (z % 7)) == (127 + 16)))
          {
            z = (y & z);
          }
        z = ((z & 63) * (y % 32));
        x |= (((unsigned char) y) + ((z % 7) + (x & 1023)));
      }
    for (long i1 = 0; i1 < 2; i1 += 1)
      {
        if ((((unsigned) z + 31) < (i1 & z)))
          break;
      }

      if (((y & x) >= (y & y)))
        continue;
          y &= (2 | y);
    y |= (2 + (((x & y) & 255) - (((x != 5) ? x : x) & 63)));

    }
  return x ^ y ^ z ^ i;
}
static void
run_6 (void)
{
  for (int i = -3; i < 4; i++)
    show ("work_6", work_6 (i, 389 * i));
}


static signed char function_7_shared = 62;
static unsigned function_7_array[8] = { 1, 40, 3 };
static __attribute__ ((noinline))
long
function_7 (unsigned a, unsigned short b, signed char *p)
{
  int v0 = (int) (a - b);
  signed char v1 = ((long) ((unsigned) (a + (-63)) % 256) - 128);
  _Bool v2 = (((function_7_array[b & 7] < 32) ? function_7_array[b & 7] : function_7_array[b & 7]) & 1);
  unsigned char v3 = ((v0 | v2) & 255);
  if ((((a < 31) ? 63 : function_7_array[b & 7]) >= 32))
    {
      function_7_array[b & 7] %= 1;
      for (int i1 = 11; i1 > 0; i1 -= 1)
        {
          v1 = ((4 + (-63)) | (v3 * (-4)));
        }
    }
  if (((((*p) < (*p))) <= (function_7_array[b & 7] + (-16))))
    {
      for (unsigned i2 = 0; i2 != 3; i2 += 1)
        {
          v1 &= ((function_7_array[b & 7] - a) & 1048575);
          b /= 1;
          v0 = (-15);
        }
      for (long i3 = 2; i3 > 0; i3 -= 1)
        {
          function_7_array[6] /= 7;
        }
    }
  switch ((v2 + ((short) (65535 / 255))))
    {
    case 0:
    case 41:
      break;
    case 45:
      (*p) ^= (16 + function_7_shared);
      if ((((-255) | 255) > 0))
        goto out4;
      switch (0 & 7)
        {
        case 0:
        default:
          break;
        case 1:
          v2 = function_7_array[6];
        case 3:
          v3 = (v0 & (-100));
          break;
        }
      v0 = (~((function_7_array[6] | v0) + ((long) v2)));
    out4:;
    case 86:
    default:
      v0 = ((*p) + 0);
      function_7_array[b & 7] = ((a < (-255)));
      break;
    case 127:
    case 1128:
      if (!(!16))
        goto out5;
      function_7_array[6] |= (((long) 4) + ((-65535) / 255));
    out5:;
      break;
    }
  v3 = (((*p) | v2) + (a - 0));
  for (char i6 = 0; i6 <= 25; i6 += 2)
    {
      if ((((2 & 32) ? 2147483647 : function_7_array[b & 7]) >= 64))
        goto out7;
      if ((function_7_shared * v3))
        {
          v0 = (2 * 31);
        }
      else
        {
          function_7_shared = ((unsigned) v2 << 4);
          function_7_shared = (((unsigned) (i6 - v2) << 21) | ((unsigned) ((v1 & 8)) << 25));
          v1 = ((long) ((*p) / 7));
        }
      {
        int n8 = 8;
        while (a && --n8)
          {
            (*p) = ((((function_7_shared >= (-8))) - ((*p) | v1)) - ((function_7_shared + function_7_array[b & 7]) - (~v1)));
            v0 = ((function_7_array[6] | v2) & (63 / 16));
          }
      }
    out7:;
    }
  function_7_array[b & 7] += (((*p) | function_7_array[6]) & 1073741823);
  return (unsigned long) a * 31 + (unsigned long) b * 31 + (unsigned long) function_7_shared * 31 + (unsigned long) (*p) * 31 + (unsigned long) function_7_array[6] * 31 + (unsigned long) function_7_array[b & 7] * 31 + (unsigned long) v0 * 31 + (unsigned long) v1 * 31 + (unsigned long) v2 * 31 + (unsigned long) v3;
}

// length, and search by hand
static long
length_8 (const char *s)
{
  const char *p; for (p = s; *p != 0; ++p); return p - s;
}
static const char *
search_8 (const char *s, int c)
{
  do
    if (*s == c)
      return s;
  while (*s++);
  return NULL;
}
static void
run_8 (void)
{
  static const char *const words[] = { "", "a", "ordinary", "key=value", "a", "a b  c" };
  for (int i = 0; i < 6; i++)
    {
      show ("length_8", length_8 (words[i]));
      show ("strlen_8", strlen (words[i]) * 3);
      const char *p = search_8 (words[i], 0);
      show ("search_8", p ? p - words[i] : -1);
      p = strchr (words[i], 'a');
      show ("strchr_8", p == NULL ? -1 : p - words[i]);
    }
}


struct structures_0
{
  unsigned short m0;
  char m1;
  long m2[1];
};
union structures_1
{
  unsigned short m0;
  long m1;
};
struct structures_2
{
  char m0;
  struct structures_0 m1;
  union structures_1 m2;
};
struct structures_3
{
  short m0[2];
  char m1[1];
};
static inline struct structures_0
structures_changed_0 (struct structures_0 x, struct structures_0 *y, int k)
{
  if (k > 1)
    x.m0 = x.m2[0] | 13u;
  return x;
}
static inline union structures_1
structures_changed_1 (union structures_1 x, union structures_1 *y, int k)
{
  x.m1 = (*y).m0 + 4u;
  return x;
}
static __attribute__ ((noinline)) struct structures_2
structures_changed_2 (struct structures_2 x, struct structures_2 *y, int k)
{
  if (k > 0)
    x.m2.m0 = (*y).m1.m2[0] & 28u;
  x.m1.m0 = (*y).m1.m0 + 8u;
  return x;
}
static inline struct structures_3
structures_changed_3 (struct structures_3 x, struct structures_3 *y, int k)
{
  x.m1[0] = (*y).m0[0] ^ 35u;
  if (k > 0)
    x.m0[0] = (*y).m0[1] ^ 76u;
  x.m0[0] = (*y).m1[0] & 87u;
  return x;
}
static __attribute__ ((noipa)) void
structures_copies_0 (struct structures_2 *p, struct structures_2 *q, struct structures_2 *o, int k)
{
  struct structures_2 a = *p, b = *q, c;
  memset (&c, 0, sizeof c);
  if (k < 0)
  {
    (*q).m2.m0 = (*q).m0 & 80u;
    a.m1.m0 = c.m1.m1 ^ 61u;
    b.m2.m0 = b.m2.m1 & 42u;
  }
  if (k < 1)
  {
    a.m0 = c.m0 & 57u;
    c = a;
    if (k < 4)
    {
      c.m2 = (*o).m2;
      c = (*o);
      (*q).m2 = a.m2;
    }
  }
  c.m2.m0 = a.m2.m1 ^ 62u;
  c.m1 = (*o).m1;
  c.m1 = structures_changed_0 (c.m1, &b.m1, k);
  for (int i1 = 0; i1 < 1; i1++)
  {
    a.m1.m1 = c.m0;
    (*o).m2 = structures_changed_1 ((*p).m2, &a.m2, k);
  }
  a.m2 = structures_changed_1 (c.m2, &a.m2, k);
  *o = a;
}

static __attribute__ ((noipa)) void
structures_copies_1 (struct structures_2 *p, struct structures_2 *q, struct structures_2 *o, int k)
{
  struct structures_2 a = *p, b = *q, c;
  memset (&c, 0, sizeof c);
  for (int i1 = 0; i1 < 2; i1++)
  {
    if (k < 3)
    {
      a.m0 = (*o).m1.m1;
      a = a;
      b.m2.m1 = (*q).m1.m0 | 55u;
    }
    if (k < 4)
    {
      a = structures_changed_2 ((*p), &(*q), k);
    }
  }
  if (k > 1)
  {
    b = a;
    c = structures_changed_2 (b, &c, k);
    b = a;
  }
  c.m1 = structures_changed_0 (c.m1, &(*o).m1, k);
  if (k == 2)
  {
    a.m2.m1 = c.m2.m1;
  }
  if (k == 3)
  {
    (*p).m1.m2[0] = (*o).m2.m0 & 28u;
    (*o).m2 = structures_changed_1 (a.m2, &(*o).m2, k);
    (*o).m2.m1 = a.m2.m0 & 78u;
  }
  c.m1.m2[0] = c.m2.m0 & 97u;
  *o = c;
}

static void
run_structures (void)
{
  for (int k = 0; k < 5; k++)
    {
      static struct structures_2 s[3];
      unsigned char *bytes = (unsigned char *) s;
      for (unsigned i = 0; i < sizeof s; i++)
        bytes[i] = (i * 7 + k) & 0x3f;
      structures_copies_0 (s, s + 1, s + 2, k);
      for (int i = 0; i < 3; i++)
        {
          show (".m0", s[i].m0);
          show (".m1.m0", s[i].m1.m0);
          show (".m1.m1", s[i].m1.m1);
          show (".m1.m2[0]", s[i].m1.m2[0]);
          show (".m2.m0", s[i].m2.m0);
        }
    }
  for (int k = 0; k < 5; k++)
    {
      static struct structures_2 s[3];
      unsigned char *bytes = (unsigned char *) s;
      for (unsigned i = 0; i < sizeof s; i++)
        bytes[i] = (i * 7 + k) & 0x3f;
      structures_copies_1 (s, s + 1, s + 2, k);
      for (int i = 0; i < 3; i++)
        {
          show (".m0", s[i].m0);
          show (".m1.m0", s[i].m1.m0);
          show (".m1.m1", s[i].m1.m1);
          show (".m1.m2[0]", s[i].m1.m2[0]);
          show (".m2.m0", s[i].m2.m0);
        }
    }
}

// found, or none
static const unsigned char table_found[8] = { 0, 6, 0, 78, 2, 0, 36, 2 };
static __attribute__ ((noinline)) int
find_found (unsigned k, int a, int b)
{
  short value;
  int length ;
  if (a > 2 && (value = table_found[k & 7]) > b) length = b; else { value = 0; length = a; }
  return value != b ? a * 7 + value : value * 100 + length;
}
static void
run_found (void)
{
  for (unsigned k = 0; k < 10; k++)
    {
      show ("find_found", find_found (k, 7, 5));
      show ("find_found", find_found (k, k / 2 - 1, 1));
      show ("find_found", find_found (9 - k, -1, k));
    }
}
int
MAIN (void)
{
  run_0 ();
  run_1 ();
  run_2 ();
  run_3 ();
  run_4 ();
  run_5 ();
  run_6 ();
  show ("function_7", function_7 (1, -2, &function_7_shared));
  show ("function_7", function_7 (1, 61310, &function_7_shared));
  run_8 ();
  run_structures ();
  run_found ();
  return 0;
}
