/* What has gone down to where it is needed is there on each path. */
/* { dg-do run } */
/* { dg-options "-O2" } */

#include "shrink-wrap-copies.c"
