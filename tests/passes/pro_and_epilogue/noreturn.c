/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-pro_and_epilogue" } */

/* A function that does not come back has a prologue and no epilogue. */
void stop (long *) __attribute__ ((noreturn));
void f (long a)
{
  long kept = a;
  stop (&kept);
}

/* { dg-final { scan-rtl-dump-times {NOTE_INSN_PROLOGUE_END} 1 "pro_and_epilogue" } } */
/* { dg-final { scan-rtl-dump-not {NOTE_INSN_EPILOGUE_BEG} "pro_and_epilogue" } } */
/* { dg-final { scan-rtl-dump-not {simple_return} "pro_and_epilogue" } } */
