/* { dg-do compile } */
/* { dg-options "-O2 -fno-early-inlining -fdump-tree-fixup_cfg3" } */

/* Where a body is copied that loads what a split parameter stood for, these loads are numbered after all else in the copy. */

struct ls { int a; };
struct fs { struct ls *ls; unsigned char max; };
void error (struct ls *, const char *) __attribute__ ((noreturn));
void use (int);

static void __attribute__ ((noinline)) fail (struct fs *fs)
{
  error (fs->ls, "too many");
}

static void check (struct fs *fs, int n)
{
  int k = fs->max + n;
  if (k > 254)
    fail (fs);
  use (k + 1);
}

/* { dg-final { scan-tree-dump "_7 = k_\[0-9\]+ \\+ 1;" "fixup_cfg3" } } */
/* { dg-final { scan-tree-dump "_8 = MEM\\\[\\(struct ls \\* \\*\\)fs_" "fixup_cfg3" } } */
void one (struct fs *fs)
{
  check (fs, 1);
}
