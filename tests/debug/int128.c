/* gdb
   > break here
   > continue
   > whatis big
   type = __int128
   > whatis small
   type = __int128 unsigned
   > print sizeof (big)
   $1 = 16
*/
int main (void)
{
  __int128 big = (__int128) 1 << 100;
  unsigned __int128 small = 7;
  return big > small; /* here */
}
