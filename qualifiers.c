/* gdb
   > break here
   > continue
   > whatis constant
   > whatis changing
   > whatis both
   > whatis fixed
   > whatis moving
   > whatis named
   > ptype named
   > ptype more
   > whatis to
   > whatis from
   > print *from
   > print atomic
   > print both
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
