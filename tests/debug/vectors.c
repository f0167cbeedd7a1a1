/* gdb
   > break here
   > continue
   > print a
   $1 = {1, 2, 3, 4}
   > print b
   $2 = {2, 4, 6, 8}
   > whatis a
   type = v4
   > ptype a
   type = int __attribute__ ((vector_size(4)))
   > print sizeof (a)
   $3 = 16
*/
typedef int v4 __attribute__ ((vector_size (16)));
int main (void)
{
  v4 a = { 1, 2, 3, 4 };
  v4 b = a + a;
  return b[2]; /* here */
}
