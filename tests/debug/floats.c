/* gdb
   > break here
   > continue
   > print f
   $1 = 1.5
   > print d
   $2 = -2.25
   > print z
   $3 = 1 + 2i
   > print w
   $4 = 3 + -1i
   > whatis q
   type = long double
   > whatis z
   type = complex double
   > whatis w
   type = complex float
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
