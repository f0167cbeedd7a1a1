/* { dg-do preprocess } */
/* { dg-options "-DA=1" } */
/* { dg-additional-options "-DB=2" { target lp64 } } */
/* { dg-additional-options "-DC=3" { target ia32 } } */
/* { dg-add-options ieee } */
a A b B c C
/* { dg-final { scan-file options.i {(?n)^a 1 b 2 c C$} } } */
