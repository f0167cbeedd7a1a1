#include <generated/offsets.h>
#define BASE 0x80000000
OUTPUT_ARCH(riscv)
ENTRY(_start)
SECTIONS
{
	. = BASE;
	.text : { *(.head.text) *(.text .text.*) }
	.rodata : { *(.rodata .rodata.* .srodata .srodata.*) }
	/DISCARD/ : { *(.comment) }
}
