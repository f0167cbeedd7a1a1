//! Plugins: passes and listeners in a library of their own, loaded by `-fplugin=`.
//!
//! A plugin is a Rust `cdylib` that is built against this library and says `gimlet::plugin!(register);`. That exports one
//! symbol, a [`PluginTable`] whose first fields are read before anything else: they say by which version of the table, from
//! which source and with which compiler the plugin was built. Rust has no layout that outlives a build, so these
//! must be the host's own; then objects of the IR go to and fro as they are. Two things still are there twice, once in
//! the host and once in the plugin, and need care:
//!
//! - *The allocator.* What the one allocates the other frees, so a plugin's allocator is the host's
//!   ([`HostAllocator`]); it is handed over before any of the plugin's code runs.
//! - *Panics.* The one's runtime does not know the other's panics, so none may cross: whatever of a plugin is called stands in
//!   a guard that turns a panic into a [failure](DynamicPass::failure).
//!
//! A program that has Gimlet as a library links the same passes: `Session::register`.

use gimple::function::Function;
use gimple::options::Options;
use gimple::pass::{
    DynamicPass, Event, Hook, Listener, Pass, PassContext, PassEntry, Registration, Todo,
};
use gimple::unit::Unit;
use std::alloc::{GlobalAlloc, Layout, System};
use std::any::Any;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The version of [`PluginTable`].
pub const VERSION: u32 = 1;

/// What every plugin's table begins with.
const MAGIC: [u8; 8] = *b"GIMLETPL";

/// From which source, and with which compiler, this was built.
const BUILD: &str = env!("GIMLET_BUILD");

/// Sizes of what goes to and fro: the libraries it is made of may be others in the plugin's workspace.
const LAYOUT: [usize; 4] = [
    size_of::<Function>(),
    size_of::<Unit>(),
    size_of::<PassContext<'_>>(),
    size_of::<PassEntry>(),
];

/// What a plugin exports, under the name `gimlet_plugin`. Fields up to `build_length` stand there in every version.
#[repr(C)]
pub struct PluginTable {
    magic: [u8; 8],
    version: u32,
    build: *const u8,
    build_length: usize,
    layout: [usize; 4],
    connect: extern "C" fn(&'static HostTable),
    /// The argument is a [`Plugin`], the result a boxed `Result<(), String>`.
    register: extern "C" fn(*mut c_void) -> *mut c_void,
}

// SAFETY: the pointer is to a constant text.
#[allow(unsafe_code)]
unsafe impl Sync for PluginTable {}

/// What the host gives a plugin.
#[repr(C)]
pub struct HostTable {
    alloc: unsafe extern "C" fn(usize, usize) -> *mut u8,
    alloc_zeroed: unsafe extern "C" fn(usize, usize) -> *mut u8,
    realloc: unsafe extern "C" fn(*mut u8, usize, usize, usize) -> *mut u8,
    dealloc: unsafe extern "C" fn(*mut u8, usize, usize),
}

/// The host's allocator, for a plugin. Before there is a host it is the system's; nothing of a plugin runs then.
pub struct HostAllocator(OnceLock<&'static HostTable>);

impl HostAllocator {
    /// One that has no host yet.
    pub const fn new() -> HostAllocator {
        HostAllocator(OnceLock::new())
    }

    /// Connects it; the first host counts.
    pub fn connect(&self, host: &'static HostTable) {
        // A second unit of the same command comes with the same host.
        let _ = self.0.set(host);
    }
}

impl Default for HostAllocator {
    fn default() -> HostAllocator {
        HostAllocator::new()
    }
}

// SAFETY: every call goes on to one allocator with the arguments as they are.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for HostAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        match self.0.get() {
            Some(host) => unsafe { (host.alloc)(layout.size(), layout.align()) },
            None => unsafe { System.alloc(layout) },
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        match self.0.get() {
            Some(host) => unsafe { (host.alloc_zeroed)(layout.size(), layout.align()) },
            None => unsafe { System.alloc_zeroed(layout) },
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        match self.0.get() {
            Some(host) => unsafe { (host.realloc)(block, layout.size(), layout.align(), size) },
            None => unsafe { System.realloc(block, layout, size) },
        }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        match self.0.get() {
            Some(host) => unsafe { (host.dealloc)(block, layout.size(), layout.align()) },
            None => unsafe { System.dealloc(block, layout) },
        }
    }
}

/// The host's side of [`HostAllocator`]: whatever allocator the program has.
#[allow(unsafe_code)]
mod host {
    use std::alloc::{self, Layout};

    /// SAFETY: size and alignment are those of a layout, in all of these.
    unsafe fn layout(size: usize, align: usize) -> Layout {
        unsafe { Layout::from_size_align_unchecked(size, align) }
    }

    pub(super) unsafe extern "C" fn alloc(size: usize, align: usize) -> *mut u8 {
        unsafe { alloc::alloc(layout(size, align)) }
    }

    pub(super) unsafe extern "C" fn alloc_zeroed(size: usize, align: usize) -> *mut u8 {
        unsafe { alloc::alloc_zeroed(layout(size, align)) }
    }

    pub(super) unsafe extern "C" fn realloc(
        block: *mut u8,
        size: usize,
        align: usize,
        new: usize,
    ) -> *mut u8 {
        unsafe { alloc::realloc(block, layout(size, align), new) }
    }

    pub(super) unsafe extern "C" fn dealloc(block: *mut u8, size: usize, align: usize) {
        unsafe { alloc::dealloc(block, layout(size, align)) }
    }
}

static HOST: HostTable = HostTable {
    alloc: host::alloc,
    alloc_zeroed: host::alloc_zeroed,
    realloc: host::realloc,
    dealloc: host::dealloc,
};

/// What a plugin registers with.
pub struct Plugin {
    name: String,
    arguments: Vec<Argument>,
    extensions: Extensions,
}

/// `-fplugin-arg-NAME-KEY[=VALUE]`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Argument {
    pub key: String,
    pub value: Option<String>,
}

/// What plugins add to a run.
#[derive(Default)]
pub struct Extensions {
    pub passes: Vec<Registration>,
    pub listeners: Vec<Box<dyn Listener>>,
}

impl Plugin {
    /// The plugin's name: its file's up to the first dot.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its arguments, in the order of the command line.
    pub fn arguments(&self) -> &[Argument] {
        &self.arguments
    }

    /// Puts a pass beside the one called `reference` (without instance number; `instance` 0 is every one).
    pub fn register(
        &mut self,
        reference: &str,
        instance: u32,
        hook: Hook,
        pass: impl DynamicPass + 'static,
    ) {
        // Asked here, where a panic is caught.
        let described = pass.describe();
        let pass = Box::new(GuardedPass { inner: pass, described, failure: None });
        let reference = reference.to_string();
        self.extensions.passes.push(Registration { pass, reference, instance, hook });
    }

    /// Has something called at the boundaries of units, functions and passes.
    pub fn listen(&mut self, listener: impl Listener + 'static) {
        self.extensions.listeners.push(Box::new(GuardedListener(listener)));
    }
}

/// A pass whose panics do not leave it.
struct GuardedPass<P> {
    inner: P,
    described: Pass,
    failure: Option<String>,
}

impl<P: DynamicPass> DynamicPass for GuardedPass<P> {
    fn describe(&self) -> Pass {
        // Its gate may panic as well, and is asked in `gate`.
        self.described.gate(|_, _| true)
    }

    fn gate(&self, options: &Options, function: &Function) -> bool {
        let opens =
            || (self.described.gate)(options, function) && self.inner.gate(options, function);
        // A gate that panics has said so; it stays closed.
        guard(opens).unwrap_or(false)
    }

    fn execute(&mut self, cx: &mut PassContext<'_>, function: &mut Function) -> Todo {
        guard(|| self.inner.execute(cx, function)).unwrap_or_else(|what| {
            self.failure = Some(what);
            Todo::NONE
        })
    }

    fn failure(&mut self) -> Option<String> {
        let own = || guard(|| self.inner.failure()).unwrap_or_else(Some);
        self.failure.take().or_else(own)
    }
}

/// A listener whose panics do not leave it.
struct GuardedListener<L>(L);

impl<L: Listener> Listener for GuardedListener<L> {
    fn event(&mut self, event: Event<'_>) -> Result<(), String> {
        guard(|| self.0.event(event)).and_then(|result| result)
    }
}

/// Calls something; the text of its panic if it does.
fn guard<R>(call: impl FnOnce() -> R) -> Result<R, String> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|payload| {
        let text = panic_text(payload.as_ref()).to_string();
        // What was thrown may throw again when it is dropped.
        std::mem::forget(payload);
        format!("it panicked: {text}")
    })
}

/// What a panic says.
pub fn panic_text(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("unknown reason")
}

impl PluginTable {
    /// The table of a plugin that is built now. For [`plugin!`](crate::plugin!).
    pub const fn new(
        connect: extern "C" fn(&'static HostTable),
        register: extern "C" fn(*mut c_void) -> *mut c_void,
    ) -> PluginTable {
        PluginTable {
            magic: MAGIC,
            version: VERSION,
            build: BUILD.as_ptr(),
            build_length: BUILD.len(),
            layout: LAYOUT,
            connect,
            register,
        }
    }
}

/// The plugin's side of registering. For [`plugin!`](crate::plugin!).
///
/// # Safety
/// `plugin` must be a [`Plugin`] that nobody else uses.
#[allow(unsafe_code)]
pub unsafe fn enter(
    plugin: *mut c_void,
    register: fn(&mut Plugin) -> Result<(), String>,
) -> *mut c_void {
    let plugin = unsafe { &mut *plugin.cast::<Plugin>() };
    let result: Result<(), String> = guard(|| register(plugin)).and_then(|result| result);
    Box::into_raw(Box::new(result)).cast()
}

/// Makes a library a plugin, whose `fn(&mut Plugin) -> Result<(), String>` registers its passes and listeners.
#[macro_export]
macro_rules! plugin {
    ($register:path) => {
        #[global_allocator]
        static GIMLET_ALLOCATOR: $crate::plugin::HostAllocator =
            $crate::plugin::HostAllocator::new();

        extern "C" fn gimlet_connect(host: &'static $crate::plugin::HostTable) {
            GIMLET_ALLOCATOR.connect(host);
        }

        extern "C" fn gimlet_register(plugin: *mut std::ffi::c_void) -> *mut std::ffi::c_void {
            // SAFETY: the host calls this, with a `Plugin` of its own.
            unsafe { $crate::plugin::enter(plugin, $register) }
        }

        /// What Gimlet looks for.
        #[unsafe(no_mangle)]
        #[allow(non_upper_case_globals)]
        pub static gimlet_plugin: $crate::plugin::PluginTable =
            $crate::plugin::PluginTable::new(gimlet_connect, gimlet_register);
    };
}

/// A plugin that the command line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// As given.
    path: String,
    name: String,
    arguments: Vec<Argument>,
}

/// `-fplugin=` and `-fplugin-arg-`, in order.
#[derive(Clone, Default, Debug)]
pub struct Requests(Vec<Request>);

impl Requests {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reads `plugin=PATH`. A plugin that is named twice counts once.
    pub fn add(&mut self, path: &str) -> Result<(), String> {
        let file = path.rsplit('/').next().unwrap_or(path);
        let name = file.split('.').next().unwrap_or(file);
        if name.is_empty() {
            return Err("missing filename after ‘-fplugin=’".to_string());
        }
        match self.0.iter().find(|request| request.name == name) {
            Some(known) if known.path == path => {}
            Some(known) => {
                return Err(format!(
                    "plugin ‘{name}’ was specified with different paths: ‘{}’ and ‘{path}’",
                    known.path
                ));
            }
            None => self.0.push(Request {
                path: path.to_string(),
                name: name.to_string(),
                arguments: Vec::new(),
            }),
        }
        Ok(())
    }

    /// Reads `plugin-arg-NAME-KEY[=VALUE]`, of which this is what follows the first dash. Its plugin must stand before it.
    pub fn argument(&mut self, word: &str) -> Result<(), String> {
        let (names, value) = match word.split_once('=') {
            Some((names, value)) => (names, Some(value.to_string())),
            None => (word, None),
        };
        let Some((name, key)) =
            names.split_once('-').filter(|(name, key)| !name.is_empty() && !key.is_empty())
        else {
            return Err(format!(
                "malformed option ‘-fplugin-arg-{word}’ (missing -<key>[=<value>])"
            ));
        };
        match self.0.iter_mut().find(|request| request.name == name) {
            Some(request) => {
                request.arguments.push(Argument { key: key.to_string(), value });
                Ok(())
            }
            None => Err(format!(
                "plugin ‘{name}’ should be specified before ‘-fplugin-arg-{word}’ in the command line"
            )),
        }
    }

    /// Loads all, and has them register. An error says which could not be loaded and why.
    pub fn load(&self) -> Result<Extensions, String> {
        let mut extensions = Extensions::default();
        for request in &self.0 {
            request.load(&mut extensions)?;
        }
        Ok(extensions)
    }
}

/// Where a plugin without a directory and an extension is looked for: beside the program.
fn plugin_directory() -> PathBuf {
    let program = std::env::current_exe().unwrap_or_default();
    let prefix = program.parent().and_then(Path::parent).unwrap_or(Path::new("/"));
    prefix.join("lib/gimlet/plugin")
}

impl Request {
    /// The file: as given, or in the plugins' directory.
    fn file(&self) -> Result<PathBuf, String> {
        if self.path.contains(['/', '.']) {
            return Ok(PathBuf::from(&self.path));
        }
        let file = plugin_directory().join(format!("{}.so", self.path));
        if file.exists() {
            return Ok(file);
        }
        Err(format!(
            "inaccessible plugin file ‘{}’ expanded from short plugin name ‘{}’: No such file or directory",
            file.display(),
            self.path
        ))
    }

    #[allow(unsafe_code)]
    fn load(&self, extensions: &mut Extensions) -> Result<(), String> {
        let file = self.file()?;
        let cannot = |what: String| format!("cannot load plugin ‘{}’: {what}", self.path);
        // SAFETY: a library's constructors run as it is loaded; whoever names a plugin trusts it.
        let library = unsafe { libloading::Library::new(&file) };
        let library = library.map_err(|error| cannot(reason(&error)))?;
        // SAFETY: the magic number is read first, and nothing else if it is wrong.
        let symbol = unsafe { library.get::<*const PluginTable>(b"gimlet_plugin\0") };
        let Ok(symbol) = symbol else {
            return Err(format!("cannot find ‘gimlet_plugin’ in plugin ‘{}’", self.path));
        };
        let table: *const PluginTable = *symbol;
        // What was loaded stays: passes, names and texts of it are in use until the end.
        std::mem::forget(library);
        // SAFETY: the symbol is of a plugin's table by its name, and what every version has is read before the rest.
        let table = unsafe { checked(table) }.map_err(cannot)?;
        (table.connect)(&HOST);
        let mut plugin = Plugin {
            name: self.name.clone(),
            arguments: self.arguments.clone(),
            extensions: Extensions::default(),
        };
        let result = (table.register)((&raw mut plugin).cast());
        // SAFETY: `enter` boxed it, by the allocator that was connected.
        let result = unsafe { Box::from_raw(result.cast::<Result<(), String>>()) };
        (*result).map_err(|what| format!("failed to initialize plugin ‘{}’: {what}", self.path))?;
        extensions.passes.append(&mut plugin.extensions.passes);
        extensions.listeners.append(&mut plugin.extensions.listeners);
        Ok(())
    }
}

/// A plugin's table, if it is one that this host can use.
///
/// # Safety
/// The pointer must be to a static at least as long as its magic number, and if that is right, as the fields of every version.
#[allow(unsafe_code)]
unsafe fn checked(table: *const PluginTable) -> Result<&'static PluginTable, String> {
    // SAFETY: as the caller promises; fields are read one by one, each when those before it say that it is there.
    unsafe {
        if (&raw const (*table).magic).read() != MAGIC {
            return Err("‘gimlet_plugin’ in it is not a plugin's table".to_string());
        }
        let version = (&raw const (*table).version).read();
        if version != VERSION {
            return Err(format!("it has version {version} of the interface, not {VERSION}"));
        }
        let (start, length) =
            ((&raw const (*table).build).read(), (&raw const (*table).build_length).read());
        let build = std::slice::from_raw_parts(start, length);
        if build != BUILD.as_bytes() {
            let build = String::from_utf8_lossy(build);
            return Err(format!(
                "it was built from other source or by another compiler ({build}) than this gimlet ({BUILD}); build it again"
            ));
        }
        if (&raw const (*table).layout).read() != LAYOUT {
            return Err(
                "it was built with other versions of libraries; use the Cargo.lock of gimlet"
                    .to_string(),
            );
        }
        Ok(&*table)
    }
}

/// What the dynamic linker says.
fn reason(error: &libloading::Error) -> String {
    match error {
        libloading::Error::DlOpen { desc } => format!("{desc:?}").trim_matches('"').to_string(),
        error => error.to_string(),
    }
}
