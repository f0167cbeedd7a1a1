/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-cgraph" } */

/* What runs before and after main. */
void __attribute__ ((constructor)) first (void) { }
void __attribute__ ((constructor (200))) early (void) { }
void __attribute__ ((destructor (300))) late (void) { }

/* { dg-final { scan-ipa-dump {first/0 [^\n]*\n[^\n]*\n  Visibility: semantic_interposition public constructor\n} "cgraph" } } */
/* { dg-final { scan-ipa-dump {Function flags: body static_constructor \(priority:65535\)} "cgraph" } } */
/* { dg-final { scan-ipa-dump {Function flags: body static_constructor \(priority:200\)} "cgraph" } } */
/* { dg-final { scan-ipa-dump {Function flags: body static_destructor \(priority:300\)} "cgraph" } } */
