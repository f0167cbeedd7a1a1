/* gdb
   > break here
   > break end
   > continue
   > backtrace
   #0  scaled (x=4, by=3) at inlined.c:35
   #1  twice (y=2) at inlined.c:40
   #2  main () at inlined.c:45
   > print x
   $1 = 4
   > print by
   $2 = 3
   > print product
   $3 = 12
   > up
   #1  twice (y=2) at inlined.c:40
   40	  return scaled (y + y, 3);
   > print y
   $4 = 2
   > up
   #2  main () at inlined.c:45
   45	  total += twice (2);
   > print total
   $5 = 1
   > continue
   > print total
   $6 = 13
*/
#define INLINED static inline __attribute__ ((always_inline))
volatile int sink;
INLINED int scaled (int x, int by)
{
  int product = x * by;
  sink = product;
  sink = product; /* here */
  return product;
}
INLINED int twice (int y)
{
  return scaled (y + y, 3);
}
int main (void)
{
  volatile int total = 1;
  total += twice (2);
  sink = total; /* end */
  return 0;
}
