/* A product of doubles is not computed in float because its value is converted. */
extern int printf (const char *, ...);
__attribute__ ((noipa)) float f (float a, double d) { return (float) (a * d); }
int main (void) { printf ("%.9g\n", f (16777215.f, 1.00000003)); return 0; }
