/* Loops, switches, labels, arrays, static and volatile variables in the part that is split off. */
/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-fnsplit" } */
int seen[64];
int __attribute__ ((noipa)) note (int x) { seen[x & 63]++; return x; }
int f (int *p, int n, volatile int *v)
{
  if (__builtin_expect (!p, 1))
    return -1;
  static int calls;
  int sums[8] = { 0 };
  for (int i = 0; i < n; i++)
    switch (p[i])
      {
      case 1: sums[0] += note (1); break;
      case 2: sums[1] += note (2); /* fall through */
      case 3: sums[2] += note (3); break;
      case 9: goto out;
      case 40: sums[3]++; break;
      case 41: sums[4]++; break;
      default:
        sums[p[i] & 7] += *v;
      }
out:
  calls++;
  return sums[0] + sums[1] * 10 + sums[2] * 100 + sums[3] * 1000 + sums[4] * 10000 + calls * 100000;
}
int __attribute__ ((noipa)) test (int *p, int n)
{
  volatile int two = 2;
  return f (0, n, &two) + f (p, n, &two);
}
int main (void)
{
  int a[] = { 1, 2, 3, 40, 41, 8, 1, 9, 1 };
  return test (a, 9) != 111623 || test (a, 3) != 200620 || seen[1] != 3 || seen[3] != 4;
}
/* { dg-final { scan-tree-dump-times "Splitting function at:" 1 "fnsplit" } } */
