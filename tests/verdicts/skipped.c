/* { dg-do compile } */
/* { dg-options "-O2" } */
/* { dg-skip-if "not with -O2" { *-*-* } { "-O2" "-O3" } { "" } } */
