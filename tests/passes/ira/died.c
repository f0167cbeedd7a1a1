// Without optimisation as well the dump says where a pseudo dies, what it costs in memory, and what it got.
// { dg-do compile }
// { dg-options "-O0 -fdump-rtl-ira" }

int
next (int n)
{
  return n + 1;
}

// { dg-final { scan-rtl-dump "a0\\(r\[0-9\]+,l0\\) costs: SIBCALL_REGS:2000 JALR_REGS:2000 GR_REGS:2000 MEM:6000" "ira" } }
// { dg-final { scan-rtl-dump ";; 1 loops found" "ira" } }
// { dg-final { scan-rtl-dump "Disposition:" "ira" } }
// { dg-final { scan-rtl-dump "REG_DEAD .reg:DI 10 a0 . n ." "ira" } }
