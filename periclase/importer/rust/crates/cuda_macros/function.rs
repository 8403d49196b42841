//! A function as tokens: as much of it told apart as has to be changed.

use crate::{is_group, plain_name};
use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

/// The attributes that belong to a kernel: `#[kernel]` takes them with it, wherever they stand.
const OPTIONS: [&str; 6] = [
    "launch_bounds",
    "launch_contract",
    "cluster_launch",
    "cooperative_launch",
    "required_block",
    "fastmath",
];

/// An error at `span`, as an item.
pub fn compile_error(span: Span, message: &str) -> TokenStream {
    let text: TokenStream = TokenTree::Literal(Literal::string(message)).into();
    let mut tokens: TokenStream = "::core::compile_error!".parse().unwrap();
    tokens.extend([
        TokenTree::Group(Group::new(Delimiter::Parenthesis, text)),
        TokenTree::Punct(Punct::new(';', Spacing::Alone)),
    ]);
    tokens
        .into_iter()
        .map(|mut token| {
            token.set_span(span);
            if let TokenTree::Group(group) = &token {
                let inner: TokenStream = group
                    .stream()
                    .into_iter()
                    .map(|mut part| {
                        part.set_span(span);
                        part
                    })
                    .collect();
                let mut made = Group::new(group.delimiter(), inner);
                made.set_span(span);
                token = TokenTree::Group(made);
            }
            token
        })
        .collect()
}

/// An outer attribute: its name and what stands in its parentheses.
struct Attribute {
    tokens: [TokenTree; 2],
    name: String,
    arguments: Option<TokenStream>,
    span: Span,
}

fn attribute(hash: &TokenTree, group: &TokenTree) -> Option<Attribute> {
    let (TokenTree::Punct(punct), TokenTree::Group(inner)) = (hash, group) else {
        return None;
    };
    if punct.as_char() != '#' || inner.delimiter() != Delimiter::Bracket {
        return None;
    }
    // The last name of a path counts: `#[cuda_device::launch_bounds(…)]` is the same.
    let mut name = String::new();
    let mut arguments = None;
    for token in inner.stream() {
        match token {
            TokenTree::Ident(ident) => name = ident.to_string(),
            TokenTree::Punct(_) => {}
            TokenTree::Group(group) => {
                arguments = Some(group.stream());
                break;
            }
            TokenTree::Literal(_) => break,
        }
    }
    Some(Attribute {
        tokens: [hash.clone(), group.clone()],
        name,
        arguments,
        span: inner.span(),
    })
}

/// A function: `attributes visibility qualifiers fn name rest {body}`.
pub struct Function {
    attributes: Vec<Attribute>,
    visibility: Vec<TokenTree>,
    qualifiers: Vec<TokenTree>,
    pub name: Ident,
    /// Generics, parameters, result and bounds.
    rest: Vec<TokenTree>,
    body: Group,
}

impl Function {
    /// Where `name` stands among the words before `fn`.
    pub fn qualifier(&self, name: &str) -> Option<Span> {
        self.qualifiers.iter().find(|token| token.to_string() == name).map(TokenTree::span)
    }

    /// The function that `item` is; else an error at what is no function.
    pub fn parse(item: TokenStream) -> Result<Function, TokenStream> {
        let tokens: Vec<TokenTree> = item.into_iter().collect();
        let start = tokens.first().map_or_else(Span::call_site, TokenTree::span);
        let no_function = || compile_error(start, "this attribute belongs to a function with a body");
        let mut at = 0;
        let mut attributes = Vec::new();
        while at + 1 < tokens.len() {
            match attribute(&tokens[at], &tokens[at + 1]) {
                Some(found) => attributes.push(found),
                None => break,
            }
            at += 2;
        }
        let mut visibility = Vec::new();
        if matches!(tokens.get(at), Some(TokenTree::Ident(ident)) if ident.to_string() == "pub") {
            visibility.push(tokens[at].clone());
            at += 1;
            if tokens.get(at).is_some_and(|token| is_group(token, Delimiter::Parenthesis)) {
                visibility.push(tokens[at].clone());
                at += 1;
            }
        }
        let mut qualifiers = Vec::new();
        loop {
            match tokens.get(at) {
                Some(TokenTree::Ident(ident)) if ident.to_string() == "fn" => break,
                Some(TokenTree::Ident(ident))
                    if ["const", "unsafe", "async", "extern", "safe"].contains(&ident.to_string().as_str()) => {}
                Some(TokenTree::Literal(_)) if !qualifiers.is_empty() => {} // extern "C"
                _ => return Err(no_function()),
            }
            qualifiers.push(tokens[at].clone());
            at += 1;
        }
        let Some(TokenTree::Ident(name)) = tokens.get(at + 1).cloned() else {
            return Err(no_function());
        };
        let Some(TokenTree::Group(body)) = tokens.last().cloned() else {
            return Err(no_function());
        };
        if body.delimiter() != Delimiter::Brace || at + 2 >= tokens.len() {
            return Err(no_function());
        }
        Ok(Function {
            attributes,
            visibility,
            qualifiers,
            name,
            rest: tokens[at + 2..tokens.len() - 1].to_vec(),
            body,
        })
    }

    /// Gives the function another name, at the place of the old one.
    pub fn rename(&mut self, name: &str) {
        self.name = Ident::new(name, self.name.span());
    }

    /// Makes the function as visible as its module.
    pub fn publish(&mut self) {
        if self.visibility.len() != 1 {
            self.visibility = vec![TokenTree::Ident(Ident::new("pub", self.name.span()))];
        }
    }

    /// Takes the kernel's attributes away; gives them as one text, `launch_bounds=256,2;fastmath=`.
    pub fn take_options(&mut self) -> Result<String, TokenStream> {
        let mut texts = vec![format!("generics={}", self.generics())];
        let mut kept = Vec::new();
        for attribute in self.attributes.drain(..) {
            if OPTIONS.contains(&attribute.name.as_str()) {
                let given = attribute.arguments.unwrap_or_default().to_string();
                if given.contains(';') {
                    return Err(compile_error(attribute.span, "a list of numbers or words is expected here"));
                }
                texts.push(format!("{}={}", attribute.name, given));
            } else {
                kept.push(attribute);
            }
        }
        self.attributes = kept;
        Ok(texts.join(";"))
    }

    /// The names of the function's type and constant parameters, in order: `T,const N`. Lifetimes are left out.
    pub fn generics(&self) -> String {
        let mut names: Vec<String> = Vec::new();
        if !matches!(self.rest.first(), Some(TokenTree::Punct(punct)) if punct.as_char() == '<') {
            return String::new();
        }
        let (mut depth, mut expects, mut constant, mut arrow) = (0, true, false, false);
        for token in &self.rest {
            if is_group(token, Delimiter::Parenthesis) && depth == 0 {
                break;
            }
            match token {
                TokenTree::Punct(punct) => match punct.as_char() {
                    '<' => depth += 1,
                    '>' if arrow => {} // of a `->` in a bound
                    '>' => depth -= 1,
                    ',' if depth == 1 => {
                        expects = true;
                        constant = false;
                    }
                    '\'' if depth == 1 && expects => expects = false,
                    _ => {}
                },
                TokenTree::Ident(ident) if expects && depth == 1 => {
                    let text = ident.to_string();
                    if text == "const" {
                        constant = true;
                    } else {
                        names.push(if constant { format!("const {text}") } else { text });
                        expects = false;
                    }
                }
                _ => {}
            }
            arrow = matches!(token, TokenTree::Punct(punct) if punct.as_char() == '-');
            if depth == 0 {
                break;
            }
        }
        names.join(",")
    }

    /// The tokens in the parentheses behind the name.
    pub fn parameters(&self) -> TokenStream {
        let (mut depth, mut arrow) = (0, false);
        for token in &self.rest {
            match token {
                TokenTree::Group(group) if depth == 0 && group.delimiter() == Delimiter::Parenthesis => return group.stream(),
                TokenTree::Punct(punct) if punct.as_char() == '<' => depth += 1,
                TokenTree::Punct(punct) if punct.as_char() == '>' && !arrow => depth -= 1,
                _ => {}
            }
            arrow = matches!(token, TokenTree::Punct(punct) if punct.as_char() == '-');
        }
        TokenStream::new()
    }

    /// Whether a call needs `unsafe`.
    pub fn is_unsafe(&self) -> bool {
        self.qualifiers
            .iter()
            .any(|token| matches!(token, TokenTree::Ident(ident) if ident.to_string() == "unsafe"))
    }

    /// Lets `name` stand for the launch in the body.
    pub fn bind_launch_context(&mut self, name: Ident) {
        let mut binding: TokenStream = "#[allow(unused_variables)] let".parse().unwrap();
        binding.extend([TokenTree::Ident(name)]);
        binding.extend("= &::cuda_device::thread::launch_context();".parse::<TokenStream>().unwrap());
        self.set_body(binding.into_iter().chain(self.body.stream()).collect());
    }

    /// Puts a constant text into the body, under a name that the driver looks for.
    pub fn mark(&mut self, name: &str, text: &str) {
        let marker: TokenStream = format!(
            "#[allow(non_upper_case_globals, dead_code)] const {name}: &str = {};",
            Literal::string(text)
        )
        .parse()
        .unwrap();
        self.set_body(marker.into_iter().chain(self.body.stream()).collect());
    }

    fn set_body(&mut self, stream: TokenStream) {
        let mut body = Group::new(Delimiter::Brace, stream);
        body.set_span(self.body.span());
        self.body = body;
    }

    /// Turns `#[unroll]` and `#[unroll(N)]` before loops into hints inside them.
    pub fn unroll_loops(&mut self) {
        self.set_body(unrolled(self.body.stream()));
    }

    /// The function again, with `allowed` before its attributes.
    pub fn into_tokens(self, allowed: &str) -> TokenStream {
        let mut tokens: TokenStream = allowed.parse().unwrap();
        tokens.extend(self.attributes.into_iter().flat_map(|attribute| attribute.tokens));
        tokens.extend(self.visibility);
        tokens.extend(self.qualifiers);
        tokens.extend([
            TokenTree::Ident(Ident::new("fn", self.name.span())),
            TokenTree::Ident(self.name),
        ]);
        tokens.extend(self.rest);
        tokens.extend([TokenTree::Group(self.body)]);
        tokens
    }
}

/// The body's tokens with the hints of its loops in place.
fn unrolled(stream: TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = stream.into_iter().collect();
    let mut made: Vec<TokenTree> = Vec::with_capacity(tokens.len());
    let mut pending: Option<String> = None;
    let mut keyword = String::new();
    let mut at = 0;
    while at < tokens.len() {
        if at + 1 < tokens.len() {
            if let Some(found) = attribute(&tokens[at], &tokens[at + 1]) {
                if found.name == "unroll" {
                    let given = found.arguments.unwrap_or_default().to_string();
                    pending = Some(if given.is_empty() { "0".to_string() } else { given });
                    at += 2;
                    continue;
                }
            }
        }
        match &tokens[at] {
            TokenTree::Group(group) => {
                let mut inner = unrolled(group.stream());
                if group.delimiter() == Delimiter::Brace {
                    // The block of a `match` or `unsafe` in the loop's condition is not the loop's.
                    if pending.is_some() && !["match", "unsafe", "const"].contains(&keyword.as_str()) {
                        let factor = pending.take().unwrap();
                        let hint: TokenStream =
                            format!("::cuda_device::stubs::unroll_hint::<{{ {factor} }}>();").parse().unwrap();
                        inner = hint.into_iter().chain(inner).collect();
                    }
                    keyword.clear();
                }
                let mut again = Group::new(group.delimiter(), inner);
                again.set_span(group.span());
                made.push(TokenTree::Group(again));
            }
            token => {
                if let TokenTree::Ident(ident) = token {
                    let word = ident.to_string();
                    if ["match", "unsafe", "const", "while", "for", "loop"].contains(&word.as_str()) {
                        keyword = word;
                    }
                }
                made.push(token.clone());
            }
        }
        at += 1;
    }
    made.into_iter().collect()
}

/// An attribute that stands before `#[kernel]`: put behind it, so that the kernel takes it along.
pub fn defer(name: &str, arguments: TokenStream, item: TokenStream) -> TokenStream {
    let span = Span::call_site();
    let tokens: Vec<TokenTree> = item.into_iter().collect();
    let mut at = 0;
    let mut kernel = None;
    while at + 1 < tokens.len() {
        match attribute(&tokens[at], &tokens[at + 1]) {
            Some(found) if found.name == "kernel" => kernel = Some(at + 2),
            Some(_) => {}
            None => break,
        }
        at += 2;
    }
    let Some(behind) = kernel else {
        return compile_error(span, &format!("`#[{name}]` belongs to a function that is marked `#[kernel]`"));
    };
    let mut inner: TokenStream = TokenTree::Ident(Ident::new(name, span)).into();
    inner.extend([TokenTree::Group(Group::new(Delimiter::Parenthesis, arguments))]);
    let again = [
        TokenTree::Punct(Punct::new('#', Spacing::Alone)),
        TokenTree::Group(Group::new(Delimiter::Bracket, inner)),
    ];
    tokens[..behind]
        .iter()
        .cloned()
        .chain(again)
        .chain(tokens[behind..].iter().cloned())
        .collect()
}

/// An item with `pub` before it, in place of what visibility it had.
pub fn published_item(item: TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = item.into_iter().collect();
    let mut at = 0;
    while at + 1 < tokens.len() && attribute(&tokens[at], &tokens[at + 1]).is_some() {
        at += 2;
    }
    let mut behind = at;
    if matches!(tokens.get(behind), Some(TokenTree::Ident(ident)) if ident.to_string() == "pub") {
        behind += 1;
        if tokens.get(behind).is_some_and(|token| is_group(token, Delimiter::Parenthesis)) {
            behind += 1;
        }
    }
    let mut made: Vec<TokenTree> = tokens[..at].to_vec();
    made.push(TokenTree::Ident(Ident::new("pub", Span::call_site())));
    made.extend(tokens[behind..].iter().cloned());
    made.into_iter().collect()
}

/// Whether `item` is `extern "C" { … }`.
pub fn is_foreign_block(item: &TokenStream) -> bool {
    let words: Vec<TokenTree> = item.clone().into_iter().collect();
    let has_extern = words
        .iter()
        .any(|token| matches!(token, TokenTree::Ident(ident) if ident.to_string() == "extern"));
    let has_fn = words
        .iter()
        .any(|token| matches!(token, TokenTree::Ident(ident) if ident.to_string() == "fn"));
    has_extern && !has_fn && words.last().is_some_and(|token| is_group(token, Delimiter::Brace))
}

/// The functions of an `extern` block under their reserved names, and their own names for those who call them.
pub fn foreign_functions(item: TokenStream, prefix: &str) -> TokenStream {
    let mut tokens: Vec<TokenTree> = item.into_iter().collect();
    let Some(TokenTree::Group(block)) = tokens.pop() else {
        return TokenStream::new();
    };
    if !tokens
        .iter()
        .any(|token| matches!(token, TokenTree::Ident(ident) if ident.to_string() == "unsafe"))
    {
        tokens.insert(0, TokenTree::Ident(Ident::new("unsafe", block.span())));
    }
    let mut aliases = TokenStream::new();
    let mut named = false;
    let renamed: TokenStream = block
        .stream()
        .into_iter()
        .map(|token| {
            let TokenTree::Ident(ident) = &token else {
                return token;
            };
            if named {
                named = false;
                let reserved = format!("{prefix}{}", plain_name(ident));
                let alias: TokenStream = format!("#[allow(unused_imports)] pub(crate) use {reserved} as {ident};")
                    .parse()
                    .unwrap();
                aliases.extend(alias);
                return TokenTree::Ident(Ident::new(&reserved, ident.span()));
            }
            named = ident.to_string() == "fn";
            token
        })
        .collect();
    let mut again = Group::new(Delimiter::Brace, renamed);
    again.set_span(block.span());
    tokens.push(TokenTree::Group(again));
    aliases
        .into_iter()
        .collect::<TokenStream>()
        .into_iter()
        .chain("#[allow(dead_code, improper_ctypes)]".parse::<TokenStream>().unwrap())
        .chain(tokens)
        .collect()
}
