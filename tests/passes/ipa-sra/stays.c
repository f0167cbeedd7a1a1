/* { dg-do run } */
/* { dg-options "-O2 -fdump-ipa-sra" } */
extern void abort (void);
struct s { int a, b; };
int g;

/* Functions that others may call, or that must stay as they are. */
__attribute__ ((noinline)) int visible (int a, int b) { g = a; return a; }
__attribute__ ((noinline)) static int pointed_to (int a, int b) { g = a; return a; }
__attribute__ ((noinline, noclone)) static int not_copied (int a, int b) { g = a; return a; }
__attribute__ ((noipa)) static int unknown (int a, int b) { g = a; return a; }
__attribute__ ((noinline)) static int variadic (int a, ...) { g = a; return a; }
__attribute__ ((used, noinline)) static int needed (int a, int b) { g = a; return a; }
__attribute__ ((noinline, nonnull (2))) static int by_number (int unused, int *p) { g = *p; return 1; }

int main (int argc, char **argv)
{
  int (*volatile f) (int, int) = pointed_to;
  visible (argc, 1);
  f (argc + 1, 2);
  pointed_to (argc, 3);
  not_copied (argc, 4);
  unknown (argc, 5);
  variadic (argc, 6);
  needed (argc, 7);
  by_number (argc, &argc);
  if (g != argc)
    abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump-not "Will remove" "sra" } } */
