#!/usr/bin/env bash
# Installs what the tests need beside Rust (Debian, Ubuntu): the RISC-V assembler, linker and libc to
# make programs of what Gimlet compiled, and the emulator to run them.
set -euo pipefail
complete=yes
command -v riscv64-linux-gnu-gcc >/dev/null || complete=no
command -v qemu-riscv64 >/dev/null || complete=no
[ -e /usr/riscv64-linux-gnu/lib/libc.a ] || complete=no
[ $complete = no ] || exit 0
as_root=""
[ "$(id -u)" = 0 ] || as_root=sudo
$as_root apt-get update -qq
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
  gcc-riscv64-linux-gnu libc6-dev-riscv64-cross qemu-user
