/* gdb
   > break here
   > continue
   > print all
   > print count
   > whatis sum
   > ptype ap
   > bt
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
