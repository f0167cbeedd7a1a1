/* gdb
   > break one
   > break five
   > break end
   > continue
   > print c
   $1 = 1
   > continue
   > print result
   $2 = 10
   > continue
   > print c
   $3 = 5
   > next
   > next
   > print result
   $4 = 50
*/
static int kind (int c)
{
  int result;
  switch (c)
    {
    case 1:
      result = 10; /* one */
      break;
    case 5:
      result = 50; /* five */
      break;
    default:
      result = 0;
    }
  return result; /* end */
}
int main (void)
{
  return kind (1) + kind (5);
}
