/* DWARF 4 has its lists in a section of another form.  */
/* { dg-do compile } */
/* { dg-options "-O2 -gdwarf-4 -dA" } */

int g (int);
int f (int a)
{
  int x = g (a);
  g (x);
  return g (x);
}

/* { dg-final { scan-assembler {\.section\t\.debug_loc,} } } */
/* { dg-final { scan-assembler-not {debug_loclists} } } */
/* { dg-final { scan-assembler {\.2byte\t1\t# Location expression size} } } */
