/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-remove_symbols" } */
int done;

/* Nobody would see whether this one was called. */
static void __attribute__ ((constructor)) nothing (void) { }
static void __attribute__ ((constructor)) something (void) { done = 1; }

/* { dg-final { scan-ipa-dump "Reclaiming functions: nothing/\[0-9\]+\n" "remove_symbols" } } */
/* { dg-final { scan-assembler "\.dword\tsomething" } } */
/* { dg-final { scan-assembler-not "\.dword\tnothing" } } */
