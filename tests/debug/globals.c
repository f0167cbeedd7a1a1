/* gdb
   > break here
   > continue
   > print initialised
   $1 = 12
   > print zero
   $2 = 2
   > print hidden
   $3 = -4
   > print declared
   $4 = 77
   > print message
   $5 = "hello"
   > print table
   $6 = {1, 2, 3}
   > set var zero = 99
   > print zero
   $7 = 99
   > info line main
*/
int initialised = 12;
int zero;
static long hidden = -4;
extern int declared;
int declared = 77;
const char message[] = "hello";
static const int table[3] = { 1, 2, 3 };
int main (void)
{
  zero = table[1];
  return initialised + hidden + declared + message[0]; /* here */
}
