/* { dg-do compile } */
/* { dg-options "-O -fdump-tree-esra" } */

/* Members of a union are at one place: what is read as either keeps the name of the first. */
union number { short part; unsigned short raw; int whole; };
union number all;
void use (int);

int read_both (union number value)
{
  use (value.raw);
  return value.part;
}

int copied (void)
{
  union number copy = all;
  use (copy.raw);
  return copy.part;
}

/* { dg-final { scan-tree-dump {value\$part_[0-9]+ = value\.part;} "esra" } } */
/* { dg-final { scan-tree-dump {copy\$part_[0-9]+ = all\.part;} "esra" } } */
/* { dg-final { scan-tree-dump-not {MEM} "esra" } } */
