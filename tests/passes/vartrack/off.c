/* Without variable tracking nothing is said.  */
/* { dg-do compile } */
/* { dg-options "-O2 -g -fno-var-tracking -fdump-rtl-expand -fdump-rtl-final" } */

int f (int a)
{
  int x = a + 1;
  return x * x;
}

/* { dg-final { scan-rtl-dump-not "var_location" "expand" } } */
/* { dg-final { scan-rtl-dump-not "NOTE_INSN_VAR_LOCATION" "final" } } */
/* { dg-final { scan-rtl-dump "NOTE_INSN_BEGIN_STMT|debug_marker" "expand" } } */
