#!/usr/bin/env bash
# Installs what the tests need beside Rust (Debian, Ubuntu): the RISC-V assembler, linker and libc to
# make programs of what Gimlet compiled, another GCC with the library of RV32, the emulator to run
# them, and the build systems that are to work with Gimlet, a browser for the pages of
# `gimlet explore`, the solver of the proofs, and a debugger.
set -euo pipefail
complete=yes
for tool in riscv64-linux-gnu-gcc riscv64-unknown-elf-gcc qemu-riscv64 qemu-riscv32 ccache distcc \
  cmake meson ninja autoconf automake libtoolize make chromium chromedriver z3 gdb-multiarch; do
  command -v $tool >/dev/null || complete=no
done
[ -e /usr/riscv64-linux-gnu/lib/libc.a ] || complete=no
[ $complete = no ] || exit 0
as_root=""
[ "$(id -u)" = 0 ] || as_root=sudo
$as_root apt-get update -qq
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
  gcc-riscv64-linux-gnu libc6-dev-riscv64-cross gcc-riscv64-unknown-elf qemu-user \
  ccache distcc cmake meson ninja-build autoconf automake libtool make chromium chromium-driver z3 \
  gdb-multiarch
