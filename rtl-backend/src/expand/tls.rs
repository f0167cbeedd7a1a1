//! Thread-local objects: by which model one is reached, and its address.

use super::Expander;
use super::places::binds_locally;
use crate::machine::target::description::{UNSPEC_TLS_GD, UNSPEC_TLS_IE, UNSPEC_TLS_LE};
use crate::rtl::code::Code;
use crate::rtl::rtx::RtxId;
use gimple::decl::{DeclId, TlsModel};

impl Expander<'_> {
    /// The model of an object's declaration: what its attribute says, or else the most special one that is right for what
    /// the code becomes part of, and no more general than `-ftls-model=` (`decl_default_tls_model`).
    fn tls_model(&self, decl: DeclId) -> TlsModel {
        if let Some(model) = self.unit.decls[decl].extra.as_ref().and_then(|e| e.tls_model) {
            return model;
        }
        let shared = self.unit.interposable;
        let local = binds_locally(self.unit, decl);
        let model = match (shared, local) {
            (false, true) => TlsModel::LocalExec,
            (false, false) => TlsModel::InitialExec,
            (true, true) if self.options.optimize > 0 => TlsModel::LocalDynamic,
            (true, _) => TlsModel::GlobalDynamic,
        };
        model.max(self.options.tls_model)
    }

    /// The address of a thread-local object, computed where it is asked for. The machine has no code of its own for the
    /// local-dynamic model.
    pub(super) fn tls_address(&mut self, decl: DeclId) -> RtxId {
        let word_mode = self.em.word_mode();
        let symbol = self.symbol(decl);
        match self.tls_model(decl) {
            TlsModel::LocalExec => self.tls_unspec(symbol, UNSPEC_TLS_LE),
            TlsModel::InitialExec => self.tls_unspec(symbol, UNSPEC_TLS_IE),
            TlsModel::LocalDynamic | TlsModel::GlobalDynamic => {
                let index = self.tls_unspec(symbol, UNSPEC_TLS_GD);
                let address = self.em.libcall("__tls_get_addr", word_mode, &[(index, word_mode)]);
                self.em.force_reg(word_mode, address)
            }
        }
    }

    fn tls_unspec(&mut self, symbol: RtxId, number: u32) -> RtxId {
        let kind = self.em.int(i64::from(number));
        let source =
            self.em.f.rtx.gen_vector(Code::Unspec, self.em.word_mode(), &[symbol, kind], number);
        let address = self.em.new_named_reg(self.em.word_mode(), "", false, true);
        self.em.emit_set(address, source);
        address
    }
}
