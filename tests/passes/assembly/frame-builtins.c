/* What looks at the frame it runs in. { dg-do compile } */
/* { dg-options "-O2" } */

void *from (void) { return __builtin_return_address (0); }
void *extracted (void) { return __builtin_extract_return_addr (__builtin_return_address (0)); }
void *frobbed (void) { return __builtin_frob_return_addr (__builtin_return_address (0)); }
void *frame (void) { return __builtin_frame_address (0); }
void *cfa (void) { return __builtin_dwarf_cfa (); }
int stack_pointer (void) { return __builtin_dwarf_sp_column (); }
int data_register (void) { return __builtin_eh_return_data_regno (1); }
void *thread (void) { return __builtin_thread_pointer (); }
long extended (void *p) { return __builtin_extend_pointer (p); }
unsigned flags (void) { return __builtin_riscv_frflags (); }
void set_flags (unsigned f) { __builtin_riscv_fsflags (f); }
void fence (void) { __atomic_thread_fence (5); }
void stop (void) { __builtin_trap (); }

/* { dg-final { scan-assembler-times "mv\ta0,ra|ld\ta0,8\\(sp\\)" 3 } } */
/* { dg-final { scan-assembler "mv\ta0,s0|addi\ta0,sp,16" } } */
/* { dg-final { scan-assembler-times "mv\ta0,tp" 1 } } */
/* { dg-final { scan-assembler-times "li\ta0,2" 1 } } */
/* { dg-final { scan-assembler-times "li\ta0,11" 1 } } */
/* { dg-final { scan-assembler-times "frflags\ta" 1 } } */
/* { dg-final { scan-assembler-times "fsflags\ta0" 1 } } */
/* { dg-final { scan-assembler "fence\tiorw,iorw" } } */
/* { dg-final { scan-assembler "ebreak" } } */
