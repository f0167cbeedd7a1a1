/* A signed bit-field of one bit that is -1, compared as an unsigned number. */
int printf (const char *, ...);

struct { int f : 1; } s;
signed char c = -3;

int main (void)
{
  s.f = -1;
  printf ("%d %d\n", s.f != 4294967295u, s.f == 4294967295u);
  printf ("%d %d\n", c == 4294967293u, c != 4294967293u);
  return 0;
}
