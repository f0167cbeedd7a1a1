/* { dg-do run } */
/* { dg-options "-O2" } */

/* Each call of the outer function has a frame of its own. */
static int f (int n, int (*up) (void))
{
  int mine = n;
  int in (void) { return mine++ * 10 + (up ? up () : 0); }
  if (n == 0)
    return in () + in ();
  return f (n - 1, in) + mine;
}
int main (void)
{
  /* Innermost: mine 0 then 1; each call goes up through the frames of 1 and 2. */
  if (f (2, 0) != (0 + 10 + 20) + (10 + 20 + 30) + 3 + 4)
    __builtin_abort ();
  return 0;
}
