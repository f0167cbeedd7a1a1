/* gdb
   > break here
   > break there
   > continue
   > print TWICE (x)
   $1 = 14
   > print LIMIT
   $2 = 9
   > macro expand TWICE (LIMIT)
   expands to: ((9) + (9))
   > print INT_WIDTH_HERE
   $3 = 32
   > info macro LIMIT
   > continue
   > print LIMIT
   $4 = 11
   > macro expand TWICE (1)
   expands to: TWICE (1)
   > print __GNUC__
   $5 = 12
*/
#include <limits.h>
#define TWICE(x) ((x) + (x))
#define INT_WIDTH_HERE (sizeof (int) * CHAR_BIT)
#define LIMIT 9
volatile int sink;
int main (void)
{
  int x = 7;
  sink = x; /* here */
#undef LIMIT
#define LIMIT 11
#undef TWICE
  sink = LIMIT; /* there */
  return 0;
}
