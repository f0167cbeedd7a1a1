/* gdb
   > break here
   > continue
   > print sc
   $1 = -3 '\375'
   > print uc
   $2 = 200 '\310'
   > print letter
   $3 = 120 'x'
   > print s
   $4 = -300
   > print us
   $5 = 60000
   > print i
   $6 = -70000
   > print u
   $7 = 4000000000
   > print l
   $8 = -5000000000
   > print ul
   $9 = 18000000000000000000
   > print yes
   $10 = true
   > whatis ul
   type = unsigned long
   > info locals
   sc = -3 '\375'
   uc = 200 '\310'
   letter = 120 'x'
   s = -300
   us = 60000
   i = -70000
   u = 4000000000
   l = -5000000000
   ul = 18000000000000000000
   yes = true
*/
int main (void)
{
  signed char sc = -3;
  unsigned char uc = 200;
  char letter = 'x';
  short s = -300;
  unsigned short us = 60000;
  int i = -70000;
  unsigned u = 4000000000u;
  long l = -5000000000l;
  unsigned long ul = 18000000000000000000ul;
  _Bool yes = 1;
  return sc + uc + letter + s + us + i + u + l + ul + yes == 0; /* here */
}
