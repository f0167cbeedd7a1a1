/* A load is not combined into what uses its value after a store to the same place. */
extern int printf (const char *, ...);
__attribute__ ((noipa)) unsigned long f (unsigned char *p, unsigned char *q, unsigned long k) { unsigned char r = *p; *q = 9; return r; }
__attribute__ ((noipa)) long g (int *p, int *q) { int r = *p; *q = 9; long x = r; __asm__ ("" : "+r" (x)); return x; }
__attribute__ ((noipa)) long h (signed char *p, long *q) { signed char r = *p; *q = 9; return r; }
int main (void) { unsigned char a = 1; int b = 2; long c = 3; printf ("%lu %ld %ld\n", f (&a, &a, 0), g (&b, &b), h ((signed char *) &c, &c)); return 0; }
