/* Which asm statements change memory. */
int global;

int basic (int x) { global = x; asm volatile (""); return global; }
int basic_text (int x) { global = x; asm volatile ("nop"); return global; }
int extended (int x) { global = x; asm volatile ("" : : "r" (x)); return global; }
int clobbering (int x) { global = x; asm volatile ("" : : : "memory"); return global; }
int output (int x) { int y; asm ("mv %0,%1" : "=r" (y) : "r" (x)); return y; }
