/* Ranges of unsigned 128-bit values in conditional constant propagation; labels of functions that are inlined twice. */
int printf (const char *, ...);

typedef unsigned __int128 wide;

__attribute__ ((noinline)) static void
add (wide *x, wide by)
{
  *x += by;
}

static int
rounds (void)
{
  wide limit = (wide) 1 << 65, value = limit;
  int n = 0;
  add (&value, limit);
  while (value >= limit)
    {
      value -= limit;
      n++;
    }
  return n * 10 + (int) (value >> 64);
}

static inline int
jump (int which)
{
  void *target = which ? &&here : &&there;
  if (which == 2)
    return target == &&here;
here:
  return which * 3;
there:
  return target != &&here ? 7 : 8;
}

int
main (void)
{
  printf ("%d\n", rounds ());
  printf ("%d %d\n", jump (1), jump (2));
  return 0;
}
