/* { dg-do compile } */
/* { dg-options "-march=rv32gc -mabi=ilp32d" } */

__int128 a; /* { dg-error "'__int128' is not supported on this target" } */
unsigned __int128 b; /* { dg-error "'__int128' is not supported on this target" } */
__int128_t c; /* { dg-error "unknown type name '__int128_t'" } */
