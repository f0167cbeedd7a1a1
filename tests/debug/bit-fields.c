/* gdb
   > break here
   > continue
   > print bits
   $1 = {a = 5, b = -7, wide = 78187493530, flag = true, c = -20 '\354'}
   > print bits.wide
   $2 = 78187493530
   > ptype bits
   type = struct bits {
       unsigned int a : 3;
       int b : 5;
       unsigned long wide : 40;
       _Bool flag : 1;
       signed char c : 7;
   }
   > print sizeof (bits)
   $3 = 8
*/
struct bits { unsigned a : 3; int b : 5; unsigned long wide : 40; _Bool flag : 1; int : 4; signed char c : 7; } bits;
int main (void)
{
  bits.a = 5;
  bits.b = -7;
  bits.wide = 0x123456789a;
  bits.flag = 1;
  bits.c = -20;
  return bits.a; /* here */
}
