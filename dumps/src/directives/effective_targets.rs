//! The properties of targets that selectors name ("effective targets"), by the names of GCC's test suite.
//!
//! What is asked for here is a machine: of 64 bits, with hardware floating point, under GNU/Linux, as the reference
//! compiler answers for it. What depends on the compiler instead is asked of the compiler under test
//! (`crate::check`'s probes); the table then holds for one that knows everything the reference knows.

/// Those that hold.
const HOLDING: &str = "\
    4byte_wchar_t alias alloca analyzer arm_cond_exec arm_divmod_simode arm_v8_3a_complex_neon_hw \
    base_quadfloat_support branch_cost builtin_eh_return c c99_runtime cas_int clone cxa_atexit dlopen \
    double64 double64plus error_h exceptions fd_truncate fenv fenv_exceptions fgnu_tm fgraphite float128 \
    float128_runtime float32 float32_runtime float32x float32x_runtime float64 float64_runtime float64x \
    float64x_runtime floatn_nx_runtime fopenacc fopenmp fpic freorder frexpl fstack_protector \
    function_pointers function_sections gas gc_sections gettimeofday gld glibc global_constructor hard_float \
    ident_directive indirect_calls indirect_jumps inf inff init_priority int128 int32 int32plus int_eq_float \
    inttypes_types issignaling label_values large_double large_initializer large_long_double \
    large_return_values le libatomic_available libc_has_complex_functions long_neq_int longdouble128 \
    longlong64 lp64 lra lto lto_incremental mempcpy mmap naked_functions named_sections natural_alignment_32 \
    natural_alignment_64 non_bionic non_strict_prototype nonlocal_goto pcc_bitfield_type_matters pie \
    pie_enabled profile_update_atomic property_1_needed pthread pthread_h ptr32plus ptr_eq_long rdynamic \
    recent_python3 return_address  scheduling setrlimit shared signal sigsetjmp simulator size20plus \
    size24plus size32plus static stdint_types stdint_types_mbig_endian stpcpy string_merging \
    struct_16char_block_move struct_4char_block_move struct_8char_block_move swapcontext sysconf tgmath_h \
    tls tls_native tls_runtime trampolines trapping ucn ucn_nocache ucontext_h unsigned_char \
    untyped_assembly unwrapped vect_align_stack_vars vect_cmdline_needed vect_natural_alignment \
    vect_slp_v16qi_store_unalign_1 vect_slp_v2hi_store_align vect_slp_v2qi_store_align \
    vect_slp_v2si_store_align vect_slp_v4qi_store_align vect_slp_v4qi_store_unalign_1 \
    vect_slp_v8qi_store_unalign_1 vect_unaligned_possible vector_alignment_reachable \
    vector_alignment_reachable_for_64bit wchar weak_undefined \
";

/// Those that do not: facilities of other machines and systems, and what neither the machine nor its C library has.
const NOT_HOLDING: &str = "\
    3dnow R_flag_in_section __OPTIMIZE__ __float128 aarch64_asm_bf16_ok aarch64_asm_crc_ok \
    aarch64_asm_crypto_ok aarch64_asm_dotprod_ok aarch64_asm_f32mm_ok aarch64_asm_f64mm_ok aarch64_asm_fp_ok \
    aarch64_asm_i8mm_ok aarch64_asm_lse_ok aarch64_asm_sb_ok aarch64_asm_simd_ok aarch64_asm_sve2_ok \
    aarch64_asm_sve_ok aarch64_big_endian aarch64_bti_hw aarch64_fjcvtzs_hw aarch64_large \
    aarch64_little_endian aarch64_small aarch64_small_fpic aarch64_sve aarch64_sve1024_hw aarch64_sve128_hw \
    aarch64_sve1_only aarch64_sve2 aarch64_sve2048_hw aarch64_sve256_hw aarch64_sve2_hw aarch64_sve512_hw \
    aarch64_sve_hw aarch64_tiny aarch64_tlsle32 aarch64_variant_pcs adx aes amx_bf16 amx_int8 amx_tile \
    arc_atomic arm32 arm_acq_rel arm_arch_v4_multilib arm_arch_v4_ok arm_arch_v4t_arm_multilib \
    arm_arch_v4t_arm_ok arm_arch_v4t_multilib arm_arch_v4t_ok arm_arch_v4t_thumb_multilib \
    arm_arch_v4t_thumb_ok arm_arch_v5t_arm_multilib arm_arch_v5t_arm_ok arm_arch_v5t_multilib \
    arm_arch_v5t_ok arm_arch_v5t_thumb_multilib arm_arch_v5t_thumb_ok arm_arch_v5te_arm_multilib \
    arm_arch_v5te_arm_ok arm_arch_v5te_multilib arm_arch_v5te_ok arm_arch_v5te_thumb_multilib \
    arm_arch_v5te_thumb_ok arm_arch_v6_arm_multilib arm_arch_v6_arm_ok arm_arch_v6_multilib arm_arch_v6_ok \
    arm_arch_v6_thumb_multilib arm_arch_v6_thumb_ok arm_arch_v6k_arm_multilib arm_arch_v6k_arm_ok \
    arm_arch_v6k_multilib arm_arch_v6k_ok arm_arch_v6k_thumb_multilib arm_arch_v6k_thumb_ok \
    arm_arch_v6m_multilib arm_arch_v6m_ok arm_arch_v6t2_multilib arm_arch_v6t2_ok arm_arch_v6z_arm_multilib \
    arm_arch_v6z_arm_ok arm_arch_v6z_multilib arm_arch_v6z_ok arm_arch_v6z_thumb_multilib \
    arm_arch_v6z_thumb_ok arm_arch_v7a_multilib arm_arch_v7a_ok arm_arch_v7em_multilib arm_arch_v7em_ok \
    arm_arch_v7m_multilib arm_arch_v7m_ok arm_arch_v7r_multilib arm_arch_v7r_ok arm_arch_v7ve_multilib \
    arm_arch_v7ve_ok arm_arch_v8_1a_multilib arm_arch_v8_1a_ok arm_arch_v8_1m_main_multilib \
    arm_arch_v8_1m_main_ok arm_arch_v8_2a_multilib arm_arch_v8_2a_ok arm_arch_v8a_hard_multilib \
    arm_arch_v8a_hard_ok arm_arch_v8a_multilib arm_arch_v8a_ok arm_arch_v8m_base_multilib \
    arm_arch_v8m_base_ok arm_arch_v8m_main_multilib arm_arch_v8m_main_ok arm_arch_v8r_multilib \
    arm_arch_v8r_ok arm_arch_v9a_multilib arm_arch_v9a_ok arm_arm_ok arm_cmse_clear_ok arm_cmse_hw \
    arm_cmse_ok arm_coproc1_ok arm_coproc1_ok_nocache arm_coproc2_ok arm_coproc2_ok_nocache arm_coproc3_ok \
    arm_coproc3_ok_nocache arm_coproc4_ok arm_coproc4_ok_nocache arm_cortex_m arm_crc_ok arm_crc_ok_nocache \
    arm_crypto_ok arm_crypto_ok_nocache arm_dsp arm_dsp_ok arm_dsp_ok_nocache arm_eabi \
    arm_fp16_alternative_ok arm_fp16_alternative_ok_nocache arm_fp16_hw arm_fp16_none_ok \
    arm_fp16_none_ok_nocache arm_fp16_ok arm_fp16_ok_nocache arm_fp16fml_neon_ok arm_fp16fml_neon_ok_nocache \
    arm_fp_dp_ok arm_fp_dp_ok_nocache arm_fp_ok arm_fp_ok_nocache arm_hard_ok arm_hard_vfp_ok arm_hf_eabi \
    arm_iwmmxt_ok arm_ldrd_strd_ok arm_little_endian arm_mve arm_mve_hw arm_neon arm_neon_fp16_hw \
    arm_neon_fp16_ok arm_neon_fp16_ok_nocache arm_neon_hw arm_neon_ok arm_neon_ok_no_float_abi \
    arm_neon_ok_no_float_abi_nocache arm_neon_ok_nocache arm_neon_softfp_fp16_ok \
    arm_neon_softfp_fp16_ok_nocache arm_neonv2 arm_neonv2_hw arm_neonv2_ok arm_neonv2_ok_nocache arm_nothumb \
    arm_prefer_ldrd_strd arm_sat_ok arm_sat_ok_nocache arm_simd32_ok arm_simd32_ok_nocache arm_soft_ok \
    arm_soft_ok_link arm_softfloat arm_softfp_ok arm_thumb1 arm_thumb1_cbz_ok arm_thumb1_movt_ok \
    arm_thumb1_ok arm_thumb2 arm_thumb2_no_arm_v8_1_lob arm_thumb2_ok arm_thumb2_ok_no_arm_v8_1_lob \
    arm_tune_string_ops_prefer_neon arm_unaligned arm_v8_1_lob_ok arm_v8_1a_neon_hw arm_v8_1a_neon_ok \
    arm_v8_1a_neon_ok_nocache arm_v8_1m_main_cde_mve_fp_multilib arm_v8_1m_main_cde_mve_fp_ok \
    arm_v8_1m_main_cde_mve_fp_ok_nocache arm_v8_1m_main_cde_mve_multilib arm_v8_1m_main_cde_mve_ok \
    arm_v8_1m_main_cde_mve_ok_nocache arm_v8_1m_mve_fp_ok arm_v8_1m_mve_fp_ok_nocache arm_v8_1m_mve_ok \
    arm_v8_1m_mve_ok_nocache arm_v8_2a_bf16_neon_ok arm_v8_2a_bf16_neon_ok_nocache arm_v8_2a_dotprod_neon_hw \
    arm_v8_2a_dotprod_neon_ok arm_v8_2a_dotprod_neon_ok_nocache arm_v8_2a_fp16_neon_hw \
    arm_v8_2a_fp16_neon_ok arm_v8_2a_fp16_neon_ok_nocache arm_v8_2a_fp16_scalar_hw arm_v8_2a_fp16_scalar_ok \
    arm_v8_2a_fp16_scalar_ok_nocache arm_v8_2a_i8mm_neon_hw arm_v8_2a_i8mm_ok arm_v8_2a_i8mm_ok_nocache \
    arm_v8_3a_bkey_directive arm_v8_3a_complex_neon_ok arm_v8_3a_complex_neon_ok_nocache \
    arm_v8_3a_fp16_complex_neon_ok arm_v8_3a_fp16_complex_neon_ok_nocache arm_v8_neon_hw arm_v8_neon_ok \
    arm_v8_neon_ok_nocache arm_v8_vfp_ok arm_v8m_main_cde_fp_multilib arm_v8m_main_cde_fp_ok \
    arm_v8m_main_cde_fp_ok_nocache arm_v8m_main_cde_multilib arm_v8m_main_cde_ok arm_v8m_main_cde_ok_nocache \
    arm_vect_no_misalign arm_vfp3_ok arm_vfp_ok arm_vfp_ok_nocache assembler_march_noavx512bw autoincdec \
    automatic_stack_alignment avr_tiny avx avx2 avx2_runtime avx5124fmaps avx5124vnniw avx512bitalg avx512bw \
    avx512cd avx512dq avx512er avx512f avx512f_runtime avx512fp16 avx512ifma avx512vaes avx512vbmi \
    avx512vbmi2 avx512vl avx512vnni avx512vp2intersect avx512vpopcntdq avx512vpopcntdqvl avx_runtime avxvnni \
    be bmi bmi2 broken_cplxf_arg bswap c++ c++11 c++11_down c++11_only c++14 c++14_down c++14_only c++17 \
    c++17_down c++17_only c++20 c++20_down c++20_only c++23 c++23_only c++2a c++2a_only c++98_only \
    callee_realigns_stack caller_implicit_probes cas_char cell_hw cet coldfire_fpu comdat_group concepts \
    correct_iso_cpp_string_wchar_protos d_runtime d_runtime_has_std_library default_branch_protection \
    default_mode default_packed dfp dfp_nocache dfprt dfprt_nocache divmod divmod_simode dummy_wcsftime \
    exceptions_enabled f16c fenv_exceptions_dfp fileio fixed_point float128x float128x_runtime float16 \
    float16_runtime fma fma4 fortran_ieee fortran_integer_16 fortran_large_int fortran_large_real \
    fortran_largest_fp_has_sqrt fortran_real_10 fortran_real_16 fortran_real_c_float128 \
    frame_pointer_for_non_leaf freestanding fstack_protector_enabled gfni got32x_reloc hard_dfp \
    has_arch_ppc64 has_arch_pwr10 has_arch_pwr5 has_arch_pwr6 has_arch_pwr7 has_arch_pwr8 has_arch_pwr9 \
    has_q_floating_suffix has_w_floating_suffix hw ia32 ilp32 implicit_constexpr int16 \
    keeps_null_pointer_checks lax_strtofp lgccjit llp64 llvm_binutils long_double_64bit long_double_ibm128 \
    long_double_ieee128 longdouble64 lzcnt march_option masm_intel maybe_x32 mfentry mips16_attribute mips64 \
    mips_eabi mips_llsc mips_loongson_mmi mips_loongson_mmi_runtime mips_msa mips_msa_runtime mips_nanlegacy \
    mips_newabi_large_long_double mips_rel movdir mpaired_single mpaired_single_runtime ms_hook_prologue \
    msp430_large msp430_small newlib newlib_broken_long_double_io newlib_nano_io next_runtime \
    no_fsanitize_address noinit nomips16 non_strict_align nonpic o_flag_in_section objc2 offload_gcn \
    offload_nvptx offloading_enabled pclmul pe_aligned_commons persistent pie_copyreloc popcount popcountl \
    popcountll pow10 power10_ok powerpc64 powerpc64_no_dm powerpc_405_nocache powerpc_altivec \
    powerpc_altivec_ok powerpc_eabi_ok powerpc_elfv2 powerpc_float128_hw_ok powerpc_float128_sw_ok \
    powerpc_fprs powerpc_hard_double powerpc_htm_ok powerpc_p8vector_ok powerpc_p9modulo_ok \
    powerpc_p9vector_ok powerpc_pcrel powerpc_popcntb_ok powerpc_ppu_ok powerpc_prefixed_addr powerpc_spe \
    powerpc_spe_nocache powerpc_spu powerpc_sqrt powerpc_vsx powerpc_vsx_ok ppc_float128 ppc_float128_insns \
    ppc_ieee128_ok ptr_eq_short pytest3 python3_module rdrand rop_ok rtm run_expensive_tests rv32 s390_nnpa \
    s390_vx s390_vxe s390_vxe2 scalar_all_fma section_anchors sha short_enums short_eq_int sparc_v9 \
    sparc_vis split_stack sqrt_insn sse sse2 sse2_runtime sse3 sse4 sse4_runtime sse4a sse_runtime ssse3 \
    stabs stack_size static_libgfortran store_merge supports_stack_clash_protection sync_char_short \
    sync_int_128 sync_int_128_runtime sync_int_long sync_int_long_stack sync_long_long \
    sync_long_long_runtime ti_c64xp ti_c67x tiny tls_emulated tls_get_addr_via_got tune_cortex_a76 uclibc \
    ultrasparc_hw ultrasparc_vis2_hw ultrasparc_vis3_hw unaligned_stack vaes vect32 vect64 \
    vect_aligned_arrays vect_avg_qi vect_bool_cmp vect_bswap vect_call_btrunc vect_call_btruncf \
    vect_call_ceil vect_call_ceilf vect_call_copysignf vect_call_floor vect_call_floorf vect_call_lceil \
    vect_call_lfloor vect_call_lrint vect_call_nearbyint vect_call_nearbyintf vect_call_round \
    vect_call_roundf vect_call_sqrtf vect_char_add vect_char_mult vect_check_ptrs vect_complex_add_byte \
    vect_complex_add_double vect_complex_add_float vect_complex_add_half vect_complex_add_int \
    vect_complex_add_long vect_complex_add_short vect_complex_rot_df vect_complex_rot_hf vect_complex_rot_sf \
    vect_cond_mixed vect_condition vect_double vect_double_cond_arith vect_doubleint_cvt vect_element_align \
    vect_element_align_preferred vect_extract_even_odd vect_float vect_float_strict vect_floatint_cvt \
    vect_floatuint_cvt vect_fold_extract_last vect_fully_masked vect_gather_load_ifn vect_hw_misalign \
    vect_int vect_int_mult vect_intdouble_cvt vect_interleave vect_intfloat_cvt vect_len_load_store \
    vect_load_lanes vect_logical_reduc vect_long vect_long_long vect_long_mult vect_masked_load \
    vect_masked_store vect_max_reduc vect_mulhrs_hi vect_multiple_sizes vect_no_align vect_no_bitwise \
    vect_no_int_add vect_no_int_min_max vect_pack_trunc vect_partial_vectors vect_partial_vectors_usage_1 \
    vect_partial_vectors_usage_2 vect_peeling_profitable vect_perm vect_perm3_byte vect_perm3_int \
    vect_perm3_short vect_perm_byte vect_perm_short vect_scatter_store vect_sdiv_pow2_si vect_sdot_hi \
    vect_sdot_qi vect_shift vect_shift_char vect_short_mult vect_simd_clones vect_sizes_16B_8B \
    vect_sizes_32B_16B vect_slp_v2hi_store_unalign vect_slp_v2qi_store_unalign vect_slp_v4hi_store_unalign \
    vect_slp_v4qi_store_unalign vect_slp_v4si_store_unalign vect_strided2 vect_strided3 vect_strided4 \
    vect_strided8 vect_udot_hi vect_udot_qi vect_uintfloat_cvt vect_unpack vect_usad_char vect_usdot_qi \
    vect_var_shift vect_variable_length vect_widen_mult_hi_to_si vect_widen_mult_hi_to_si_pattern \
    vect_widen_mult_qi_to_hi vect_widen_mult_qi_to_hi_pattern vect_widen_mult_si_to_di_pattern \
    vect_widen_shift vect_widen_sum_hi_to_si vect_widen_sum_hi_to_si_pattern vect_widen_sum_qi_to_hi \
    vect_widen_sum_qi_to_si vpclmul vpclmulqdq vxworks_kernel vxworks_rtp wchar_t_char16_t_compatible \
    wchar_t_char32_t_compatible whole_vector_shift x32 xop xorsign \
    vmx_hw vsx_hw p8vector_hw p9vector_hw p9modulo_hw power10_hw ppc_float128_sw ppc_float128_hw ppc_recip_hw ppc_cpu_supports_hw ppc_mma_hw dfp_hw htm_hw \
";

/// The names `dg-add-options` takes. None but `dlopen` asks for anything on this machine.
const ADDED_OPTIONS: &str = "\
    __float128 aarch64_sve arm_arch_v4 arm_arch_v4t arm_arch_v4t_arm arm_arch_v4t_thumb arm_arch_v5t \
    arm_arch_v5t_arm arm_arch_v5t_thumb arm_arch_v5te arm_arch_v5te_arm arm_arch_v5te_thumb arm_arch_v6 \
    arm_arch_v6_arm arm_arch_v6_thumb arm_arch_v6k arm_arch_v6k_arm arm_arch_v6k_thumb arm_arch_v6m \
    arm_arch_v6t2 arm_arch_v6z arm_arch_v6z_arm arm_arch_v6z_thumb arm_arch_v7a arm_arch_v7em arm_arch_v7m \
    arm_arch_v7r arm_arch_v7ve arm_arch_v8_1a arm_arch_v8_1m_main arm_arch_v8_2a arm_arch_v8a \
    arm_arch_v8a_hard arm_arch_v8m_base arm_arch_v8m_main arm_arch_v8r arm_arch_v9a arm_crc arm_crypto \
    arm_dsp arm_fp arm_fp16 arm_fp16_alternative arm_fp16_ieee arm_fp16fml_neon arm_fp_dp arm_neon \
    arm_neon_fp16 arm_neon_softfp_fp16 arm_neonv2 arm_sat arm_simd32 arm_v8_1a_neon arm_v8_1m_main_cde_mve \
    arm_v8_1m_main_cde_mve_fp arm_v8_1m_mve arm_v8_1m_mve_fp arm_v8_2a_bf16_neon arm_v8_2a_dotprod_neon \
    arm_v8_2a_fp16_neon arm_v8_2a_fp16_scalar arm_v8_2a_i8mm arm_v8_3a_complex_neon \
    arm_v8_3a_fp16_complex_neon arm_v8_neon arm_v8_vfp arm_v8m_main_cde arm_v8m_main_cde_fp arm_vfp arm_vfp3 \
    bind_pic_locally dlopen double_vectors float128 float128x float16 float32 float32x float64 float64x ieee \
    long_double_64bit long_double_ibm128 long_double_ieee128 mips16_attribute mips_loongson_mmi mips_msa \
    mpaired_single sqrt_insn stack_size tls \
";

/// Is the property one that the machine has? `None` if there is no such property.
pub fn holds(property: &str) -> Option<bool> {
    let among = |names: &str| names.split_ascii_whitespace().any(|name| name == property);
    if among(HOLDING) {
        Some(true)
    } else if among(NOT_HOLDING) {
        Some(false)
    } else {
        None
    }
}

/// The options that `dg-add-options FEATURE` stands for; `None` if there is no such feature.
pub fn added_options(feature: &str) -> Option<&'static [&'static str]> {
    let known = ADDED_OPTIONS.split_ascii_whitespace().any(|name| name == feature);
    known.then_some(if feature == "dlopen" { &["-ldl"] } else { &[] })
}
