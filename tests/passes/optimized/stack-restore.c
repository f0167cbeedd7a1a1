/* Stack memory is given back only where the function goes on. */
/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-optimized" } */
void use(char *);

int ends(int n) {
  char a[n];
  use(a);
  return a[0];
}

void goes_on(int n) {
  while (n--) {
    char a[n];
    use(a);
  }
  use(0);
}

void once(int n) {
  {
    char a[n];
    use(a);
  }
  use(0);
}

/* { dg-final { scan-tree-dump-times "__builtin_stack_save" 2 "optimized" } } */
/* { dg-final { scan-tree-dump-times "__builtin_stack_restore" 2 "optimized" } } */
