/* The address of a label of the outer function, taken in a nested one that is inlined. */
extern int printf (const char *, ...);

int
main (void)
{
  __label__ there;
  int n = 0;
  void *where (void) { return &&there; }
  goto *where ();
  n = 1;
there:
  printf ("%d\n", n);
  return 0;
}
