/* Cleanups run when an exception passes through, innermost first, with what variables hold then.  */
/* { dg-do run } */
/* { dg-options "-O2 -fexceptions" } */

#include <unwind.h>

static int log_[64], logged;

static void
note (int *p)
{
  log_[logged++] = *p;
}

static _Unwind_Reason_Code
stop (int version, _Unwind_Action actions, _Unwind_Exception_Class class,
      struct _Unwind_Exception *exception, struct _Unwind_Context *context, void *buffer)
{
  if (actions & _UA_END_OF_STACK)
    __builtin_longjmp (buffer, 1);
  return _URC_NO_REASON;
}

static void *buffer[5];
static struct _Unwind_Exception exception;

__attribute__ ((noinline)) static int
raise_if (int n, int limit)
{
  if (n >= limit)
    {
      _Unwind_ForcedUnwind (&exception, stop, buffer);
      __builtin_abort ();
    }
  return n + 1;
}

/* The calls in a loop, in the middle of which the variable changes. */
__attribute__ ((noinline)) static int
loop (int from, int to, int limit)
{
  int sum = 0;
  for (int i = from; i < to; i++)
    {
      int kept __attribute__ ((cleanup (note))) = 100 + i;
      kept += raise_if (i, limit);
      if (kept == 100)
        continue;
      sum += kept;
    }
  return sum;
}

/* Several ways out, and values that are needed at the landing pad. */
__attribute__ ((noinline)) static int
ways (int a, int b, int limit)
{
  int outer __attribute__ ((cleanup (note))) = a;
  double x = a * 2.5;
  {
    int inner __attribute__ ((cleanup (note))) = b;
    if (a > b)
      return loop (a, b + 5, limit);
    if (a == b)
      goto out;
    inner = (int) (x + raise_if (b, limit));
    outer = inner + raise_if (b + 1, limit);
  }
out:
  return outer + loop (0, 3, limit);
}

static void
again (int *p)
{
  log_[logged++] = -*p;
  /* A cleanup that has one of its own. */
  int own __attribute__ ((cleanup (note))) = *p + 1000;
  raise_if (0, 1 << 30);
}

/* An array whose size is known at run time only, on the way. */
__attribute__ ((noinline)) static int
array (int n)
{
  int last __attribute__ ((cleanup (again))) = n;
  int all[n];
  for (int i = 0; i < n; i++)
    {
      int one __attribute__ ((cleanup (note))) = i;
      all[i] = raise_if (i, n - 1);
    }
  return all[0];
}

static void
check (int number, const int *wanted, int count)
{
  if (logged != count || __builtin_memcmp (log_, wanted, count * sizeof *wanted))
    {
      __builtin_printf ("%d:", number);
      for (int i = 0; i < logged; i++)
        __builtin_printf (" %d", log_[i]);
      __builtin_printf ("\n");
      __builtin_exit (number);
    }
  logged = 0;
}

#define CAUGHT(call) if (!__builtin_setjmp (buffer)) { call; __builtin_exit (99); }

int
main (void)
{
  if (loop (1, 4, 50) != 315)
    return 1;
  check (2, (int []) {103, 105, 107}, 3);
  CAUGHT (loop (1, 4, 3));
  check (3, (int []) {103, 105, 103}, 3);
  CAUGHT (ways (9, 5, 9));
  check (4, (int []) {109, 5, 9}, 3);
  CAUGHT (ways (1, 7, 8));
  check (5, (int []) {10, 1}, 2);
  CAUGHT (ways (1, 7, 7));
  check (6, (int []) {7, 1}, 2);
  CAUGHT (ways (4, 4, 2));
  check (7, (int []) {4, 101, 103, 102, 4}, 5);
  CAUGHT (array (4));
  check (8, (int []) {0, 1, 2, 3, -4, 1004}, 6);
  return 0;
}
