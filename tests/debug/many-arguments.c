/* gdb
   > break here
   > continue
   > info args
   a = 1
   b = 2
   c = 3
   d = 4
   e = 5
   f = 6
   g = 7
   h = 8
   i = 9
   j = 10
   k = 1.5
   l = 2.5
   > print all
   $1 = 55
   > print i
   $2 = 9
   > print j
   $3 = 10
   > print l
   $4 = 2.5
*/
static int sum (int a, int b, int c, int d, int e, int f, int g, int h, int i, short j, float k, double l)
{
  int all = a + b + c + d + e + f + g + h + i + j;
  return all + (int) k + (int) l; /* here */
}
int main (void)
{
  return sum (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1.5f, 2.5);
}
