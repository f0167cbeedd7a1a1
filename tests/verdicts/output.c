/* { dg-do run } */
/* { dg-options "" } */
/* { dg-output "three" } */
int puts (const char *);
int main (void) { puts ("one"); return 0; }
