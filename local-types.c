/* gdb
   > break inner
   > break outer
   > continue
   > print l
   > print m.k
   > ptype l
   > continue
   > print l
   > ptype l
   > whatis m
*/
int main (void)
{
  struct local { int a; enum kind { FIRST = 4, SECOND } k; } l = { 1, SECOND };
  typedef struct local alias;
  alias m = { 2, FIRST };
  {
    struct local { char c; } l = { 'q' };
    m.a += l.c; /* inner */
  }
  return l.a + m.a; /* outer */
}
