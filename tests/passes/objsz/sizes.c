/* { dg-do run } */
/* { dg-options "-O2" } */

/* What is known of the size of an object, and calls of the library that are checked against it.  */
typedef __SIZE_TYPE__ size_t;
void *malloc (size_t);
void *calloc (size_t, size_t);

void abort (void);
int strcmp (const char *, const char *);

#define SIZES(p, a, b, c, d)                                                                       \
  if (__builtin_object_size (p, 0) != (size_t) a || __builtin_object_size (p, 1) != (size_t) b     \
      || __builtin_object_size (p, 2) != (size_t) c || __builtin_object_size (p, 3) != (size_t) d) \
    abort ()

struct inner { char c; short s[5]; };
struct outer { int i; struct inner in[3]; char name[8]; char last[4]; };
static char global[100];

__attribute__ ((noipa)) static void
unknown (char *p, struct outer *o)
{
  SIZES (p, -1, -1, 0, 0);
  SIZES (p + 3, -1, -1, 0, 0);
  SIZES (&o->i, -1, 4, 0, 4);
  SIZES (&o->name[2], -1, 6, 0, 6);
  SIZES (o->in[1].s, -1, 10, 0, 10);
}

__attribute__ ((noipa)) static void
known (int k)
{
  char local[40];
  struct outer o;
  char *p = malloc (24), *q = calloc (3, 5), *r = k ? local + 10 : global + 20, *s = local;
  __asm__ ("" : : "r" (local), "r" (&o), "r" (p), "r" (q));
  SIZES (local, 40, 40, 40, 40);
  SIZES (local + 7, 33, 33, 33, 33);
  SIZES (&global[99], 1, 1, 1, 1);
  SIZES (&o, 52, 52, 52, 52);
  SIZES (&o.in[1], 36, 24, 36, 24);
  SIZES (&o.in[1].s[2], 30, 6, 30, 6);
  SIZES (&o.name[3], 9, 5, 9, 5);
  SIZES (o.last, 4, 4, 4, 4);
  SIZES (p, 24, 24, 24, 24);
  SIZES (p + 20, 4, 4, 4, 4);
  SIZES (q + 1, 14, 14, 14, 14);
  SIZES (r, 80, 80, 30, 30);
  SIZES ("string" + 2, 5, 5, 5, 5);
  for (int i = 0; i < k; i++)
    s += 4;
  if (__builtin_object_size (s, 0) != 40)
    abort ();
}

__attribute__ ((noipa)) static void
copies (char *to, const char *from, size_t n)
{
  char buffer[16];
  __builtin___memcpy_chk (buffer, from, 8, __builtin_object_size (buffer, 0));
  __builtin___memcpy_chk (to, from, n, __builtin_object_size (to, 0));
  __builtin___memset_chk (to + 1, 'x', n - 2, __builtin_object_size (to, 0));
  if (strcmp (to, "axxxxxxx") || buffer[7] != 'h')
    abort ();
  __builtin___strcpy_chk (buffer, "short", __builtin_object_size (buffer, 0));
  __builtin___strcat_chk (buffer, from, __builtin_object_size (buffer, 0));
  if (strcmp (buffer, "shortabcdefgh"))
    abort ();
  __builtin___strncpy_chk (buffer, from, 4, __builtin_object_size (buffer, 0));
  __builtin___snprintf_chk (to, 6, 1, __builtin_object_size (to, 0), "%s!", buffer);
  if (strcmp (buffer, "abcdtabcdefgh") || strcmp (to, "abcdt"))
    abort ();
  __builtin___sprintf_chk (buffer, 0, __builtin_object_size (buffer, 0), "%d-%d", 12, 34);
  if (strcmp (buffer, "12-34"))
    abort ();
}

int
main (void)
{
  struct outer o;
  char to[16];
  unknown (global, &o);
  known (0);
  known (3);
  copies (to, "abcdefgh", 9);
  return 0;
}
