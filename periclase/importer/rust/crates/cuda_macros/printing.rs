//! `gpu_printf!` and `gpu_assert!`: calls of stubs, at the user's place in the source.
//!
//! What a macro of `macro_rules!` makes has its place in that macro, and a failure is to be told at the user's line.

use crate::function::compile_error;
use proc_macro::{Delimiter, Group, Span, TokenStream, TokenTree};

/// The most values that one call prints.
const MOST: usize = 32;

/// The arguments between commas. A comma in `<…>` outside of brackets is written in parentheses by who needs it.
fn arguments(input: TokenStream) -> Vec<TokenStream> {
    let mut found: Vec<TokenStream> = Vec::new();
    let mut current = TokenStream::new();
    for token in input {
        if matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ',') {
            found.push(std::mem::take(&mut current));
        } else {
            current.extend([token]);
        }
    }
    if !current.is_empty() {
        found.push(current);
    }
    found
}

pub fn gpu_printf(input: TokenStream) -> TokenStream {
    let mut given = arguments(input).into_iter();
    let Some(format) = given.next() else {
        return compile_error(Span::call_site(), "`gpu_printf!` needs a format");
    };
    let values: Vec<TokenStream> = given.collect();
    if values.len() > MOST {
        return compile_error(Span::call_site(), "`gpu_printf!` prints at most 32 values");
    }
    let mut inner = format;
    let comma: TokenStream = ",".parse().unwrap();
    inner.extend(comma.clone());
    // One tuple: the stub is then one function, whatever the number of values.
    let mut tuple = TokenStream::new();
    for value in values {
        tuple.extend([TokenTree::Group(Group::new(Delimiter::Parenthesis, value))]);
        tuple.extend(comma.clone());
    }
    inner.extend([TokenTree::Group(Group::new(Delimiter::Parenthesis, tuple))]);
    let mut call: TokenStream = "::cuda_device::stubs::printf".parse().unwrap();
    call.extend([TokenTree::Group(Group::new(Delimiter::Parenthesis, inner))]);
    call
}

/// `gpu_assert!(condition)` or `gpu_assert!(condition, "message")`.
pub fn gpu_assert(input: TokenStream) -> TokenStream {
    let mut given = arguments(input).into_iter();
    let (Some(condition), message, None) = (given.next(), given.next(), given.next()) else {
        return compile_error(Span::call_site(), "`gpu_assert!` takes a condition, and a message if there is one");
    };
    let message = message.unwrap_or_else(|| "\"assertion failed\"".parse().unwrap());
    let is_text = |token: &TokenTree| matches!(token, TokenTree::Literal(text) if text.to_string().starts_with(['"', 'r']));
    if let Some(other) = message.clone().into_iter().find(|token| !is_text(token)) {
        return compile_error(other.span(), "the message of `gpu_assert!` is a literal");
    }
    let mut inner: TokenStream = TokenTree::Group(Group::new(Delimiter::Parenthesis, condition)).into();
    inner.extend(",".parse::<TokenStream>().unwrap());
    inner.extend(message);
    let mut call: TokenStream = "::cuda_device::stubs::device_assert".parse().unwrap();
    call.extend([TokenTree::Group(Group::new(Delimiter::Parenthesis, inner))]);
    call
}
