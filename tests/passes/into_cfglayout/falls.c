// Out of the chain a block that has one successor needs no jump, wherever that stands.
// { dg-do compile }
// { dg-options "-O0 -fdump-rtl-into_cfglayout -fdump-rtl-outof_cfglayout" }

extern void step (int);

void
down (int n)
{
  while (n > 0)
    step (n--);
}

// { dg-final { scan-rtl-dump-times "Removing jump \[0-9\]+" 1 "into_cfglayout" } }
// { dg-final { scan-rtl-dump-times "pc falls through to BB 4" 1 "into_cfglayout" } }
// { dg-final { scan-rtl-dump-not "barrier" "into_cfglayout" } }
// { dg-final { scan-rtl-dump-times "barrier" 1 "outof_cfglayout" } }
// { dg-final { scan-rtl-dump "Reordered sequence:\n 2 bb 2 \n" "outof_cfglayout" } }
