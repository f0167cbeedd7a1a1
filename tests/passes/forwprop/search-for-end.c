/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-forwprop1" } */

/* The terminator of a string is where its length ends.  */

char *f (char *p) { return __builtin_strchr (p, 0); }
char *g (char *p) { return __builtin_strrchr (p, 0); }

/* { dg-final { scan-tree-dump-not "chr" "forwprop1" } } */
/* { dg-final { scan-tree-dump-times "__builtin_strlen" 2 "forwprop1" } } */
