/* { dg-do compile } */
/* { dg-options "-O2" } */
/* { dg-final { check-function-bodies "**" "" } } */

/*
** f1:
**	...
**	ret
*/
int
f1 (int a)
{
  return a + 1;
}

/*
** g1:
** (
**	addiw?	a0,a0,-2
** |
**	sub	a0,a0,a1
** )
**	ret
*/
long
g1 (long a)
{
  return a - 2;
}

/*
** h1:
**	nop
**	ret
*/
long
h1 (long a)
{
  return a - 3;
}
