/* { dg-do run } */
/* { dg-options "-O2 -g" } */
extern void abort (void);
extern int sprintf (char *, const char *, ...);
struct s { int a, b; char name[8]; };
static int log_count;

/* Functions that have changed are inlined, and call others that have changed. */
static int note (struct s *p, int level, int unused) { if (level > p->a) log_count++; return level * 2; }
static int step (struct s *p, int level) { note (p, level, 3); note (p, level + 1, 4); return p->b; }
static int run (struct s *p) { int i, r = 0; for (i = 0; i < 5; i++) r += step (p, i); step (p, r); return r; }
static const char *name (struct s p, char *buffer) { sprintf (buffer, "%d-%s", p.a, p.name); return buffer; }

int main (int argc, char **argv)
{
  struct s x = { argc + 1, argc + 2, "xyz" };
  char buffer[32];
  if (run (&x) != 15 || log_count != 7)
    abort ();
  name (x, buffer);
  if (__builtin_strcmp (buffer, "2-xyz") != 0)
    abort ();
  return 0;
}
