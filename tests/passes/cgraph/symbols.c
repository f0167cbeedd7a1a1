/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-cgraph" } */

/* What is said of each symbol before the passes: what it is, who refers to it and how, who calls it. */
extern int outside;
int counter = 3;
static int kept;
const int fixed = 5;
volatile int port;
static int unused_variable = 1;
__attribute__ ((weak)) void maybe (void);

static int
helper (int x)
{
  kept += x;
  return x + outside;
}

int (*hook) (int) = helper;

static int
never (int x)
{
  return x;
}

int
f (int n)
{
  int *p = &counter;
  __builtin_printf ("%d", n);
  if (maybe)
    maybe ();
  port = fixed + *p;
  return helper (n) + helper (kept) + hook (n);
}

/* { dg-final { scan-ipa-dump-times "Trivially needed symbols: f/8 hook/6 port/3 fixed/2 counter/0" 1 "cgraph" } } */
/* { dg-final { scan-ipa-dump "helper/5 .helper. @0x\[0-9a-f\]+\n  Type: function definition analyzed\n  Visibility: semantic_interposition\n  Address is taken.\n" "cgraph" } } */
/* { dg-final { scan-ipa-dump "  References: kept/1 .read. kept/1 .write. outside/9 .read. \n  Referring: hook/6 .addr. \n  Function flags: body\n  Called by: f/8 f/8 \n  Calls: \n" "cgraph" } } */
/* { dg-final { scan-ipa-dump "never/7 .never. @0x\[0-9a-f\]+\n  Type: function definition\n" "cgraph" } } */
/* { dg-final { scan-ipa-dump "printf/10 .__builtin_printf. @0x" "cgraph" } } */
/* { dg-final { scan-ipa-dump "port/3 .port. @0x\[0-9a-f\]+\n  Type: variable definition analyzed\n  Visibility: force_output semantic_interposition public\n" "cgraph" } } */
/* { dg-final { scan-ipa-dump "Varpool flags: initialized read-only const-value-known\n" "cgraph" } } */
/* { dg-final { scan-ipa-dump "Calls: helper/5 helper/5 maybe/11 printf/10 \n   Indirect callnum speculative call targets: 0\n" "cgraph" } } */
/* { dg-final { scan-ipa-dump "Removing unused symbols: never/7 unused_variable/4\n\nReclaimed Symbol table:\n" "cgraph" } } */
