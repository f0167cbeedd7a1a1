/* gdb
   > break here
   > continue
   > print all
   $1 = 60
   > print count
   $2 = 3
   > whatis sum
   type = int (int, ...)
   > ptype ap
   type = void *
   > bt
   #0  sum (count=3) at variadic.c:25
   #1  0xADDR in main () at variadic.c:29
*/
#include <stdarg.h>
static int sum (int count, ...)
{
  va_list ap;
  int all = 0;
  va_start (ap, count);
  for (int i = 0; i < count; i++)
    all += va_arg (ap, int);
  va_end (ap);
  return all; /* here */
}
int main (void)
{
  return sum (3, 10, 20, 30);
}
