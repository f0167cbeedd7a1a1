/* Where it begins; don't mind the quote. */
#include <generated/offsets.h>
#include <kernel/task.h>
#if !defined(HAS_NOP) || defined(HAS_NONE) || !defined(__ASSEMBLER__)
#error "as-instr"
#endif
	.section .head.text, "ax"
	.globl _start
_start:				# an entry
	ld	a1, TASK_STATE(a0)
	call	start
	li	a0, TASK_SIZE
1:	j	1b
