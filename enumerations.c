/* gdb
   > break here
   > continue
   > print c
   > print s
   > print m
   > print nameless
   > print (enum colour) 6
   > print BLUE
   > print c == GREEN
   > ptype c
   > ptype s
   > whatis m
*/
enum colour { RED, GREEN = 5, BLUE };
enum sign { MINUS = -1, ZERO, PLUS };
enum mask { ONE = 1, TWO = 2, FOUR = 4 };
enum { NAMELESS = 12 } nameless = NAMELESS;
int main (void)
{
  enum colour c = GREEN;
  enum sign s = MINUS;
  enum mask m = ONE | FOUR;
  return c + s + m; /* here */
}
