/* A hexadecimal number of 64 bits is unsigned in #if. */
extern int printf (const char *, ...);
#if 0xffffffffffffffff < 0
int x = 1;
#else
int x = 0;
#endif
int main (void) { printf ("%d\n", x); return 0; }
