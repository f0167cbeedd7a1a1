/* strncpy stores as many characters as it says: it makes other stores dead, and may be dead itself.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-fre -fdump-tree-dse1-details" } */

void use (char *);
void dead (char *s) { char a[8]; __builtin_strncpy (a, s, 8); __builtin_memset (a, 0, 8); use (a); }
void makes_dead (char *s) { char a[8]; __builtin_memset (a, 0, 8); __builtin_strncpy (a, s, 8); use (a); }
void end (char *s) { char a[8]; __builtin_strncpy (a, s, 8); __builtin_memset (a + 5, 0, 3); use (a); }
void begin (char *s) { char a[8]; __builtin_strncpy (a, s, 8); __builtin_memset (a, 0, 3); use (a); }

/* { dg-final { scan-tree-dump-times "Deleted dead call: " 2 "dse1" } } */
/* { dg-final { scan-tree-dump "__builtin_strncpy .&a, s_3.D., 5.;" "dse1" } } */
/* { dg-final { scan-tree-dump "Adjusting strncpy trimming to .head = 0, tail = 0." "dse1" } } */
