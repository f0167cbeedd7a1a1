/* Variables are in registers while the loop runs, and constants before.  */
/* { dg-do compile } */
/* { dg-options "-O2 -g -fdump-rtl-expand -fdump-rtl-vartrack" } */

int g (int);
int f (int a)
{
  int s = 0;
  for (int i = 0; i < a; i++)
    s += g (i);
  return s * 2;
}

/* { dg-final { scan-rtl-dump-times {\(debug_insn [0-9 ]+ \(var_location:SI s \(const_int 0 \[0\]\)\)} 2 "expand" } } */
/* { dg-final { scan-rtl-dump {\(debug_insn [0-9 ]+ \(var_location:SI i \(subreg:SI \(reg/v:DI 7[0-9] \[ i \]\) 0\)\)} "expand" } } */
/* { dg-final { scan-rtl-dump {\(debug_insn [0-9 ]+ \(debug_marker\) "[^"]*loop.c":8:3} "expand" } } */
/* { dg-final { scan-rtl-dump {\(var_location s \(const_int 0 \[0\]\)\) NOTE_INSN_VAR_LOCATION} "vartrack" } } */
/* { dg-final { scan-rtl-dump {\(var_location i \(reg:SI [0-9]+ s[0-9]\)\) NOTE_INSN_VAR_LOCATION} "vartrack" } } */
/* { dg-final { scan-rtl-dump {\(var_location s \(reg:SI [0-9]+ s[0-9]\)\) NOTE_INSN_VAR_LOCATION} "vartrack" } } */
