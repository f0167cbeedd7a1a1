/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-fnsummary" } */

/* So are the cases of a switch. */
extern void v (void);
void f (int k)
{
  switch (k)
    {
    case 1:
      v ();
      break;
    case 2:
      v ();
      v ();
      break;
    case 3:
      v ();
      v ();
      v ();
    }
}

/* { dg-final { scan-ipa-dump-times {predicate: \(op0 == 3\)} 3 "fnsummary" } } */
/* { dg-final { scan-ipa-dump-times {predicate: \(op0 == 2\)} 2 "fnsummary" } } */
/* { dg-final { scan-ipa-dump-times {predicate: \(op0 == 1\)} 1 "fnsummary" } } */
