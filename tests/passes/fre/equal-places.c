/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fre1 -fdump-tree-fre3" } */

/* Addresses of parts at the same offset are the same, whatever the parts are called; but first parts are smaller than
   what they begin as long as sizes of objects may be asked. */
union object { struct { char mark; } head; struct { char mark; int n; } string; struct { char mark; long t[4]; } table; };
struct place { long before; union object *where; };
void use (void *, void *);
void f (struct place *p) { use (&p->where->string, &p->where->table); }
/* { dg-final { scan-tree-dump-not "use \\((_\[0-9\]+), \\1\\)" "fre1" } } */
/* { dg-final { scan-tree-dump "use \\((_\[0-9\]+), \\1\\)" "fre3" } } */

/* Parts of rows of an array, after an index that is not known.  */
struct row { int key; union { long n; double d; } value; } rows[8];
void g (long i) { use (&rows[i].value.n, &rows[i].value.d); }
/* { dg-final { scan-tree-dump "&rows\\\[i_\[0-9\]+\\(D\\)\\]\\.value\\.d" "fre1" } } */
/* { dg-final { scan-tree-dump-not "&rows\\\[i_\[0-9\]+\\(D\\)\\]\\.value\\.d" "fre3" } } */
