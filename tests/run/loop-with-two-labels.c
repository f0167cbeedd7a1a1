/* A loop that is entered by jumps to two labels: what is moved before it is computed on all ways.  */
#include <stdio.h>
int k = 0;
__attribute__ ((noipa)) int rounds (int *last)
{
  int i, j;
  for (i = 0; i < 2; i++)
    {
      if (k)
	{
	  if (j != 2)
	    return -1;
	}
      else
	{
	  j = 2;
	  k++;
	}
      *last = i;
    }
  return i;
}
int main (void)
{
  int last = 7;
  int n = rounds (&last);
  printf ("%d %d %d\n", n, k, last);
  return 0;
}
