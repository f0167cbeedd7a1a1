/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-slp2" } */

/* Each group of accesses gets two variables for pointers, named after what the accesses begin with, used or not; what is
   further is counted from the first pointer. */
typedef unsigned long count_t;
struct counts { int kind; count_t blocks, free, files; };
void fill (struct counts *);

void copy (struct counts *to)
{
  struct counts from;
  fill (&from);
  to->blocks = from.blocks;
  to->free = from.free;
  to->files = from.files;
}

/* { dg-final { scan-tree-dump {vector\(1\) long unsigned int \* vectp_from\.[0-9]+;} "slp2" } } */
/* { dg-final { scan-tree-dump {vector\(1\) long unsigned int \* vectp_to\.[0-9]+;} "slp2" } } */
/* { dg-final { scan-tree-dump {count_t \* vectp\.[0-9]+;} "slp2" } } */
/* { dg-final { scan-tree-dump {_[0-9]+ = &from\.blocks \+ 16;} "slp2" } } */
/* { dg-final { scan-tree-dump {vectp\.[0-9]+_[0-9]+ = vectp\.[0-9]+_[0-9]+ \+ 16;} "slp2" } } */
