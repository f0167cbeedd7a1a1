/* gdb
   > break here
   > continue
   > whatis big
   > whatis small
   > print sizeof (big)
*/
int main (void)
{
  __int128 big = (__int128) 1 << 100;
  unsigned __int128 small = 7;
  return big > small; /* here */
}
