/* What is kept in a register for an outer loop is read before that loop, also where the block that first uses it has been
   split for what an inner loop stores.  */
#include <stdio.h>

int kept;
short counted = 7;
int log_[4];

__attribute__ ((noipa)) static int
nest (const long *c, const long *a, int *p, int n, int m)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      *p += i;
      if (c[i])
	{
	  for (int j = 0; j < m; j++)
	    {
	      if (a[j])
		kept = j;
	      sum += kept;
	    }
	  counted = counted + sum;
	}
    }
  return sum;
}

int
main (void)
{
  static const long c[4] = { 0, 1, 0, 1 };
  static const long a[3] = { 0, 1, 0 };
  int place = 0;
  int got = nest (c, a, &place, 4, 3);
  printf ("%d %d %d %d\n", got, kept, counted, place);
  got = nest (c, a, &place, 1, 3);
  printf ("%d %d %d %d\n", got, kept, counted, place);
  return 0;
}
