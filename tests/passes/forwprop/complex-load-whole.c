/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-forwprop1" } */

/* A number that is wanted as a whole, too, is loaded as a whole. */
_Complex double g;
_Complex double f (_Complex double *p) { _Complex double z = *p; g = z; return __real__ z; }

/* { dg-final { scan-tree-dump "= \\*p_\[0-9\]+\\(D\\);" "forwprop1" } } */
