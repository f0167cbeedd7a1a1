/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-expand -fdump-rtl-vregs" } */

/* Memory whose size is known at run time lies where the stack pointer is, above arguments that lie there. */
void use (char *);
void f (int n)
{
  use (__builtin_alloca (n));
}

/* { dg-final { scan-rtl-dump {virtual-stack-dynamic} "expand" } } */
/* { dg-final { scan-rtl-dump-not {virtual-} "vregs" } } */
