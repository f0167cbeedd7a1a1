/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ccp1" } */

/* Places in one object are a number of bytes apart. */
char buf[16];
long f (void) { char *p = buf, *q = p + 3; return q - p; }

/* { dg-final { scan-tree-dump "return 3;" "ccp1" } } */
