/* gdb
   > break here
   > continue
   > whatis constant
   type = const int
   > whatis changing
   type = volatile int
   > whatis both
   type = const volatile long
   > whatis fixed
   type = int * const
   > whatis moving
   type = const int * volatile
   > whatis named
   type = cu
   > ptype named
   type = const unsigned int
   > ptype more
   type = const volatile unsigned int
   > whatis to
   type = char * restrict
   > whatis from
   type = const char * restrict
   > print *from
   $1 = 122 'z'
   > print atomic
   $2 = 10
   > print both
   $3 = 7
*/
const int constant = 5;
volatile int changing = 6;
const volatile long both = 7;
int *const fixed = (int *) &changing;
const int *volatile moving = &constant;
typedef const unsigned cu;
cu named = 8;
volatile cu more = 9;
void copy (char *restrict to, const char *restrict from)
{
  *to = *from; /* here */
}
_Atomic int atomic = 10;
int main (void)
{
  char c;
  copy (&c, "z");
  return constant + changing + both + *fixed + *moving + named + more + atomic;
}
