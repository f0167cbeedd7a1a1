/* gdb
   > break here
   > continue
   > info args
   > print all
   > print i
   > print j
   > print l
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
