/* What programs of the tests of RV32 need of a system: a start, an end, and what compilers call.  */

__asm__ (".globl _start\n"
	 "_start:\n\tandi\tsp,sp,-16\n\tcall\tmain\n\tli\ta7,93\n\tecall\n");

void *
memcpy (void *to, const void *from, unsigned size)
{
  volatile char *t = to;
  const char *f = from;
  while (size--)
    *t++ = *f++;
  return to;
}

void *
memset (void *to, int byte, unsigned size)
{
  volatile char *t = to;
  while (size--)
    *t++ = byte;
  return to;
}

void
__riscv_flush_icache (void *from, void *to, long flags)
{
  (void) from, (void) to, (void) flags;
  __asm__ volatile (".word 0x100f");
}
