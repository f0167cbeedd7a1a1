/* Attributes a program's run depends on. */
int printf (const char *, ...);
int puts (const char *);
__attribute__ ((constructor (102))) static void second (void) { puts ("constructor 102"); }
__attribute__ ((constructor (101))) static void first (void) { puts ("constructor 101"); }
__attribute__ ((constructor)) static void third (void) { puts ("constructor"); }
__attribute__ ((destructor (101))) static void last (void) { puts ("destructor 101"); }
__attribute__ ((destructor)) static void early (void) { puts ("destructor"); }

typedef union { int *i; const char *s; } either __attribute__ ((transparent_union));
static int takes (either e) { return e.s[0]; }

typedef int hi __attribute__ ((mode (HI)));
typedef unsigned ti __attribute__ ((mode (TI)));
struct packed { char c; long l; } __attribute__ ((packed));
struct aligned { char c; } __attribute__ ((aligned (32)));
typedef int v4 __attribute__ ((vector_size (16)));
typedef int __attribute__ ((may_alias)) any_int;

__attribute__ ((noinline)) static int through (float *f) { *f = 1.0f; *(any_int *) f = 0x40000000; return *f; }

extern inline __attribute__ ((gnu_inline, always_inline)) int inlined (int x) { return x + 1; }
__attribute__ ((weak)) int weak_one (void) { return 1; }
int aliased (void) __attribute__ ((alias ("weak_one")));
static __thread int local = 4;

__attribute__ ((noreturn, noinline)) static void stop (void) { __builtin_exit (3); }
static int decide (int k) { if (k) return k; stop (); }

int main (void)
{
  int seven = 'x';
  printf ("%d %d\n", takes (&seven), takes ("y"));
  printf ("%d %d %d %d %d\n", (int) sizeof (hi), (int) sizeof (ti), (int) sizeof (struct packed),
          (int) sizeof (struct aligned), (int) sizeof (v4));
  float f;
  printf ("%d %d %d %d\n", through (&f), inlined (4), weak_one (), aliased ());
  printf ("%d %d\n", local, decide (2));
  decide (local - 4);
}
