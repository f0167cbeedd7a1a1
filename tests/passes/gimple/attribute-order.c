/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-omplower" } */

/* Attributes before the type, within the specifiers and after the declarator are shown in that order. */

void leave (void) __attribute__ ((noreturn));

/* { dg-final { scan-tree-dump "__attribute__\\(\\(visibility \\(\"internal\"\\), noreturn\\)\\)\nvoid both" "omplower" } } */
__attribute__ ((visibility ("internal"))) void __attribute__ ((noreturn)) both (void) { leave (); }

/* { dg-final { scan-tree-dump "__attribute__\\(\\(cold, noreturn, visibility \\(\"internal\"\\)\\)\\)\nvoid three" "omplower" } } */
__attribute__ ((cold)) extern void __attribute__ ((noreturn)) three (void) __attribute__ ((visibility ("internal")));
void __attribute__ ((noreturn)) three (void) { leave (); }
