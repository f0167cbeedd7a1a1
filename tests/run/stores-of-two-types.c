/* Stores to one address that write different types: neither is the other's, where the ways meet (sink, cselim) and
   where the second follows the first (sink, dse).  */
extern int printf (const char *, ...);
extern void abort (void);

__attribute__((noipa)) int
one_of_three (int which, void *result, int *small, long *large)
{
  if (which == 0)
    *(int *) result = small[0];
  else if (which == 1)
    *(long *) result = large[0];
  else if (which == 2)
    *(int *) result = small[1];
  else
    return -1;
  return 0;
}

__attribute__((noipa)) void
one_of_two (int which, void *result, short small, long large)
{
  if (which)
    *(short *) result = small;
  else
    *(long *) result = large;
}

/* The wide store is not dead after the narrow one.  */
__attribute__((noipa)) void
wide_then_narrow (int again, void *place, long wide, short narrow)
{
  *(long *) place = wide;
  if (again)
    *(short *) place = narrow;
}

/* Rows of two lengths: the same indices are two places.  */
__attribute__((noipa)) void
in_rows (int which, void *place, int i, int j)
{
  if (which)
    (*(int (*)[4][3]) place)[i][j] = 1;
  else
    (*(int (*)[4][5]) place)[i][j] = 1;
}

/* As bits of one kind or the other.  */
__attribute__((noipa)) void
as_number (int which, void *result, float f, int i)
{
  if (which)
    *(float *) result = f;
  else
    *(int *) result = i;
}

int
main (void)
{
  int small[2] = { 5, 6 };
  long large[1] = { 0x123456789abcdef0 };
  long results[4];
  for (int which = 0; which < 4; which++)
    {
      results[which] = -1;
      int status = one_of_three (which, &results[which], small, large);
      printf ("%d %d %lx\n", which, status, results[which]);
    }
  long place = 0;
  one_of_two (0, &place, 1, 0x1122334455667788);
  printf ("%lx ", place);
  one_of_two (1, &place, 1, 2);
  printf ("%lx\n", place);
  wide_then_narrow (0, &place, 0x1122334455667788, 9);
  printf ("%lx ", place);
  wide_then_narrow (1, &place, 0x1122334455667788, 9);
  printf ("%lx\n", place);
  int cells[20] = { 0 };
  in_rows (1, cells, 2, 1);
  in_rows (0, cells, 2, 1);
  for (int i = 0; i < 20; i++)
    printf ("%d", cells[i]);
  int bits;
  as_number (1, &bits, 1.0f, 3);
  printf (" %x", bits);
  as_number (0, &bits, 1.0f, 3);
  printf (" %x\n", bits);
  return 0;
}
