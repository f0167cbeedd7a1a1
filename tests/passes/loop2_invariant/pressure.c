/* { dg-do compile } */
/* { dg-options "-O2 -fno-schedule-insns2" } */

/* Where a loop uses more values than there are registers, nothing is moved out of it that would have to be kept in memory. */
extern int table[];
long work (long *p, int n)
{
  long a = p[0], b = p[1], c = p[2], d = p[3], e = p[4], f = p[5], g = p[6], h = p[7], i = p[8], j = p[9], k = p[10],
       l = p[11], m = p[12], o = p[13], q = p[14], r = p[15], s = p[16], t = p[17], u = p[18], v = p[19];
  long sum = 0;
  for (int x = 0; x < n; x++)
    {
      sum += table[sum & 7] * a + (b ^ sum) * c + (d ^ sum) * e + (f ^ sum) * g + (h ^ sum) * i + (j ^ sum) * k;
      sum += (l ^ sum) * m + (o ^ sum) * q + (r ^ sum) * s + (t ^ sum) * u + (v ^ sum);
    }
  return sum;
}

/* The address stays in the loop. */
/* { dg-final { scan-assembler {\.L\d+:\n\tla\ta\d,table} } } */
