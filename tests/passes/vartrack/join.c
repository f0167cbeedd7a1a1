/* Where two ways meet, a variable that is a constant on each is known again when the copy that both made is read.  */
/* { dg-do compile } */
/* { dg-options "-O1 -g -fno-if-conversion -fno-tree-phiprop -fdump-rtl-vartrack" } */

int g (int);
int f (int a)
{
  int x = 1;
  if (g (a))
    x = g (2);
  g (3);
  return x;
}

/* { dg-final { scan-rtl-dump {\(var_location x \(const_int 1 \[0x1\]\)\)} "vartrack" } } */
/* { dg-final { scan-rtl-dump {\(var_location x \(reg:SI [0-9]+ [as][0-9]+\)\)} "vartrack" } } */
