/* What is proved as a whole: loops of any number of iterations, objects that a function makes, bodies in the place of calls. */
void *malloc (unsigned long);
void *calloc (unsigned long, unsigned long);
void free (void *);
void use (int *);

int table[1000];

/* More iterations than are followed, and a product that leaves the loop. */
void
fill (int a, int b)
{
  for (int i = 0; i < 1000; i++)
    table[i] = a * b;
}

/* A header that is copied, within another loop. */
unsigned
nested (unsigned *p, int n, int m)
{
  unsigned sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      sum += p[j] + i;
  return sum;
}

/* An object that nobody else sees. */
int
kept (int x)
{
  int *p = malloc (8);
  if (!p)
    return -1;
  p[0] = x;
  p[1] = 5;
  int r = p[0] + p[1];
  free (p);
  return r;
}

/* One that is zero, and is given away. */
int
zeroed (void)
{
  int *p = calloc (4, 1);
  if (!p)
    return 0;
  int r = *p;
  use (p);
  return r;
}

/* An array of any size. */
int
sized (int n)
{
  int a[n];
  a[0] = 3;
  use (a);
  return a[0];
}

static int
square (int x)
{
  return x * x;
}

static inline int
clamp (int x)
{
  if (x < 0)
    return 0;
  return x > 255 ? 255 : x;
}

/* Calls that are inlined. */
int
inlined (int a, int b)
{
  return clamp (square (a) + clamp (b));
}

static __attribute__ ((noinline)) int
sum (int n, int k)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += k;
  return s;
}

/* A constant that all callers pass: the callee is cloned. */
int
first (int a)
{
  return sum (a, 3);
}

int
second (int a)
{
  return sum (a + 1, 3);
}

struct pair
{
  int a, b;
};

static __attribute__ ((noinline)) int
pick (struct pair *p)
{
  return p->a + 1;
}

/* A field that is passed in the place of a pointer. */
int
picked (struct pair *p)
{
  return pick (p) + pick (p + 1);
}

/* Two functions that are one. */
int
twin (int a)
{
  return a * 7 + 3;
}

int
other_twin (int a)
{
  return a * 7 + 3;
}

/* Null where it may not be. */
void sink (void *p) __attribute__ ((nonnull));
void never (void);

void
nonnull (void *p)
{
  sink (p);
  if (!p)
    never ();
}

/* Arguments of any number. */
long
added (int n, ...)
{
  __builtin_va_list list;
  long sum = 0;
  __builtin_va_start (list, n);
  sum += __builtin_va_arg (list, int);
  sum += __builtin_va_arg (list, struct pair).b;
  sum += __builtin_va_arg (list, long);
  __builtin_va_end (list);
  return sum;
}

/* Jumps that are not modelled: but for counts nothing changes. */
int
dispatched (int n)
{
  static void *const to[] = { &&first, &&second };
  goto *to[n & 1];
first:
  return n + 1;
second:
  return n * 2;
}

/* Undefined for every input. */
int
undefined (void)
{
  int x;
  if (x == 3)
    return 1;
  return 2;
}

/* A parameter that has memory of its own, until it has a register. */
int
listed (int a, __builtin_va_list ap)
{
  int b;
  do
    b = __builtin_va_arg (ap, int);
  while (b > 10);
  return a + b;
}

/* No number that is stored is a truth value. */
_Bool
truth (unsigned x, unsigned y, unsigned *res, int flag, _Bool *t)
{
  if (flag)
    *t = __builtin_add_overflow (x, y, res);
  unsigned other;
  _Bool over = __builtin_add_overflow (x, y, &other);
  *res -= other;
  return *t == over;
}

/* Four bytes of the structure belong to no member. */
struct padded { int a; long b, c; };
struct padded given (void);
extern struct padded known;

static struct padded
either (int x)
{
  if (x)
    return given ();
  return known;
}

struct padded
parted (int x)
{
  struct padded all = either (x);
  use (0);
  return all;
}

/* Whoever calls it, its parameter is 1078530011. */
union word { unsigned u[2]; float f; };

static __attribute__ ((noinline, noclone)) float
called_once (int j)
{
  union word w;
  w.u[0] = j;
  return w.f;
}

float
caller (void)
{
  return called_once (1078530011);
}

/* Two pointers to different things. */
int
apart (int *restrict p, int *restrict q)
{
  *p = 1;
  *q = 2;
  return *p;
}

/* What is read through the one is not changed through the other, which moves on. */
void
copied_apart (int *restrict p, const int *restrict q)
{
  for (int *end = p + 3; p != end; p++)
    *p = *q + 1;
}

/* A table of pointers to strings, an element of which is known on one way. */
const char *const words[4] = { "none", "one", "two", "many" };

const char *
named (int n)
{
  return words[(unsigned) n <= 2 ? n : 3];
}

/* Fields that are accessed as one with those beside them. */
struct marks { long a : 24; long b : 24; };

void
marked (struct marks *m)
{
  m->a = 0x10101;
  m->b = 0x20202;
}

/* The address of the end of an array. */
int pair[2];

int
summed (void)
{
  int sum = 0;
  for (int *p = &pair[2]; p != pair;)
    sum += *--p;
  return sum;
}

/* A call neither reads nor writes what is pointed to, but not given away: the last store is dead. */
void call (void);

int
own_pair (int c)
{
  int own[2] = { 1, 2 };
  int *p = c ? &own[0] : &own[1];
  int was = *p;
  call ();
  *p = 5;
  return was;
}

/* What is known of a function elsewhere: it leaves memory alone. */
static __attribute__ ((noinline)) int
doubled (int x)
{
  return x * 2;
}

int
calls_doubled (int *p, int n)
{
  *p = 1;
  int sum = doubled (n);
  return *p + sum;
}

/* Two records of a type are the same or have nothing in common. */
struct fields { int a, b; };

int
overlapping (struct fields *p, struct fields *q)
{
  p->a = 1;
  q->b = 2;
  return p->a;
}

/* How far pointers are apart fits its type. */
int
nearer (long *a, long *b, long *c)
{
  long to_b = b - a, to_c = c - a;
  return to_b < to_c;
}

/* Whether something is constant is settled by a pass. */
int
settled (int x)
{
  int y = x & 3;
  return __builtin_constant_p (y) ? x + 1 : x - 1;
}

/* More iterations than are followed, and a test that is another because the index is never greater. */
int
counted (int *p)
{
  int sum = 0;
  for (int i = 0; i < 1000; i++)
    sum += p[i];
  return sum;
}

struct made { long head; short count; unsigned long size; struct { long a; char kind; } of[]; };
struct made *make (unsigned long);
_Noreturn void too_big (void);
#define OFFSET(n) ((n) == 0 ? 24 : 24 + 16ul * (n))

/* One call becomes two, of which one is known to be asked for less than the largest number. */
struct made *
made_for (unsigned long s, int n)
{
  if (s > 0x7fffffffffffffff - OFFSET (n))
    too_big ();
  struct made *m = make (OFFSET (n) + s);
  m->size = s;
  m->count = n;
  for (int i = 0; i < n; i++)
    m->of[i].kind = 0;
  return m;
}

/* What lies between two elements that are accessed is there. */
void
spread (int *a, int n)
{
  for (int i = 0; i < n; i++)
    {
      a[i] = 0;
      a[i + 2] = -1;
    }
}

/* Addresses in the place of the index, which a counter keeps to its bounds. */
void
moved (int *p, int *q)
{
  for (int i = 0; i < 1000; i++)
    p[i] = q[i] + 1;
}

unsigned rows[256][512];

/* A loop within another, of whose index the bounds are needed in it. */
void
numbered (void)
{
  for (unsigned i = 0; i < 256; i++)
    for (unsigned j = 0; j < 500; j++)
      rows[i][j] = i;
}

struct one_int { int value; };
struct two_ints { int a, b; };
union either { struct one_int one; struct two_ints two; };
struct outer { union either either; int last; };

/* A union is a part of a record at its beginning, so that what is stored through it is not the record's last field. */
int
last_of (struct outer *o, union either *e)
{
  union either own;
  own.one.value = 0;
  o->last = 123;
  *e = own;
  return o->last;
}

int grid[100][1111];

/* The address that an index begins with is undefined where the row is none. */
void
row (int i)
{
  for (int j = 0; j < 1111; j++)
    grid[i][j] = 2;
}

int one = 1, *where, **elsewhere;

static int
is_elsewhere (int *p)
{
  if (*p == one)
    *where = &p != elsewhere;
  return 0;
}

/* A pointer from elsewhere is not the address of a local variable, whichever address that has. */
int
compares (void)
{
  int i = 0;
  is_elsewhere (&i);
  return 0;
}
