/* A parameter is where it has come in from the first insn on, although its register gets other values of it later.  */
/* { dg-do compile } */
/* { dg-options "-Og -g -fdump-rtl-vartrack" } */

int
sum (int n)
{
  int s = 0;
  while (n)
    {
      s += n;
      n = n - 2;
    }
  return s;
}

/* { dg-final { scan-rtl-dump {NOTE_INSN_(DELETED|FUNCTION_BEG)\)\n(\(note [^\n]*\n)*\(note [0-9 ]+\(var_location n \(reg:SI 10 a0} "vartrack" } } */
