/* A result is not built in the object that an argument still points to, inlined or not. */
extern int printf (const char *, ...);
struct s { int a, b, c[6]; };
static inline struct s swap (struct s *p) { return (struct s) { p->b, p->a, { p->c[1], p->c[0] } }; }
__attribute__ ((noipa)) void use (struct s *p) { printf ("%d %d %d %d\n", p->a, p->b, p->c[0], p->c[1]); }
int main (void) { struct s x = { 1, 2, { 3, 4 } }; use (&x); x = swap (&x); use (&x); return 0; }
