//! What stands in the parentheses of `#[kernel(…)]`.

use crate::function::compile_error;
use proc_macro::{Ident, TokenStream, TokenTree};

/// The arguments of `#[kernel(…)]`.
#[derive(Default)]
pub struct KernelArguments {
    /// Types that a generic kernel is filled in with.
    pub types: Vec<Vec<TokenTree>>,
    /// Whether the overflow of arithmetic is checked.
    pub debug: bool,
    /// The name of a variable in the body that stands for the launch.
    pub launch_context: Option<Ident>,
}

/// The tokens between the commas that stand in no angle brackets.
pub fn at_commas(tokens: impl IntoIterator<Item = TokenTree>) -> Vec<Vec<TokenTree>> {
    let mut found = vec![Vec::new()];
    let (mut depth, mut dash) = (0, false);
    for token in tokens {
        let mark = match &token {
            TokenTree::Punct(punct) => punct.as_char(),
            _ => ' ',
        };
        match mark {
            '<' => depth += 1,
            '>' if !dash => depth -= 1,
            _ => {}
        }
        dash = mark == '-';
        if mark == ',' && depth == 0 {
            found.push(Vec::new());
        } else {
            found.last_mut().unwrap().push(token);
        }
    }
    found.retain(|part| !part.is_empty());
    found
}

impl KernelArguments {
    /// The arguments that `tokens` are; else an error at what is none.
    pub fn parse(tokens: TokenStream) -> Result<KernelArguments, TokenStream> {
        let mut found = KernelArguments::default();
        for part in at_commas(tokens) {
            match part.as_slice() {
                [TokenTree::Ident(word)] if word.to_string() == "debug" => found.debug = true,
                [TokenTree::Ident(word)] if word.to_string() == "unchecked_indexing" => {}
                [TokenTree::Ident(word), TokenTree::Punct(equals), TokenTree::Ident(name)]
                    if word.to_string() == "launch_context" && equals.as_char() == '=' =>
                {
                    found.launch_context = Some(name.clone());
                }
                [first, TokenTree::Punct(equals), ..] if equals.as_char() == '=' => {
                    return Err(compile_error(
                        first.span(),
                        "`#[kernel]` takes types, `debug`, `unchecked_indexing` and `launch_context = name`",
                    ));
                }
                [TokenTree::Literal(literal), ..] => {
                    return Err(compile_error(literal.span(), "`#[kernel]` takes types, and no values"));
                }
                _ => found.types.push(part),
            }
        }
        Ok(found)
    }
}
