/* { dg-do compile } */
/* { dg-options "-O1 -fno-common" } */

/* What attributes say to the assembler. */
int tentative __attribute__ ((common));
int defined __attribute__ ((nocommon));
static int kept __attribute__ ((used)) = 5;
__attribute__ ((patchable_function_entry (3, 1))) void patched (void) {}
void plain (void) {}
int placed __attribute__ ((section (".special"), aligned (64))) = 1;
int first (void);
int second (void) __attribute__ ((alias ("target_of_alias")));
int target_of_alias (void) { return 7; }
int hidden __attribute__ ((visibility ("hidden"))) = 2;
int in_no_section __attribute__ ((noinit));

__attribute__ ((section (".elsewhere"), noinline)) void origin (void);
__attribute__ ((copy (origin))) void copied (void) {}

int retained __attribute__ ((retain)) = 8;
__attribute__ ((retain)) void retained_too (void) {}

/* { dg-final { scan-assembler "retained,\"awR\"" } } */
/* { dg-final { scan-assembler "\t.section\t.text.retained_too,\"axR\"" } } */
/* { dg-final { scan-assembler "\t.comm\ttentative,4,4" } } */
/* { dg-final { scan-assembler "defined:" } } */
/* { dg-final { scan-assembler "kept:" } } */
/* { dg-final { scan-assembler-times "\tnop" 3 } } */
/* { dg-final { scan-assembler "__patchable_function_entries,\"awo\",@progbits,patched" } } */
/* { dg-final { scan-assembler "\t.section\t.special" } } */
/* { dg-final { scan-assembler "\t.set\tsecond,target_of_alias" } } */
/* { dg-final { scan-assembler "\t.hidden\thidden" } } */
/* { dg-final { scan-assembler "\t.section\t.noinit" } } */
/* { dg-final { scan-assembler "\t.section\t.elsewhere" } } */
