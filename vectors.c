/* gdb
   > break here
   > continue
   > print a
   > print b
   > whatis a
   > ptype a
   > print sizeof (a)
*/
typedef int v4 __attribute__ ((vector_size (16)));
int main (void)
{
  v4 a = { 1, 2, 3, 4 };
  v4 b = a + a;
  return b[2]; /* here */
}
