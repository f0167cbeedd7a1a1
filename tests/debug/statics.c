/* gdb
   > break here
   > break there
   > continue
   > print calls
   $1 = 11
   > print shared
   $2 = 3
   > print who[2]
   $3 = 101 'e'
   > continue
   > print calls
   $4 = 12
   > print shared
   $5 = 4
   > continue
   > print calls
   $6 = 20
   > print step::calls
   $7 = 12
   > info locals
   calls = 20
*/
static int shared = 3;
static int step (void)
{
  static int calls = 10;
  static const char *const who = "step";
  calls++;
  return calls + shared + who[0]; /* here */
}
static int other (void)
{
  static int calls = 20;
  return calls++; /* there */
}
int main (void)
{
  step ();
  shared = 4;
  return step () + other ();
}
