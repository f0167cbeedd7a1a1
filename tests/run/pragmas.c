/* Pragmas a program's run depends on. */
int printf (const char *, ...);
#define N 1
#pragma push_macro ("N")
#undef N
#define N 2
enum { inside = N };
#pragma pop_macro ("N")
enum { after = N };
#pragma redefine_extname renamed puts
int renamed (const char *);
#pragma once
int main (void)
{
  renamed ("renamed");
  printf ("%d %d\n", inside, after);
  return 0;
}
