// From here on dumps say which registers are referred to: the argument, which is the value as well.
// { dg-do compile }
// { dg-options "-O0 -fdump-rtl-dfinit" }

int
next (int n)
{
  return n + 1;
}

// { dg-final { scan-rtl-dump "exit block uses \t 1 .ra. 2 .sp. 8 .s0. 10 .a0. 65 .frame.\n" "dfinit" } }
// { dg-final { scan-rtl-dump "regs ever live \t 10 .a0.\n" "dfinit" } }
// { dg-final { scan-rtl-dump "total ref usage \[0-9\]+\{\[0-9\]+d,\[0-9\]+u,0e\} in \[0-9\]+\{\[0-9\]+ regular \\+ 0 call\}" "dfinit" } }
