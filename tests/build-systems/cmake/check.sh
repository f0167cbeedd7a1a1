# CMake finds a GCC 12.2, its checks see what is there and what is not, and Ninja knows what depends on a header.
cmake -G Ninja -S . -B build -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=riscv64 -DCMAKE_C_COMPILER="$CC" \
  -DCMAKE_AR="$(command -v riscv64-linux-gnu-ar)" -DCMAKE_RANLIB="$(command -v riscv64-linux-gnu-ranlib)" \
  -DCMAKE_BUILD_TYPE=Release
ninja -C build
$RUN build/shared
$RUN build/static
riscv64-linux-gnu-nm -D build/libgreet.so | grep ' T greet'
ninja -C build | grep 'no work to do'
touch greet.h
ninja -n -C build | grep main.c.o
