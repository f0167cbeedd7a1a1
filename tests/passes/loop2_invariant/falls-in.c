/* The end of the loop falls into its head, and what enters jumps there: the address of the array is computed elsewhere,
   and the loop jumped to from there.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-section-anchors -fno-gcse" } */

int heap[1000];
void sift (int i, int n)
{
  int v = heap[i];
  for (int c; (c = 2 * i + 1) < n; i = c)
    {
      if (c + 1 < n && heap[c + 1] > heap[c])
	c++;
      if (heap[c] <= v)
	break;
      heap[i] = heap[c];
    }
  heap[i] = v;
}

/* { dg-final { scan-assembler-times {\tlla\t} 4 } } */
