/* What ends the program is split off as a function that does not return: nothing follows its call. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fnsplit -fdump-tree-release_ssa" } */
void report (const char *, int);
void stop (void) __attribute__ ((noreturn));
int check (int x, int line)
{
  if (x)
    return x;
  report ("wrong", line);
  report ("in line", line);
  stop ();
}
int twice (int x) { return check (x, 1) + check (x + 1, 2); }
/* { dg-final { scan-tree-dump "void check.part.0 \\(int line\\)" "fnsplit" } } */
/* { dg-final { scan-tree-dump "check.part.0 \\(line_\[0-9\]+\\(D\\)\\);\n\n" "release_ssa" } } */
