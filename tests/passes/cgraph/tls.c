/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-cgraph" } */

/* Each thread has its own. */
_Thread_local int own;
int f (void)
{
  return own;
}

/* { dg-final { scan-ipa-dump {Varpool flags: tls-local-exec} "cgraph" } } */
