//! `#[kernel(A, B)]`: a kernel for each of the types, which calls the generic one.

use crate::arguments::at_commas;
use crate::function::{compile_error, Function};
use crate::{HASH, ROOT};
use proc_macro::{Delimiter, Group, Literal, TokenStream, TokenTree};

/// The kernel `name_Type`, in which the type parameter of `function` is `type_`.
pub fn instance(
    function: &Function,
    name: &str,
    options: &str,
    type_: Vec<TokenTree>,
) -> Result<TokenStream, TokenStream> {
    let generics = function.generics();
    let mut names = generics.split(',').filter(|name| !name.is_empty());
    let (Some(parameter), None) = (names.next(), names.next()) else {
        return Err(compile_error(
            function.name.span(),
            "types in `#[kernel(…)]` are for a kernel with one type parameter; others are filled in by launches",
        ));
    };
    let parameter = parameter.strip_prefix("const ").unwrap_or(parameter);
    let shown: String = type_.iter().cloned().collect::<TokenStream>().to_string();
    // The last word tells types apart; of those with arguments all words do.
    let words: Vec<&str> = shown.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty()).collect();
    let suffix = if shown.contains(['<', '(', '[', '&']) { words.join("_") } else { words.last().unwrap_or(&"").to_string() };
    let own = format!("{name}_{suffix}");
    let mut parameters = TokenStream::new();
    let mut passed = TokenStream::new();
    for (number, part) in at_commas(function.parameters()).into_iter().enumerate() {
        let Some(colon) = part.iter().position(|t| matches!(t, TokenTree::Punct(p) if p.as_char() == ':')) else {
            return Err(compile_error(function.name.span(), "a kernel has no `self`"));
        };
        let argument = match &part[..colon] {
            [TokenTree::Ident(name)] => name.to_string(),
            [TokenTree::Ident(word), TokenTree::Ident(name)] if word.to_string() == "mut" => name.to_string(),
            _ => format!("argument_{}", number + 1),
        };
        parameters.extend(format!("{argument}: ").parse::<TokenStream>().unwrap());
        parameters.extend(filled_in(part[colon + 1..].to_vec(), parameter, &type_));
        let comma: TokenStream = ",".parse().unwrap();
        parameters.extend(comma.clone());
        passed.extend(argument.parse::<TokenStream>().unwrap());
        passed.extend(comma);
    }
    let parameters = TokenTree::Group(Group::new(Delimiter::Parenthesis, parameters));
    let passed = TokenTree::Group(Group::new(Delimiter::Parenthesis, passed));
    let given: TokenStream = type_.iter().cloned().collect();
    let rest = options.split_once(';').map_or("", |(_, rest)| rest);
    let options = Literal::string(&format!("generics=;{rest}"));
    let call: TokenStream = format!("{ROOT}kernel_{HASH}_{name}::<").parse().unwrap();
    let mut body: TokenStream =
        format!("#[allow(non_upper_case_globals, dead_code)] const {ROOT}options_{HASH}_{own}: &str = {options};")
            .parse()
            .unwrap();
    let mut calling = call;
    calling.extend(given);
    calling.extend(">".parse::<TokenStream>().unwrap());
    calling.extend([passed]);
    if function.is_unsafe() {
        body.extend("unsafe".parse::<TokenStream>().unwrap());
        body.extend([TokenTree::Group(Group::new(Delimiter::Brace, calling))]);
    } else {
        body.extend(calling);
    }
    let mut made: TokenStream =
        format!("#[allow(non_snake_case, dead_code)] pub fn {ROOT}kernel_{HASH}_{own}").parse().unwrap();
    made.extend([parameters, TokenTree::Group(Group::new(Delimiter::Brace, body))]);
    Ok(made)
}

/// Tokens with `type_` in the place of the type parameter.
fn filled_in(tokens: Vec<TokenTree>, parameter: &str, type_: &[TokenTree]) -> TokenStream {
    let mut made = TokenStream::new();
    for token in tokens {
        match &token {
            TokenTree::Ident(ident) if ident.to_string() == parameter => made.extend(type_.iter().cloned()),
            TokenTree::Group(group) => {
                let inner = filled_in(group.stream().into_iter().collect(), parameter, type_);
                made.extend([TokenTree::Group(Group::new(group.delimiter(), inner))]);
            }
            _ => made.extend([token]),
        }
    }
    made
}
