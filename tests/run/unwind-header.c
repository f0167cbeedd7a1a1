/* <unwind.h> walks the stack; the widths of <stdint.h> and <float.h>'s decimal digits are there where asked for. */
#define __STDC_WANT_IEC_60559_BFP_EXT__
#include <float.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <unwind.h>

static _Unwind_Reason_Code count(struct _Unwind_Context *context, void *data) {
  ++*(int *)data;
  return _Unwind_GetIP(context) ? _URC_NO_REASON : _URC_END_OF_STACK;
}

int main(void) {
  int frames = 0;
  _Unwind_Trace_Fn step = count;
  struct _Unwind_Exception exception = {.exception_class = 42};
  printf("%d %d %d\n", frames, step == count, (int)exception.exception_class);
  printf("%d %d\n", (int)sizeof exception, (int)sizeof(_Unwind_Word));
  printf("%d %d %d %d\n", _URC_END_OF_STACK, _URC_CONTINUE_UNWIND, _UA_FORCE_UNWIND, _URC_NORMAL_STOP);
  printf("%d %d %d %d\n", INT8_WIDTH, UINT_LEAST16_WIDTH, INT_FAST32_WIDTH, SIZE_WIDTH);
  printf("%d\n", CR_DECIMAL_DIG == UINTMAX_MAX);
  return 0;
}
