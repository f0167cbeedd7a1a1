/* { dg-do compile } */
/* { dg-options "-O2 -fPIC -ftls-model=initial-exec" } */

__thread int object;
int read (void) { return object; }

/* { dg-final { scan-assembler "la.tls.ie" } } */
/* { dg-final { scan-assembler-not "__tls_get_addr" } } */
