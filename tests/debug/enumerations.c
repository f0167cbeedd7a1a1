/* gdb
   > break here
   > continue
   > print c
   $1 = GREEN
   > print s
   $2 = MINUS
   > print m
   $3 = (ONE | FOUR)
   > print nameless
   $4 = NAMELESS
   > print (enum colour) 6
   $5 = BLUE
   > print BLUE
   $6 = BLUE
   > print c == GREEN
   $7 = 1
   > ptype c
   type = enum colour {RED, GREEN = 5, BLUE}
   > ptype s
   type = enum sign {MINUS = -1, ZERO, PLUS}
   > whatis m
   type = enum mask
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
