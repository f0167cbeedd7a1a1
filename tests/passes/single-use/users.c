/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-single-use" } */
static int one, two, by_value, in_table = 3;
static int *table[1] = { &in_table };
int public;

int f (int x) { static int own; own += x; one = own; two = x; return own + one; }
int g (int i) { two += 2; return two + *table[i] + public; }

/* { dg-final { scan-ipa-dump "Variable one/\[0-9\]+ is used by single function" "single-use" } } */
/* { dg-final { scan-ipa-dump "Variable own/\[0-9\]+ is used by single function" "single-use" } } */
/* { dg-final { scan-ipa-dump "Variable in_table/\[0-9\]+ is used by single function" "single-use" } } */
/* { dg-final { scan-ipa-dump-not "Variable two/" "single-use" } } */
/* { dg-final { scan-ipa-dump-not "Variable public/" "single-use" } } */
