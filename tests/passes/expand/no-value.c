/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-expand" } */

/* Where a function ends without its value there is nothing but a clobber; only without optimisation there is an insn. */
int f () { }

/* { dg-final { scan-rtl-dump "clobber" "expand" } } */
/* { dg-final { scan-rtl-dump-not {\(const_int 0 \[0\]\) } "expand" } } */
