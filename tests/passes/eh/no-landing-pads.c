/* Without exceptions, or where nothing can throw, or only the end of variables is to be said, there is no landing pad.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fexceptions" } */

void note (int *) __attribute__ ((nothrow));
int quiet (int) __attribute__ ((nothrow));
int loud (int *);

int
nothing_throws (int n)
{
  int kept __attribute__ ((cleanup (note))) = n;
  return quiet (kept);
}

int
nothing_to_do (int n)
{
  int kept[4] = {n};
  return loud (kept) + kept[1];
}

int
of_variable_size (int n)
{
  int kept[n];
  return loud (kept) + kept[1];
}

/* { dg-final { scan-assembler {call\tloud@plt} } } */
/* { dg-final { scan-assembler-not "gcc_except_table" } } */
/* { dg-final { scan-assembler-not "personality" } } */
