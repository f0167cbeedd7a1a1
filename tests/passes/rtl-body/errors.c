/* What is wrong with bodies in RTL is said with its place.  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

int __RTL (startwith ("vregs")) code (int a)
{
(function "code"
  (insn-chain
    (block 2
      (cinsn 2 (set (reg:DI a0) (frob:DI (reg:DI a1)))) /* { dg-error "unknown rtx code .frob" } */
    )))
}

int __RTL (startwith ("vregs")) name (int a)
{
(function "name"
  (insn-chain
    (block 2
      (cinsn 2 (set (reg:DI q0) (reg:DI a1))) /* { dg-error "unrecognized register: .q0" } */
    )))
}

int __RTL (startwith ("vregs")) label (int a)
{
(function "label"
  (insn-chain
    (block 2
      (cjump_insn 2 (set (pc) (label_ref 77))) /* { dg-error "there is no label 77" } */
    )))
}

int __RTL (startwith ("vregs")) insn (int a)
{
(function "insn"
  (insn-chain
    (block 2
      (cinsn 2 (set (reg:DI a0) (plus:DI (reg:DI a0) (const_int 100000)))) /* { dg-error "unrecognizable insn" } */
    )))
}

int __RTL (startwith ("vregs")) twice (int a)
{
(function "twice"
  (insn-chain
    (cnote 2 NOTE_INSN_DELETED)
    (cnote 2 NOTE_INSN_DELETED) /* { dg-error "there is an element 2 already" } */
    ))
}

int __RTL (startwith ("vregs")) end (int a)
{
(function "end"
  (insn-chain
    (block 2
      (cinsn 2 (set (reg:DI a0) (reg:DI a1)))
    ))
} /* { dg-error "expected character .*, found end of text" } */

int __RTL (startwith ("fre1")) early (int a) /* { dg-error "RTL begins with a pass after" } */
{
(function "early"
  (insn-chain))
}
