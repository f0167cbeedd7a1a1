/* { dg-do compile } */
/* { dg-options "-O2 -fipa-pta -fdump-ipa-pta2 -fno-ipa-modref" } */
/* Not where others may call the function: anything may be passed. */
int set (int *p) { *p = 7; return 1; }
int f (void) { int a = 2; set (&a); return a; }

/* { dg-final { scan-ipa-dump "set.arg0 = . NONLOCAL" "pta2" } } */
