/* Thread-local objects: initialised or not, external, static, of every model.  */
int printf (const char *, ...);
__thread int a; __thread int b = 5; static __thread int c = 6; static __thread long e; extern __thread int d;
struct s { int x, y; double z; }; __thread struct s s = { 1, 2, 3.5 }; __thread int big[10000]; _Thread_local char text[] = "text";
__thread int ie __attribute__ ((tls_model ("initial-exec"))) = 40; __thread int le __attribute__ ((tls_model ("local-exec"))) = 50;
int *gc (void) { return &c; } int *gbig (long i) { return &big[i]; }
int branch (int k) { if (k) return a + b; return a * 2 + b; }
int loop (int n) { for (int i = 0; i < n; i++) { static __thread int count = 3; e += count++; big[i] = i; } return e; }
int args (int x, int y, int *p) { return x + 10 * y + 100 * *p; }
int calls (void) { return args (a, b, &c); }
__thread int d = 9;
int main (void)
{
  a = 3;
  printf ("%d %d %d %d\n", a, b, *gc (), d);
  printf ("%d %d %d\n", branch (0), branch (1), calls ());
  printf ("%d %ld %d %d\n", loop (5), e, *gbig (4), *gbig (9999));
  printf ("%d %d %g %s\n", s.x, s.y, s.z, text);
  big[9000] = 7; *gbig (9001) = 8; s.y++; text[0] = 'n';
  printf ("%d %d %d %s %d %d\n", big[9000], big[9001], s.y, text, ie, le);
  return 0;
}
