/* What pointers in the fields of a copied structure point to is known field by field. */
extern int printf (const char *, ...);
struct in { int *x, *y; }; struct out { long k; struct in i; int *z; };
__attribute__ ((noipa)) int f (int n, int m)
{
  int a = 1, b = 2, c = 3;
  struct in s; struct out o;
  s.x = &a; s.y = &b;
  int **sp = n ? &s.x : &s.y;
  *sp = &c;
  o.k = n; o.i = s; o.z = 0;
  int **op = m ? &o.i.x : &o.i.y;
  int *p = *op;
  *p = 7;
  return a * 100 + b * 10 + c;
}
int main (void) { printf ("%d %d %d %d\n", f (0, 0), f (0, 1), f (1, 0), f (1, 1)); return 0; }
