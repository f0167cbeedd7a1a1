//! Leaving functions otherwise than by returning: `longjmp`, and jumps out of nested functions.
//!
//! A buffer holds the number of a [`JumpTarget`]. A jump to a label of a function around finds the activation by the
//! frame, whose address it has: frames are on the stack, each below those of its callers.

use super::ErrorKind;
use super::code::Code;
use super::libc::Value;
use super::machine::{Jump, JumpTarget, Landing, Machine, Stop};
use super::run::Next;
use std::rc::Rc;

impl Machine<'_> {
    /// `setjmp`, and `__builtin_setjmp`, which comes back at a label.
    pub fn set_jump(&mut self, values: &[Value], landing: Landing) -> Result<u128, Stop> {
        let Some(buffer) = values.first() else {
            return Err(ErrorKind::BadCall("setjmp".into()).into());
        };
        let (depth, serial, sp) = (self.frames.len(), self.serial, self.sp);
        self.jumps.push(JumpTarget { depth, serial, landing, sp });
        self.memory.store(buffer.bits as u64, self.jumps.len() as u64, 8)?;
        Ok(0)
    }

    /// Leaves functions until one goes on.
    pub fn jump(&mut self, current: &Rc<Code>, jump: Jump, values: &[Value]) -> Result<Next, Stop> {
        match jump {
            Jump::Long => self.long_jump(current, values),
            Jump::Nonlocal => self.nonlocal_goto(current, values),
        }
    }

    fn long_jump(&mut self, current: &Rc<Code>, values: &[Value]) -> Result<Next, Stop> {
        let bad = || Stop::from(ErrorKind::BadCall("longjmp to where there is no setjmp".into()));
        let [buffer, value] = values else { return Err(bad()) };
        let number = self.memory.load_u64(buffer.bits as u64)?;
        let index = (number as usize).wrapping_sub(1);
        let Some(target) = self.jumps.get(index) else { return Err(bad()) };
        let (depth, serial, landing, sp) = (target.depth, target.serial, target.landing, target.sp);
        let mut code = Rc::clone(current);
        if depth > self.frames.len() {
            return Err(bad());
        }
        while self.frames.len() > depth {
            let Some(caller) = self.leave_frame() else {
                return Err(Stop::Jump(Jump::Long, values.to_vec()));
            };
            code = caller;
        }
        if self.serial != serial {
            return Err(bad());
        }
        self.sp = sp;
        let (pc, site) = match landing {
            Landing::Label(label) => return self.land(code, label),
            Landing::Call { pc, site } => (pc, site),
        };
        let value = match value.bits as i32 {
            0 => 1,
            value => value as i64 as u64,
        };
        let dest = code.calls[site as usize].dest;
        self.deliver(dest, &code, self.base, &[value])?;
        Ok(Next::Resume(code, pc))
    }

    /// `__builtin_nonlocal_goto (&label, buffer in the frame of the label's function)`.
    fn nonlocal_goto(&mut self, current: &Rc<Code>, values: &[Value]) -> Result<Next, Stop> {
        let [label, buffer] = values else {
            return Err(ErrorKind::BadCall("__builtin_nonlocal_goto".into()).into());
        };
        let mut code = Rc::clone(current);
        while self.frames.last().is_some_and(|caller| buffer.bits as u64 >= caller.sp) {
            let Some(caller) = self.leave_frame() else {
                return Err(Stop::Jump(Jump::Nonlocal, values.to_vec()));
            };
            code = caller;
        }
        self.land(code, label.bits as u64)
    }

    /// Drops the running activation; returns the code of its caller, none if that is no code but a library function.
    fn leave_frame(&mut self) -> Option<Rc<Code>> {
        let frame = self.frames.pop()?;
        self.regs.truncate(frame.top);
        (self.base, self.serial, self.sp) = (frame.base, frame.serial, frame.sp);
        (frame.site != u32::MAX).then_some(frame.code)
    }

    fn land(&mut self, code: Rc<Code>, label: u64) -> Result<Next, Stop> {
        match code.landings.get(&label) {
            Some(&at) => Ok(Next::Resume(code, at as usize)),
            _ => Err(ErrorKind::BadCall("jump to a label of no running function".into()).into()),
        }
    }
}
