/* After the passes over the unit, the CFG of what calls functions without effects is cleaned up: preheaders that loops
   were given go. Elsewhere they stay. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fixup_cfg3" } */
void use (int);
void stop (void) __attribute__ ((noreturn));
int count (char **all, const char *one, int n)
{
  int found = 0;
  if (n < 0)
    use (n);
  else
    do
      if (__builtin_strcmp (all[n], one) == 0)
	found++;
    while (n--);
  return found;
}
void each (int *all, int n)
{
  if (n < 0)
    use (n);
  else
    do
      use (all[n]);
    while (n--);
}
/* { dg-final { scan-tree-dump-times "<bb \[0-9\]+> \\\[" 12 "fixup_cfg3" } } */
