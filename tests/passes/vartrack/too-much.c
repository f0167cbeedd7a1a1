/* Functions that are too large to be followed are given up, which is said. */
/* { dg-do compile } */
/* { dg-options "-O2 -g --param=max-vartrack-size=1 -fdump-rtl-vartrack" } */

int g (int);
int f (int a) /* { dg-message "variable tracking size limit exceeded" } */
{
  int s = 0;
  for (int i = 0; i < a; i++)
    s += g (i);
  return s * 2;
}

/* { dg-final { scan-rtl-dump-not "NOTE_INSN_VAR_LOCATION" "vartrack" } } */
/* { dg-final { scan-rtl-dump "NOTE_INSN_BEGIN_STMT|debug_marker" "vartrack" } } */
