/* A block whose label's address is taken stays where it is, whatever jumps there. */
extern int printf (const char *, ...);
__attribute__ ((noipa)) void *f (int n) { if (n) return &&a; return 0; a: return &&a; }
int main (void) { printf ("%d %d\n", f (3) != 0, f (0) != 0); return 0; }
