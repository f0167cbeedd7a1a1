/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-ldist-details" } */

/* What fills memory goes before the loop, or after a copy of it. */
int a[100], b[100], c[100];
__attribute__ ((noipa)) void before (int n) { for (int i = 0; i < n; i++) { a[i] = 0; b[i] = c[i] * 3; } }
__attribute__ ((noipa)) void after (int n) { for (int i = 0; i < n; i++) { b[i] = c[i] * 3; a[i] = 0; } }
/* What is stored is loaded in the next iteration: the loop comes first. */
__attribute__ ((noipa)) void next (int n) { for (int i = 0; i < n; i++) { a[i] = 0; b[i] = a[i + 1]; } }
/* What is loaded was stored before: it comes last. */
__attribute__ ((noipa)) void last (int n) { for (int i = 1; i < n; i++) { a[i] = 0; b[i] = a[i - 1]; } }
/* Both ways: no call. */
__attribute__ ((noipa)) void both (int n) { for (int i = 1; i < n; i++) { a[i] = 0; b[i] = a[i - 1] + a[i + 1]; } }

static void fill (void) { for (int i = 0; i < 100; i++) { a[i] = i + 1; b[i] = -1; c[i] = i; } }
int
main (void)
{
  fill (); before (50);
  for (int i = 0; i < 100; i++) if (a[i] != (i < 50 ? 0 : i + 1) || b[i] != (i < 50 ? 3 * i : -1)) return 1;
  fill (); after (50);
  for (int i = 0; i < 100; i++) if (a[i] != (i < 50 ? 0 : i + 1) || b[i] != (i < 50 ? 3 * i : -1)) return 2;
  fill (); next (50);
  for (int i = 0; i < 100; i++) if (a[i] != (i < 50 ? 0 : i + 1) || b[i] != (i < 50 ? i + 2 : -1)) return 3;
  fill (); last (50);
  for (int i = 0; i < 100; i++)
    if (a[i] != (i && i < 50 ? 0 : i + 1) || b[i] != (i == 1 ? 1 : i && i < 50 ? 0 : -1)) return 4;
  fill (); both (50);
  for (int i = 0; i < 100; i++)
    if (a[i] != (i && i < 50 ? 0 : i + 1) || b[i] != (i && i < 50 ? (i == 1) + i + 2 : -1)) return 5;
  return 0;
}

/* { dg-final { scan-tree-dump-times "split to 1 loops and 1 library calls" 3 "ldist" } } */
/* { dg-final { scan-tree-dump-times "split to 0 loops and 2 library calls" 2 "ldist" } } */
