/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-profile_estimate" } */

/* Each of five ways has a share that is rounded up; together they leave the function more often than it is entered, which
   does not count. */
const char *output (int which)
{
  switch (which)
    {
    case 0: return "move";
    case 1: return "add";
    case 2: return "load";
    case 3: return "store";
    }
}

/* { dg-final { scan-tree-dump {<bb 2> \[local count: 1073741824\]} "profile_estimate" } } */
