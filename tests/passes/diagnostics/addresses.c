/* The address of an object is never null.  */
/* { dg-do compile } */
/* { dg-options "-Wall -S" } */

int x;
int f (void)
{
  int local;
  if (&x) /* { dg-warning "the address of .x. will always evaluate as .true." } */
    return 1;
  return !&local; /* { dg-warning "the address of .local. will always evaluate as .true." } */
}
