/* gdb
   > break here
   > continue
   > print *to
   $1 = 11
   > print **to_to
   $2 = 11
   > print nothing
   $3 = (void *) 0x0
   > print *p
   $4 = 7
   > print p == &local
   $5 = 1
   > print words[1]
   $6 = 111 'o'
   > whatis to_to
   type = int **
   > whatis words
   type = const char *
   > ptype nothing
   type = void *
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
