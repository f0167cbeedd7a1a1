/* A bit-field by value is the narrowest integer that holds it, and takes no more of memory than the structure has.  */
int printf (const char *, ...);
struct __attribute__ ((packed)) a { float f; unsigned long b : 4; };
struct __attribute__ ((packed)) b { float f; long b : 33; };
struct __attribute__ ((packed)) c { unsigned b : 3; double f; };
struct d { float f; unsigned long b : 20; };
struct e { float f; int : 0; };
struct __attribute__ ((packed)) f { float f; long : 5; };
static long fill (long n) { return n < 2 ? n : fill (n - 1) + n; }
__attribute__ ((noinline)) static struct a fa (struct a x) { x.f += 1; x.b += 1; return x; }
__attribute__ ((noinline)) static struct b fb (struct b x) { x.f += 1; x.b += 1; return x; }
__attribute__ ((noinline)) static struct c fc (struct c x) { x.f += 1; x.b += 1; return x; }
__attribute__ ((noinline)) static struct d fd (struct d x) { x.f += 1; x.b += 1; return x; }
__attribute__ ((noinline)) static struct e fe (struct e x) { x.f += 1; return x; }
__attribute__ ((noinline)) static struct f ff (struct f x) { x.f += 1; return x; }
__attribute__ ((noinline)) static int guarded (struct a x)
{
  /* What is after the parameter's home at -O0 are the saved registers.  */
  char before[16] = "before", after[16] = "after";
  struct a y = fa (x);
  return y.b + before[0] + after[0];
}
int main (void)
{
  register long kept = fill (10);
  struct a a = fa ((struct a) { 1.5f, 7 });
  struct b b = fb ((struct b) { 2.5f, -3000000000 });
  struct c c = fc ((struct c) { 3, 4.5 });
  struct d d = fd ((struct d) { 5.5f, 0xffffe });
  struct e e = fe ((struct e) { 6.5f });
  struct f f = ff ((struct f) { 7.5f });
  printf ("%g %d, %g %ld, %d %g, %g %d, %g, %g\n", a.f, (int) a.b, b.f, (long) b.b, c.b, c.f, d.f, (int) d.b, e.f, f.f);
  printf ("%d %ld\n", guarded (a), kept);
  return 0;
}
