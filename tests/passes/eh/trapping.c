/* With -fnon-call-exceptions cleanups run when a signal handler unwinds the stack through an access that traps: of the
   functions that are left, and of the handler's own.  */
/* { dg-do run } */
/* { dg-options "-O2 -fexceptions -fnon-call-exceptions" } */

#include <signal.h>
#include <stdlib.h>
#include <unwind.h>

static _Unwind_Reason_Code
stop (int version, _Unwind_Action actions, _Unwind_Exception_Class class,
      struct _Unwind_Exception *exception, struct _Unwind_Context *context, void *unused)
{
  if (actions & _UA_END_OF_STACK)
    abort ();
  return _URC_NO_REASON;
}

static struct _Unwind_Exception exception;
static int *nowhere;
static int count, other;

static void
counter (int *p)
{
  count += *p;
}

static void
last (int *p)
{
  exit (count == 11 ? 0 : 1);
}

static int __attribute__ ((noinline))
raise_exception (void)
{
  int ten __attribute__ ((cleanup (counter))) = 10;
  _Unwind_ForcedUnwind (&exception, stop, 0);
  abort ();
}

static void
handler (int signal)
{
  int one __attribute__ ((cleanup (counter))) = 1;
  raise_exception ();
  other = 5;
}

static int __attribute__ ((noinline))
access (void)
{
  *nowhere = 0;
  return other;
}

static int __attribute__ ((noinline))
outer (void)
{
  int all __attribute__ ((cleanup (last))) = 0;
  int sum = access ();
  other = 0;
  return sum;
}

int
main (void)
{
  signal (SIGSEGV, handler);
  signal (SIGBUS, handler);
  outer ();
  abort ();
}
