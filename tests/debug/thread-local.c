/* gdb
   > break here
   > continue
   > whatis own
   type = int
   > whatis other
   type = long
   > info line main
*/
__thread int own = 3;
static _Thread_local long other = 4;
int main (void)
{
  own++;
  other += own; /* here */
  return own + other;
}
