/* { dg-do compile } */
/* { dg-options "-O0 -fdump-rtl-expand" } */

/* Without optimization the address of a switch's table is loaded twice, for
   the place in it and for where to go.  A table that would begin at 1 or 2
   begins at 0.  */
int
near (int x)
{
  switch (x)
    {
    case 2: return 4;
    case 3: return 8;
    case 4: return 1;
    case 5: return 99;
    case 6: return 7;
    case 7: return 3;
    }
  return 0;
}

int
far (long x)
{
  switch (x)
    {
    case 10: return 4;
    case 11: return 8;
    case 12: return 1;
    case 13: return 99;
    case 14: return 7;
    case 15: return 3;
    }
  return 0;
}

/* Where nothing else can be, nothing is compared.  */
int
known (int x)
{
  switch (x)
    {
    case 21: return 4;
    case 22: return 8;
    case 23: return 1;
    case 24: return 99;
    case 25: return 7;
    case 26: return 3;
    default: __builtin_unreachable ();
    }
}

/* { dg-final { scan-rtl-dump-times "insn_list:REG_LABEL_OPERAND" 6 "expand" } } */
/* { dg-final { scan-rtl-dump-times "if_then_else \\(gtu" 2 "expand" } } */
/* { dg-final { scan-rtl-dump-times "\\(code_label \[0-9\]+ \[0-9\]+ \[0-9\]+ \[0-9\]+ \\(nil\\) \\\[3 uses\\\]\\)\n\\(jump_table_data" 3 "expand" } } */
/* { dg-final { scan-rtl-dump "\\(const_int 7 \\\[0x7\\\]\\).*plus:DI \\(reg:DI \[0-9\]+\\)\[ \n\]+\\(const_int -10 .*plus:SI \\(reg:SI \[0-9\]+\\)\[ \n\]+\\(const_int -21 " "expand" } } */
/* { dg-final { scan-rtl-dump "reg/f:DI \[0-9\]+\\)\[ \n\]+\\(plus:DI \\(reg:DI \[0-9\]+\\)\[ \n\]+\\(reg:DI \[0-9\]+\\)\\)" "expand" } } */
