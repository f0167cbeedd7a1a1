/* What a parameter points to is not loaded by the caller where the function may store to it before. */
extern int printf (const char *, ...);
struct big { int a[8]; };
static __attribute__ ((noinline)) int f (struct big *p, int *q) { *q = 5; return p->a[0]; }
__attribute__ ((noipa)) int h (struct big *x, int *y) { return f (x, y) + f (x, y + 1); }
int main (void) { struct big b = { { 1, 2, 3 } }; printf ("%d\n", h (&b, b.a)); return 0; }
