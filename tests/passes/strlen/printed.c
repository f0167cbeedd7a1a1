/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-strlen1-details -fdump-tree-optimized" } */

char buf[64], small[4];
int sprintf (char *, const char *, ...);
int snprintf (char *, __SIZE_TYPE__, const char *, ...);
void gone (void);
char *strcpy (char *, const char *);

/* What is printed is known; the call stays for what it writes. */
int number (void) { return sprintf (buf, "%s=%05u", "ab", 7u); }

/* A string whose length is known is copied. */
int copied (void) { return sprintf (buf, "hello"); }

/* Nothing is written: the call is nothing but a number. */
int asked (void) { return snprintf (0, 0, "%x%%", 255); }

/* From 1 to 11 characters, so that 20 there are never. */
void never (int i) { if (sprintf (buf, "%d", i) > 20) gone (); }

/* Ranges say more. */
int byte (unsigned char c) { return sprintf (buf, "%u", c); }

/* What does not fit may do anything. */
int beyond (void) { return sprintf (small, "%d", 12345); }

/* What does not fit is left out, and counted all the same. */
int cut (int i) { return snprintf (small, sizeof small, "hello %d", i); }

/* Nothing is known of the string, of the size, of the format. */
int string (const char *s) { return sprintf (buf, "%s", s); }
int size (__SIZE_TYPE__ n) { return snprintf (buf, n, "abc"); }
int format (const char *f) { return sprintf (buf, f); }

/* A precision bounds a string, and columns a number. */
int first (const char *s) { return sprintf (buf, "%.3s", s); }
int columns (int i) { return sprintf (buf, "%*d", 5, i); }

/* A library need not print so much at once. */
int wide (int i) { return snprintf (0, 0, "%5000d", i); }

/* { dg-final { scan-tree-dump "sprintf: objsize = 64, fmtstr = \"%s=%05u\"" "strlen1" } } */
/* { dg-final { scan-tree-dump "Directive 2 at offset 2: \"=\", length = 1" "strlen1" } } */
/* { dg-final { scan-tree-dump "Result: 5, 5, 5, 5 \\(8, 8, 8, 8\\)" "strlen1" } } */
/* { dg-final { scan-tree-dump "Substituting 8 for return value" "strlen1" } } */
/* { dg-final { scan-tree-dump "Substituting 5 for return value" "strlen1" } } */
/* { dg-final { scan-tree-dump "memcpy \\(&buf, \"hello\", 6\\)" "strlen1" } } */
/* { dg-final { scan-tree-dump "Substituting 3 for statement" "strlen1" } } */
/* { dg-final { scan-tree-dump-times "Setting in-bounds return value range .1, 11." 1 "strlen1" } } */
/* { dg-final { scan-tree-dump-not "gone" "optimized" } } */
/* { dg-final { scan-tree-dump "Setting in-bounds return value range .1, 3." "strlen1" } } */
/* { dg-final { scan-tree-dump "Discarding out-of-bounds return value 5" "strlen1" } } */
/* { dg-final { scan-tree-dump "Setting out-of-bounds return value range .7, 17." "strlen1" } } */
/* { dg-final { scan-tree-dump-times "Discarding in-bounds return value 0" 3 "strlen1" } } */
/* { dg-final { scan-tree-dump "Setting in-bounds return value range .0, 3." "strlen1" } } */
/* { dg-final { scan-tree-dump "\"%\\*d\", width = 5" "strlen1" } } */
/* { dg-final { scan-tree-dump "Setting in-bounds return value range .5, 11." "strlen1" } } */
