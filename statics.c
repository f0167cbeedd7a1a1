/* gdb
   > break here
   > break there
   > continue
   > print calls
   > print shared
   > print who[2]
   > continue
   > print calls
   > print shared
   > continue
   > print calls
   > print step::calls
   > info locals
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
