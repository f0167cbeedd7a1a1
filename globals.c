/* gdb
   > break here
   > continue
   > print initialised
   > print zero
   > print hidden
   > print declared
   > print message
   > print table
   > set var zero = 99
   > print zero
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
