/* A load from bytes that several stores wrote sees the last of each. */
extern int printf (const char *, ...);
union u { unsigned w; unsigned char b[4]; };
__attribute__ ((noipa)) unsigned f (union u *s, unsigned char x) { s->w = 0x01020304; s->b[1] = x; s->b[0] = 7; return s->w; }
int main (void) { union u s; printf ("%x\n", f (&s, 0xaa)); return 0; }
