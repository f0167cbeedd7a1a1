/* What runs on the ways out of a body, what runs for exceptions instead, and what for exceptions alone.  */
/* { dg-do compile } */
/* { dg-options "-O -fgimple -fexceptions -fdump-tree-gimple -fdump-tree-eh" } */

void body (void);
void usual (void);
void thrown (void);
void outer (void);

void __GIMPLE ()
f (void)
{
  try
    {
      try
        {
          body ();
        }
      finally
        {
          usual ();
        }
      else
        {
          thrown ();
        }
    }
  finally
    {
      outer ();
    }
}

void __GIMPLE ()
g (int n)
{
  try
    {
      body ();
      if (n != 0)
        goto out;
      else
        goto on;
    on:
      body ();
    }
  catch
    {
      thrown ();
    }
  usual ();
out:
  return;
}

/* { dg-final { scan-tree-dump {finally\s+.\s+usual \(\);\s+.\s+else\s+.\s+thrown \(\);} "gimple" } } */
/* { dg-final { scan-tree-dump {body \(\);\s+usual \(\);\s+outer \(\);} "eh" } } */
/* { dg-final { scan-tree-dump {__builtin_eh_pointer \(\);\s+<D.[0-9]+>:\s+thrown \(\);} "eh" } } */
/* { dg-final { scan-tree-dump-times {usual \(\);} 2 "eh" } } */
/* { dg-final { scan-tree-dump-times {outer \(\);} 2 "eh" } } */
/* { dg-final { scan-tree-dump-times {thrown \(\);} 2 "eh" } } */
