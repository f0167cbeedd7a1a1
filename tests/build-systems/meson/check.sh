# Meson finds a GCC 12.2 and its linker, and its checks see what is there and what is not.
cat >cross.txt <<END
[binaries]
c = '$CC'
ar = 'riscv64-linux-gnu-ar'
strip = 'riscv64-linux-gnu-strip'
[host_machine]
system = 'linux'
cpu_family = 'riscv64'
cpu = 'riscv64'
endian = 'little'
END
meson setup --cross-file cross.txt build
ninja -C build
$RUN build/shared
$RUN build/static
riscv64-linux-gnu-nm -D build/libgreet.so.1.2.3 | grep ' T greet'
touch greet.h
ninja -n -C build | grep main.c.o
