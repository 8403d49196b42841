//! `ptx_asm!`: PTX text with operands, as a call of a stub.

use crate::arguments::at_commas;
use crate::function::compile_error;
use crate::is_group;
use proc_macro::{Delimiter, Group, Literal, Span, TokenStream, TokenTree};

/// The kinds of registers: how a constraint names it, the function that sees to an operand's type, and how one is copied.
const REGISTERS: [(char, &str, &str); 5] = [
    ('h', "halfword", "b16"),
    ('r', "word", "b32"),
    ('l', "long", "b64"),
    ('f', "single", "f32"),
    ('d', "double", "f64"),
];

type Register = (char, &'static str, &'static str);

struct Operand {
    register: Register,
    place: TokenStream,
    /// Whether it is read before the text and written after it.
    is_both: bool,
}

#[derive(Default)]
struct Operands {
    outs: Vec<Operand>,
    ins: Vec<Operand>,
}

/// The text in a literal, `"…"` or `r"…"`; none for anything else, and for characters that are written as numbers.
fn text_of(token: Option<&TokenTree>) -> Option<String> {
    let Some(TokenTree::Literal(literal)) = token else {
        return None;
    };
    let written = literal.to_string();
    if let Some(raw) = written.strip_prefix('r') {
        return Some(raw.trim_matches('#').strip_prefix('"')?.strip_suffix('"')?.to_string());
    }
    let inner = written.strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::new();
    let mut rest = inner.chars().peekable();
    while let Some(character) = rest.next() {
        if character != '\\' {
            text.push(character);
            continue;
        }
        match rest.next()? {
            'n' => text.push('\n'),
            't' => text.push('\t'),
            'r' => text.push('\r'),
            '\n' => {
                while rest.peek().is_some_and(|next| next.is_whitespace()) {
                    rest.next();
                }
            }
            other @ ('\\' | '"' | '\'') => text.push(other),
            _ => return None,
        }
    }
    Some(text)
}

fn operand(kind: &str, part: &[TokenTree], span: Span) -> Result<Operand, TokenStream> {
    let inside = match part.get(1) {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => group.stream(),
        _ => return Err(compile_error(span, "an operand is `out(\"=r\") place`, `inout(\"+r\") place` or `in(\"r\") value`")),
    };
    let constraint = text_of(inside.into_iter().next().as_ref()).unwrap_or_default();
    let sign = match kind {
        "out" => "=",
        "inout" => "+",
        _ => "",
    };
    let letter = constraint.strip_prefix(sign).unwrap_or("");
    let found = REGISTERS.iter().find(|(known, _, _)| letter == known.to_string());
    let Some(register) = found else {
        let message = format!("`{kind}` takes one of {}", REGISTERS.map(|(k, _, _)| format!("\"{sign}{k}\"")).join(", "));
        return Err(compile_error(span, &message));
    };
    let place: TokenStream = part[2..].iter().cloned().collect();
    if place.is_empty() {
        return Err(compile_error(span, "an operand is missing behind its constraint"));
    }
    Ok(Operand { register: *register, place, is_both: kind == "inout" })
}

fn read(parts: &[Vec<TokenTree>]) -> Result<Operands, TokenStream> {
    let mut found = Operands::default();
    for part in parts {
        let span = part[0].span();
        match part[0].to_string().as_str() {
            kind @ ("out" | "inout") => {
                if !found.ins.is_empty() {
                    return Err(compile_error(span, "what is written stands before what is read"));
                }
                found.outs.push(operand(kind, part, span)?);
            }
            "in" => found.ins.push(operand("in", part, span)?),
            // The text is taken to read and write memory, and to be run by all threads of a warp together, in any case.
            "clobber" | "options" if part.len() == 2 && is_group(&part[1], Delimiter::Parenthesis) => {}
            _ => return Err(compile_error(span, "`out`, `inout`, `in`, `clobber` or `options` is expected here")),
        }
    }
    Ok(found)
}

/// The text with `$0` for `%0`, `%` for `%%`, and `$$` for a dollar.
fn template(text: &str, operands: usize, span: Span) -> Result<String, TokenStream> {
    let mut made = String::new();
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            '$' => made.push_str("$$"),
            '%' if rest.peek() == Some(&'%') => {
                rest.next();
                made.push('%');
            }
            '%' => {
                let mut digits = String::new();
                while let Some(digit) = rest.next_if(char::is_ascii_digit) {
                    digits.push(digit);
                }
                let number: usize = match digits.parse() {
                    Ok(number) => number,
                    Err(_) => return Err(compile_error(span, "a register of PTX's is written with two signs: `%%laneid`")),
                };
                if number >= operands {
                    return Err(compile_error(span, &format!("there is no operand `%{number}`: there are {operands}")));
                }
                made.push_str(&format!("${number}"));
            }
            other => made.push(other),
        }
    }
    Ok(made)
}

fn typed(register: Register, value: TokenStream) -> TokenStream {
    let mut made: TokenStream = format!("::cuda_device::ptx::{}", register.1).parse().unwrap();
    made.extend([TokenTree::Group(Group::new(Delimiter::Parenthesis, value))]);
    made
}

pub fn ptx_asm(input: TokenStream) -> TokenStream {
    expand(input).unwrap_or_else(|error| error)
}

fn expand(input: TokenStream) -> Result<TokenStream, TokenStream> {
    let parts = at_commas(input);
    let (Some(text), Some(first)) = (parts.first().and_then(|p| text_of(p.first())), parts.first()) else {
        return Err(compile_error(Span::call_site(), "`ptx_asm!` begins with the text, a literal without `\\x` and `\\u`"));
    };
    let span = first[0].span();
    let operands = read(&parts[1..])?;
    let count = operands.outs.len() + operands.ins.len();
    let mut text = template(&text, count, span)?;
    let mut values = TokenStream::new();
    let comma: TokenStream = ",".parse().unwrap();
    for each in &operands.ins {
        values.extend(typed(each.register, each.place.clone()));
        values.extend(comma.clone());
    }
    // What is both read and written begins as a copy of what is passed behind all others.
    let mut copies = String::new();
    let mut passed = count;
    for (number, each) in operands.outs.iter().enumerate().filter(|(_, each)| each.is_both) {
        copies += &format!("mov.{} ${number}, ${passed}; ", each.register.2);
        passed += 1;
        values.extend(typed(each.register, each.place.clone()));
        values.extend(comma.clone());
    }
    text.insert_str(0, &copies);
    let mut arguments: TokenStream = TokenTree::Literal(Literal::string(&text)).into();
    arguments.extend(comma.clone());
    arguments.extend([TokenTree::Group(Group::new(Delimiter::Parenthesis, values))]);
    let mut call: TokenStream = "::cuda_device::stubs::inline_ptx".parse().unwrap();
    call.extend([TokenTree::Group(Group::new(Delimiter::Parenthesis, arguments))]);
    if operands.outs.is_empty() {
        let mut made: TokenStream = "let () =".parse().unwrap();
        made.extend(call);
        made.extend(";".parse::<TokenStream>().unwrap());
        return Ok(TokenTree::Group(Group::new(Delimiter::Brace, made)).into());
    }
    let names: Vec<String> = (0..operands.outs.len()).map(|number| format!("__out_{number}")).collect();
    let pattern = if names.len() == 1 { names[0].clone() } else { format!("({})", names.join(", ")) };
    let mut made: TokenStream = format!("let {pattern} =").parse().unwrap();
    made.extend(call);
    made.extend(";".parse::<TokenStream>().unwrap());
    for (each, name) in operands.outs.into_iter().zip(names) {
        made.extend(each.place);
        made.extend("=".parse::<TokenStream>().unwrap());
        made.extend(typed(each.register, name.parse().unwrap()));
        made.extend(";".parse::<TokenStream>().unwrap());
    }
    Ok(TokenTree::Group(Group::new(Delimiter::Brace, made)).into())
}
