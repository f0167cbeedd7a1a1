/* Stores through pointers to scalars, and the parts of structures that they may be. */
#include <stdio.h>
enum e { A, B, C };
struct s { char c; unsigned x; enum e e; void *p; };
union either { char c; int i; };
struct holds { int k; union either u; };

__attribute__((noipa)) unsigned sign (int *p, struct s *q) { q->x = 1; *p = 3; return q->x; }
__attribute__((noipa)) int enumerated (unsigned *p, struct s *q) { q->e = A; *p = C; return q->e; }
__attribute__((noipa)) int as_enum (enum e *p, struct s *q) { q->x = 7; *p = B; return q->x; }
__attribute__((noipa)) int pointers (char **p, struct s *q) { q->p = 0; *p = "text"; return q->p != 0; }
__attribute__((noipa)) int in_union (int *p, struct holds *q) { q->u.c = 1; *p = 3; return q->u.c; }
__attribute__((noipa)) int bytes (char *p, struct s *q) { q->x = 1; *p = 5; return q->x; }

int main (void)
{
  struct s s = { 0 };
  struct holds h = { 0 };
  printf ("%u\n", sign ((int *) &s.x, &s));
  printf ("%d\n", enumerated ((unsigned *) &s.e, &s));
  printf ("%d\n", as_enum ((enum e *) &s.x, &s));
  printf ("%d\n", pointers ((char **) &s.p, &s));
  printf ("%d\n", in_union (&h.u.i, &h));
  printf ("%d\n", bytes ((char *) &s.x, &s));
  return 0;
}
