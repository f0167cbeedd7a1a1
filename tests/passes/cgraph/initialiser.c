/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-cgraph" } */

/* An initialiser refers to what it has the address of. */
int target;
int *pointer = &target;

/* { dg-final { scan-ipa-dump {References: target/0 \(addr\)} "cgraph" } } */
/* { dg-final { scan-ipa-dump {Referring: pointer/1 \(addr\)} "cgraph" } } */
/* { dg-final { scan-ipa-dump {Varpool flags: initialized} "cgraph" } } */
