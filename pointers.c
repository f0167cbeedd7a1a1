/* gdb
   > break here
   > continue
   > print *to
   > print **to_to
   > print nothing
   > print *p
   > print p == &local
   > print words[1]
   > whatis to_to
   > whatis words
   > ptype nothing
*/
#include <stddef.h>
int target = 11;
int *to = &target;
int **to_to = &to;
void *nothing = NULL;
const char *words = "words";
int main (void)
{
  int local = 3;
  int *p = &local;
  *p += 4;
  return **to_to + *p; /* here */
}
