/* A definition binds its variable after it, a φ at the start of its block, the last φ's first. */
/* { dg-do compile } */
/* { dg-options "-O2 -g -fdump-tree-ssa" } */

int f (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += i;
  return s;
}

/* { dg-final { scan-tree-dump "s_(\[0-9\]+) = 0;\n  # DEBUG s => s_\[0-9\]+\n" "ssa" } } */
/* { dg-final { scan-tree-dump "# s_\[0-9\]+ = PHI\[^\n\]*\n  # i_\[0-9\]+ = PHI\[^\n\]*\n  # DEBUG i => i_\[0-9\]+\n  # DEBUG s => s_\[0-9\]+\n" "ssa" } } */
/* { dg-final { scan-tree-dump-not "DEBUG n " "ssa" } } */
