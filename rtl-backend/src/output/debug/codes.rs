//! DWARF's own numbers, as far as they are used here, each with its name.

use super::text::Code;

macro_rules! codes {
    ($($name:ident = $value:literal $text:literal;)*) => {
        $(pub const $name: Code = Code($value, $text);)*
    };
}

codes! {
    TAG_ARRAY_TYPE = 0x01 "DW_TAG_array_type";
    TAG_ENUMERATION_TYPE = 0x04 "DW_TAG_enumeration_type";
    TAG_FORMAL_PARAMETER = 0x05 "DW_TAG_formal_parameter";
    TAG_LABEL = 0x0a "DW_TAG_label";
    TAG_LEXICAL_BLOCK = 0x0b "DW_TAG_lexical_block";
    TAG_MEMBER = 0x0d "DW_TAG_member";
    TAG_POINTER_TYPE = 0x0f "DW_TAG_pointer_type";
    TAG_COMPILE_UNIT = 0x11 "DW_TAG_compile_unit";
    TAG_STRUCTURE_TYPE = 0x13 "DW_TAG_structure_type";
    TAG_SUBROUTINE_TYPE = 0x15 "DW_TAG_subroutine_type";
    TAG_TYPEDEF = 0x16 "DW_TAG_typedef";
    TAG_UNION_TYPE = 0x17 "DW_TAG_union_type";
    TAG_UNSPECIFIED_PARAMETERS = 0x18 "DW_TAG_unspecified_parameters";
    TAG_INLINED_SUBROUTINE = 0x1d "DW_TAG_inlined_subroutine";
    TAG_SUBRANGE_TYPE = 0x21 "DW_TAG_subrange_type";
    TAG_BASE_TYPE = 0x24 "DW_TAG_base_type";
    TAG_CONST_TYPE = 0x26 "DW_TAG_const_type";
    TAG_ENUMERATOR = 0x28 "DW_TAG_enumerator";
    TAG_SUBPROGRAM = 0x2e "DW_TAG_subprogram";
    TAG_VARIABLE = 0x34 "DW_TAG_variable";
    TAG_VOLATILE_TYPE = 0x35 "DW_TAG_volatile_type";
    TAG_RESTRICT_TYPE = 0x37 "DW_TAG_restrict_type";
    TAG_ATOMIC_TYPE = 0x47 "DW_TAG_atomic_type";

    FORM_ADDR = 0x01 "DW_FORM_addr";
    FORM_DATA2 = 0x05 "DW_FORM_data2";
    FORM_DATA4 = 0x06 "DW_FORM_data4";
    FORM_DATA8 = 0x07 "DW_FORM_data8";
    FORM_STRING = 0x08 "DW_FORM_string";
    FORM_BLOCK1 = 0x0a "DW_FORM_block1";
    FORM_DATA1 = 0x0b "DW_FORM_data1";
    FORM_FLAG = 0x0c "DW_FORM_flag";
    FORM_SDATA = 0x0d "DW_FORM_sdata";
    FORM_STRP = 0x0e "DW_FORM_strp";
    FORM_REF4 = 0x13 "DW_FORM_ref4";
    FORM_SEC_OFFSET = 0x17 "DW_FORM_sec_offset";
    FORM_EXPRLOC = 0x18 "DW_FORM_exprloc";
    FORM_FLAG_PRESENT = 0x19 "DW_FORM_flag_present";

    AT_LOCATION = 0x02 "DW_AT_location";
    AT_NAME = 0x03 "DW_AT_name";
    AT_BYTE_SIZE = 0x0b "DW_AT_byte_size";
    AT_BIT_OFFSET = 0x0c "DW_AT_bit_offset";
    AT_BIT_SIZE = 0x0d "DW_AT_bit_size";
    AT_STMT_LIST = 0x10 "DW_AT_stmt_list";
    AT_LOW_PC = 0x11 "DW_AT_low_pc";
    AT_HIGH_PC = 0x12 "DW_AT_high_pc";
    AT_LANGUAGE = 0x13 "DW_AT_language";
    AT_COMP_DIR = 0x1b "DW_AT_comp_dir";
    AT_CONST_VALUE = 0x1c "DW_AT_const_value";
    AT_INLINE = 0x20 "DW_AT_inline";
    AT_PRODUCER = 0x25 "DW_AT_producer";
    AT_PROTOTYPED = 0x27 "DW_AT_prototyped";
    AT_UPPER_BOUND = 0x2f "DW_AT_upper_bound";
    AT_ABSTRACT_ORIGIN = 0x31 "DW_AT_abstract_origin";
    AT_COUNT = 0x37 "DW_AT_count";
    AT_DATA_MEMBER_LOCATION = 0x38 "DW_AT_data_member_location";
    AT_DECL_COLUMN = 0x39 "DW_AT_decl_column";
    AT_DECL_FILE = 0x3a "DW_AT_decl_file";
    AT_DECL_LINE = 0x3b "DW_AT_decl_line";
    AT_DECLARATION = 0x3c "DW_AT_declaration";
    AT_ENCODING = 0x3e "DW_AT_encoding";
    AT_EXTERNAL = 0x3f "DW_AT_external";
    AT_FRAME_BASE = 0x40 "DW_AT_frame_base";
    AT_TYPE = 0x49 "DW_AT_type";
    AT_ENTRY_PC = 0x52 "DW_AT_entry_pc";
    AT_RANGES = 0x55 "DW_AT_ranges";
    AT_CALL_COLUMN = 0x57 "DW_AT_call_column";
    AT_CALL_FILE = 0x58 "DW_AT_call_file";
    AT_CALL_LINE = 0x59 "DW_AT_call_line";
    AT_DATA_BIT_OFFSET = 0x6b "DW_AT_data_bit_offset";
    AT_MACROS = 0x79 "DW_AT_macros";
    AT_NORETURN = 0x87 "DW_AT_noreturn";
    AT_GNU_VECTOR = 0x2107 "DW_AT_GNU_vector";
    AT_GNU_MACROS = 0x2119 "DW_AT_GNU_macros";

    OP_ADDR = 0x03 "DW_OP_addr";
    OP_DEREF = 0x06 "DW_OP_deref";
    OP_CONST4U = 0x0c "DW_OP_const4u";
    OP_CONST8U = 0x0e "DW_OP_const8u";
    OP_CONSTS = 0x11 "DW_OP_consts";
    OP_AND = 0x1a "DW_OP_and";
    OP_MINUS = 0x1c "DW_OP_minus";
    OP_MUL = 0x1e "DW_OP_mul";
    OP_NEG = 0x1f "DW_OP_neg";
    OP_NOT = 0x20 "DW_OP_not";
    OP_OR = 0x21 "DW_OP_or";
    OP_PLUS = 0x22 "DW_OP_plus";
    OP_SHL = 0x24 "DW_OP_shl";
    OP_SHR = 0x25 "DW_OP_shr";
    OP_SHRA = 0x26 "DW_OP_shra";
    OP_XOR = 0x27 "DW_OP_xor";
    OP_REG0 = 0x50 "DW_OP_reg";
    OP_BREG0 = 0x70 "DW_OP_breg";
    OP_FBREG = 0x91 "DW_OP_fbreg";
    OP_CALL_FRAME_CFA = 0x9c "DW_OP_call_frame_cfa";
    OP_STACK_VALUE = 0x9f "DW_OP_stack_value";
    OP_GNU_PUSH_TLS_ADDRESS = 0xe0 "DW_OP_GNU_push_tls_address";
}

/// The language of the unit, from DWARF 5 on and before.
pub const LANG_C11: u64 = 0x1d;
pub const LANG_C99: u64 = 0x0c;

/// How base types are encoded.
pub const ATE_BOOLEAN: u64 = 0x02;
pub const ATE_COMPLEX_FLOAT: u64 = 0x03;
pub const ATE_FLOAT: u64 = 0x04;
pub const ATE_SIGNED: u64 = 0x05;
pub const ATE_SIGNED_CHAR: u64 = 0x06;
pub const ATE_UNSIGNED: u64 = 0x07;
pub const ATE_UNSIGNED_CHAR: u64 = 0x08;
pub const ATE_LO_USER: u64 = 0x80;
