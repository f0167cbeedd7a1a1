/* A stack machine that runs a small program: a loop over a big switch. */
#include <stdio.h>
#include <stdlib.h>

enum op { PUSH, ADD, SUB, MUL, DUP, SWAP, OVER, DROP, JNZ, JMP, PRINT, HALT };

static const int program[] = {
    /* prints 10! by counting down */
    PUSH, 1, PUSH, 10,            /* acc n */
    DUP, JNZ, 9, JMP, 20,         /* 4: while n */
    SWAP, OVER, MUL, SWAP,        /* 9: acc = acc * n */
    PUSH, 1, SUB,                 /* 13: n-- */
    JMP, 4, HALT, HALT,           /* 16 */
    DROP, PRINT, HALT,            /* 20 */
};

static int run(const int *code) {
  int stack[16], sp = 0, pc = 0, steps = 0;
  for (;; steps++) {
    switch (code[pc++]) {
    case PUSH: stack[sp++] = code[pc++]; break;
    case ADD: sp--; stack[sp - 1] += stack[sp]; break;
    case SUB: sp--; stack[sp - 1] -= stack[sp]; break;
    case MUL: sp--; stack[sp - 1] *= stack[sp]; break;
    case DUP: stack[sp] = stack[sp - 1]; sp++; break;
    case OVER: stack[sp] = stack[sp - 2]; sp++; break;
    case SWAP: { int t = stack[sp - 1]; stack[sp - 1] = stack[sp - 2]; stack[sp - 2] = t; break; }
    case DROP: sp--; break;
    case JNZ: if (stack[--sp]) pc = code[pc]; else pc++; break;
    case JMP: pc = code[pc]; break;
    case PRINT: printf("%d\n", stack[--sp]); break;
    case HALT: return steps;
    default: abort();
    }
  }
}

int main(void) {
  printf("%d steps\n", run(program));
  return 0;
}
