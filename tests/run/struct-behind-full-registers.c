/* A structure of a number and a double goes onto the stack when the general registers are full, though one for doubles is free. */
extern int printf (const char *, ...);
struct m { int i; double d; };
__attribute__ ((noipa)) double f (long a, long b, long c, long d, long e, long g, long h, long i, struct m x) { return x.i + x.d + i; }
int main (void) { struct m x = { 3, 0.5 }; printf ("%g\n", f (1, 2, 3, 4, 5, 6, 7, 8, x)); return 0; }
