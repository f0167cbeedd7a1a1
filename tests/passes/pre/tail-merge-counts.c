/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-pre" } */
void stop (int) __attribute__ ((noreturn));

/* Calls that do not return: what is alike goes together however far apart, and as often as all of them it is executed. */
int f (int a, int b, int c)
{
  if (a < 0)
    stop (1);
  a += b * c;
  if (b < 0)
    stop (2);
  a ^= 5;
  if (c < 0)
    stop (1);
  return a;
}

/* { dg-final { scan-tree-dump-times "find_duplicates" 1 "pre" } } */
/* { dg-final { scan-tree-dump-times "stop \\(1\\)" 1 "pre" } } */
/* { dg-final { scan-tree-dump-times "stop \\(2\\)" 1 "pre" } } */
