/* { dg-do run } */
/* { dg-options "-O1" } */
/* { dg-shouldfail "exits with 3" } */
/* { dg-output "one(\n|\r\n)" } */
/* { dg-output "tw." } */
int puts (const char *);
int main (void) { puts ("one"); puts ("two"); return 3; }
