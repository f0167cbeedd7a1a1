/* Stores that are merged keep their order where they overlap. */
extern int printf (const char *, ...);
union u { struct { unsigned a : 12, b : 8, c : 12; } s; unsigned char by[4]; unsigned w; };
__attribute__ ((noipa)) void f (union u *p, unsigned x) { p->by[2] = 0x11; p->s.b = x; p->by[3] = 0x22; }
int main (void) { union u v = { .w = 0 }; f (&v, 0x77); printf ("%x\n", v.w); return 0; }
