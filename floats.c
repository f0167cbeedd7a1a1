/* gdb
   > break here
   > continue
   > print f
   > print d
   > print z
   > print w
   > whatis q
   > whatis z
   > whatis w
*/
int main (void)
{
  float f = 1.5f;
  double d = -2.25;
  long double q = 0.125L;
  _Complex double z = 1.0 + 2.0i;
  _Complex float w = 3.0f - 1.0if;
  return f + d + q == __real__ z + __imag__ w; /* here */
}
