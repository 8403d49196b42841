//! The attributes that mark functions for the device, written with nothing but the compiler's own `proc_macro`.
//!
//! `#[kernel]` renames a function so that its path says what it is: MIR text shows paths, and no attributes. What the launch has to
//! know besides stands in a constant inside the function, which the driver reads from the same text.

extern crate proc_macro;

mod arguments;
mod function;
mod instances;
mod printing;
mod ptx_asm;

use function::{compile_error, Function};
use proc_macro::{Delimiter, Ident, TokenStream, TokenTree};

/// What every name that this crate makes has in it; `periclase/importer/reserved_names.py` has the same.
pub(crate) const HASH: &str = "0575b97c";
pub(crate) const ROOT: &str = "periclase_";

/// A name without the `r#` that tells it from a keyword.
pub(crate) fn plain_name(name: &Ident) -> String {
    name.to_string().trim_start_matches("r#").to_string()
}

/// An entry point: a function that a launch runs once for each thread of a grid. It gives nothing back.
///
/// `#[launch_bounds(…)]`, `#[cluster_launch(…)]`, `#[cooperative_launch]` and `#[fastmath]` may stand before it or behind it.
///
/// `#[kernel(Scale, Square)] fn map<F: …>(…)` has the kernels `map_Scale` and `map_Square` beside the generic one;
/// `#[kernel(debug)]` is compiled with checks of overflow; `#[kernel(launch_context = lc)]` has a variable `lc` that
/// `thread::index_1d_u32(lc)` takes. `unchecked_indexing` is taken as a note: bounds are checked all the same.
#[proc_macro_attribute]
pub fn kernel(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let wanted = match arguments::KernelArguments::parse(arguments) {
        Ok(wanted) => wanted,
        Err(error) => return error,
    };
    let mut function = match Function::parse(item) {
        Ok(function) => function,
        Err(error) => return error,
    };
    let name = plain_name(&function.name);
    if name.starts_with(ROOT) {
        return compile_error(function.name.span(), "names that start with `periclase_` are reserved");
    }
    if let Some(span) = function.qualifier("async") {
        return compile_error(span, "a kernel is no `async fn`: each thread runs it from its start to its end");
    }
    let mut options = match function.take_options() {
        Ok(options) => options,
        Err(error) => return error,
    };
    if wanted.debug {
        options.push_str(";debug=");
    }
    if let Some(context) = wanted.launch_context {
        function.bind_launch_context(context);
    }
    let mut beside = TokenStream::new();
    for type_ in wanted.types {
        match instances::instance(&function, &name, &options, type_) {
            Ok(instance) => beside.extend(instance),
            Err(error) => return error,
        }
    }
    function.rename(&format!("{ROOT}kernel_{HASH}_{name}"));
    function.mark(&format!("{ROOT}options_{HASH}_{name}"), &options);
    function.unroll_loops();
    function.publish();
    beside.extend(function.into_tokens("#[allow(non_snake_case, dead_code, unused_mut)]"));
    beside
}

/// A function that kernels call. On the host it stays what it was.
///
/// Where a crate has no kernel, these are what is exported.
#[proc_macro_attribute]
pub fn device(_arguments: TokenStream, item: TokenStream) -> TokenStream {
    if function::is_foreign_block(&item) {
        return function::foreign_functions(item, &format!("{ROOT}device_extern_{HASH}_"));
    }
    let mut function = match Function::parse(item.clone()) {
        Ok(function) => function,
        Err(_) => return item, // a trait, a type or a block of methods: nothing to say of it
    };
    let name = plain_name(&function.name);
    if name.starts_with(ROOT) {
        return compile_error(function.name.span(), "names that start with `periclase_` are reserved");
    }
    let generics = format!("generics={}", function.generics());
    function.mark(&format!("{ROOT}device_{HASH}_{name}"), &generics);
    function.unroll_loops();
    function.into_tokens("#[allow(dead_code)]")
}

/// `#[launch_bounds(max_threads)]` or `#[launch_bounds(max_threads, min_blocks)]`: what a kernel promises about its launches.
#[proc_macro_attribute]
pub fn launch_bounds(arguments: TokenStream, item: TokenStream) -> TokenStream {
    function::defer("launch_bounds", arguments, item)
}

/// `#[cluster_launch(x, y, z)]`: the shape of a cluster, in blocks.
#[proc_macro_attribute]
pub fn cluster_launch(arguments: TokenStream, item: TokenStream) -> TokenStream {
    function::defer("cluster_launch", arguments, item)
}

/// `#[cooperative_launch]`: all blocks of a launch are on the device at once, so that they may wait for one another.
#[proc_macro_attribute]
pub fn cooperative_launch(arguments: TokenStream, item: TokenStream) -> TokenStream {
    function::defer("cooperative_launch", arguments, item)
}

/// `#[required_block(x, y, z)]`: the only shape of a block that a launch may have, in threads.
#[proc_macro_attribute]
pub fn required_block(arguments: TokenStream, item: TokenStream) -> TokenStream {
    function::defer("required_block", arguments, item)
}

/// `#[launch_contract(domain = 1, block = (256, 1, 1))]`: what every launch of a kernel is like. Of it the block is taken.
#[proc_macro_attribute]
pub fn launch_contract(arguments: TokenStream, item: TokenStream) -> TokenStream {
    function::defer("launch_contract", arguments, item)
}

/// `#[constant] static TABLE: ConstantMemory<…> = …;`: the type says it all.
#[proc_macro_attribute]
pub fn constant(_arguments: TokenStream, item: TokenStream) -> TokenStream {
    item
}

/// `#[fastmath]`, or `#[fastmath(contract, afn)]`: LLVM's flags that every float operation of the kernel carries.
#[proc_macro_attribute]
pub fn fastmath(arguments: TokenStream, item: TokenStream) -> TokenStream {
    function::defer("fastmath", arguments, item)
}

/// A module of kernels. Its functions are made visible to the crates that fill in generic kernels.
#[proc_macro_attribute]
pub fn cuda_module(_arguments: TokenStream, item: TokenStream) -> TokenStream {
    function::published_item(item)
}

/// A promise that a function has no effects and reads no memory. It is taken as a note to the reader.
#[proc_macro_attribute]
pub fn pure(_arguments: TokenStream, item: TokenStream) -> TokenStream {
    item
}

/// A promise that a function writes no memory. It is taken as a note to the reader.
#[proc_macro_attribute]
pub fn readonly(_arguments: TokenStream, item: TokenStream) -> TokenStream {
    item
}

/// A note that the threads of a warp meet in a function. Every call is treated so.
#[proc_macro_attribute]
pub fn convergent(_arguments: TokenStream, item: TokenStream) -> TokenStream {
    item
}

/// `gpu_printf!("thread {}: {:.3}\n", i, x)`: prints on the device. `{}`, `{:x}`, `{:e}`, widths and precisions are understood;
/// so are the conversions of C (`%d`), in a format that has no braces.
#[proc_macro]
pub fn gpu_printf(input: TokenStream) -> TokenStream {
    printing::gpu_printf(input)
}

/// `gpu_assert!(condition)` or `gpu_assert!(condition, "message")`: stops the launch unless the condition is true.
#[proc_macro]
pub fn gpu_assert(input: TokenStream) -> TokenStream {
    printing::gpu_assert(input)
}

/// `ptx_asm!("add.u32 %0, %1, %2;", out("=r") sum, in("r") a, in("r") b)`: PTX text with operands, those that are written first:
/// `%0` is the first of all, `%%` a percent sign. Registers are `h` of 16 bits, `r` of 32, `l` of 64, `f` and `d` for floats;
/// `inout("+r") place` is read before and written after. It is taken to read and write memory.
///
/// # Safety
/// The text does what Rust would allow.
#[proc_macro]
pub fn ptx_asm(input: TokenStream) -> TokenStream {
    ptx_asm::ptx_asm(input)
}

pub(crate) fn is_group(token: &TokenTree, delimiter: Delimiter) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == delimiter)
}
