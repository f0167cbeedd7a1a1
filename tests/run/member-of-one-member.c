/* Structures with one member, which is copied alone, among members that become registers.  */
#include <stdio.h>
struct in { int a; }; struct o { struct in s; int b; };
__attribute__((noipa)) void f (struct o *p, struct in *q, struct o *r, int k) { struct o l = *p; if (k) l.s = *q; l.b += 1; *r = l; }
struct in2 { struct in i; }; struct o2 { struct in2 s; int b; };
__attribute__((noipa)) void g (struct o2 *p, struct in *q, struct o2 *r, int k) { struct o2 l = *p; if (k) l.s.i = *q; l.b += 1; *r = l; }
int main (void) { struct o a = { { 1 }, 2 }, b; struct in c = { 7 }; f (&a, &c, &b, 0); printf ("%d %d\n", b.s.a, b.b); f (&a, &c, &b, 1); printf ("%d %d\n", b.s.a, b.b);
 struct o2 a2 = { { { 1 } }, 2 }, b2; g (&a2, &c, &b2, 0); printf ("%d %d\n", b2.s.i.a, b2.b); g (&a2, &c, &b2, 1); printf ("%d %d\n", b2.s.i.a, b2.b); }
