/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-eh" } */

/* A try whose end nothing reaches has no cleanup there. */
void note (int *);
int loud (int *);
void stop (void) __attribute__ ((noreturn));
void f (int n)
{
  int kept __attribute__ ((cleanup (note))) = n;
  loud (&kept);
  stop ();
}

/* { dg-final { scan-tree-dump "stop \\(\\);" "eh" } } */
/* { dg-final { scan-tree-dump-not "note \\(" "eh" } } */
/* { dg-final { scan-tree-dump-not "CLOBBER" "eh" } } */
