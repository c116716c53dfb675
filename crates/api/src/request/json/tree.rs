//! JSON tree with offsets. Numbers remain text, and strings borrow from the body if possible.

use std::borrow::Cow;
use std::collections::HashSet;

use jiter::{Jiter, JiterError, Peek};

use super::syntax::{MAX_NESTING, MAX_VALUES, SyntaxFault, SyntaxKind, offset};
use orderdock_domain::number::{canonical, exact};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::text::plain_spaces;

/// JSON value with its offset.
#[derive(Debug, Clone, PartialEq)]
pub struct JsonNode<'a> {
    /// Offset of the first character in bytes.
    pub at: u32,
    pub value: JsonValue<'a>,
}

/// A JSON value.
#[derive(Debug, Clone, PartialEq)]
pub enum JsonValue<'a> {
    Null,
    Bool(bool),
    /// Number as sent.
    Number(&'a str),
    Text(Cow<'a, str>),
    Array(Vec<JsonNode<'a>>),
    /// Members in the order sent, including duplicates.
    Object(Vec<JsonMember<'a>>),
}

/// Name and value of a member.
#[derive(Debug, Clone, PartialEq)]
pub struct JsonMember<'a> {
    pub name: Cow<'a, str>,
    pub value: JsonNode<'a>,
}

impl JsonValue<'_> {
    /// Whether the value is null or blank text, which usually counts as absent.
    pub fn is_nothing(&self) -> bool {
        match self {
            Self::Null => true,
            Self::Text(text) => text.chars().all(char::is_whitespace),
            _ => false,
        }
    }

    /// Returns the JSON type of the value.
    pub fn kind(&self) -> Phrase {
        match self {
            Self::Null => Phrase::Null,
            Self::Bool(_) => Phrase::Boolean,
            Self::Number(_) => Phrase::Number,
            Self::Text(_) => Phrase::String,
            Self::Array(_) => Phrase::Array,
            Self::Object(_) => Phrase::Object,
        }
    }

    /// Returns the value as compact JSON; text without quotation marks.
    pub fn compact(&self) -> String {
        match self {
            Self::Text(text) => text.clone().into_owned(),
            other => other.json(JsonForm::AsSent),
        }
    }

    /// Returns the value as compact JSON.
    pub fn json(&self, form: JsonForm) -> String {
        let mut json = String::new();
        self.write_json(form, &mut json);
        json
    }

    fn write_json(&self, form: JsonForm, out: &mut String) {
        match self {
            Self::Null => out.push_str("null"),
            Self::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Self::Number(text) => out.push_str(&form.number(text)),
            Self::Text(text) => out.push_str(&form.quoted(text)),
            Self::Array(values) => {
                out.push('[');
                for (index, node) in values.iter().enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    node.value.write_json(form, out);
                }
                out.push(']');
            }
            Self::Object(members) => {
                out.push('{');
                for (index, member) in form.ordered(members).into_iter().enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    out.push_str(&form.quoted(&member.name));
                    out.push(':');
                    member.value.value.write_json(form, out);
                }
                out.push('}');
            }
        }
    }

    /// Returns a name that an object in the value contains twice.
    pub fn repeated_name(&self) -> Option<&str> {
        match self {
            Self::Null | Self::Bool(_) | Self::Number(_) | Self::Text(_) => None,
            Self::Array(values) => values.iter().find_map(|node| node.value.repeated_name()),
            Self::Object(members) => {
                let mut names = HashSet::with_capacity(members.len());
                let repeated = members.iter().find(|member| !names.insert(&*member.name));
                let inside = || members.iter().find_map(|member| member.value.value.repeated_name());
                repeated.map(|member| &*member.name).or_else(inside)
            }
        }
    }

    /// Returns the value for error messages: shortened, without the content of lists and objects.
    pub fn seen(&self) -> String {
        match self {
            Self::Null => "null".into(),
            Self::Bool(value) => value.to_string(),
            Self::Number(text) => cut(text),
            Self::Text(text) => cut(text),
            Self::Array(_) => "[…]".into(),
            Self::Object(_) => "{…}".into(),
        }
    }
}

/// Format of numbers, texts and members.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JsonForm {
    AsSent,
    /// Members sorted by name, canonical numbers and plain spaces: equal for values with the same meaning.
    Compared,
}

impl JsonForm {
    fn number(self, text: &str) -> Cow<'_, str> {
        match exact(text) {
            Ok(number) if self == Self::Compared => Cow::Owned(canonical(&number)),
            _ => Cow::Borrowed(text),
        }
    }

    fn quoted(self, text: &str) -> String {
        let text = if self == Self::Compared { plain_spaces(text) } else { Cow::Borrowed(text) };
        serde_json::Value::from(text).to_string()
    }

    fn ordered<'m, 'a>(self, members: &'m [JsonMember<'a>]) -> Vec<&'m JsonMember<'a>> {
        let mut ordered: Vec<_> = members.iter().collect();
        if self == Self::Compared {
            ordered.sort_by(|one, other| one.name.cmp(&other.name));
        }
        ordered
    }
}

/// Maximum number of quoted characters.
const QUOTED: usize = 80;

fn cut(text: &str) -> String {
    match text.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Parses a document.
pub fn parse(text: &str) -> Result<JsonNode<'_>, SyntaxFault> {
    let mut parser = Parser::new(text);
    let peek = parser.peek()?;
    let node = parser.tree(peek, 0)?;
    parser.finish()?;
    Ok(node)
}

/// Result of a parser step. The fault is boxed to keep the result small.
pub(super) type Parsed<T> = Result<T, Box<SyntaxFault>>;

/// Parser that builds trees on demand.
pub(super) struct Parser<'a> {
    text: &'a str,
    jiter: Jiter<'a>,
    values_left: u32,
    /// Entries of all open objects and lists, innermost last. Each takes its own when it closes, in a list of
    /// the exact size. Entries of lists have no name.
    entries: Vec<JsonMember<'a>>,
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, jiter: Jiter::new(text.as_bytes()), values_left: MAX_VALUES, entries: Vec::new() }
    }

    /// Returns the offset: before a peeked value, or after a read one.
    #[inline]
    pub(super) fn index(&self) -> usize {
        self.jiter.current_index()
    }

    pub(super) fn fault(&self, kind: SyntaxKind) -> SyntaxFault {
        SyntaxFault::new(self.text, kind, self.index())
    }

    #[inline]
    pub(super) fn peek(&mut self) -> Parsed<Peek> {
        self.jiter.peek().map_err(syntax_fault(self.text))
    }

    pub(super) fn finish(&mut self) -> Parsed<()> {
        self.jiter.finish().map_err(syntax_fault(self.text))
    }

    pub(super) fn array_first(&mut self) -> Parsed<Option<Peek>> {
        self.jiter.known_array().map_err(syntax_fault(self.text))
    }

    #[inline]
    pub(super) fn array_next(&mut self) -> Parsed<Option<Peek>> {
        self.jiter.array_step().map_err(syntax_fault(self.text))
    }

    #[inline]
    pub(super) fn object_first(&mut self) -> Parsed<Option<Cow<'a, str>>> {
        let name = self.jiter.known_object().map_err(syntax_fault(self.text))?;
        Ok(name.map(|name| borrowed(self.text, name)))
    }

    #[inline]
    pub(super) fn object_next(&mut self) -> Parsed<Option<Cow<'a, str>>> {
        let name = self.jiter.next_key().map_err(syntax_fault(self.text))?;
        Ok(name.map(|name| borrowed(self.text, name)))
    }

    /// Returns the tree of the peeked value. `depth` is the number of open objects and lists.
    pub(super) fn tree(&mut self, peek: Peek, depth: usize) -> Parsed<JsonNode<'a>> {
        self.values_left = MAX_VALUES;
        self.entry(Cow::Borrowed(""), peek, depth)?;
        let root = self.entries.pop();
        root.map(|root| root.value).ok_or_else(|| self.fault(SyntaxKind::Expected(Phrase::AValue)).into())
    }

    /// Reads the peeked value into the entries.
    fn entry(&mut self, name: Cow<'a, str>, peek: Peek, depth: usize) -> Parsed<()> {
        self.values_left =
            self.values_left.checked_sub(1).ok_or_else(|| self.fault(SyntaxKind::TooManyValues))?;
        let start = self.index();
        let at = offset(start);
        match peek {
            Peek::Null => {
                self.jiter.known_null().map_err(syntax_fault(self.text))?;
                self.push(name, at, JsonValue::Null);
            }
            Peek::True | Peek::False => {
                let on = self.jiter.known_bool(peek).map_err(syntax_fault(self.text))?;
                self.push(name, at, JsonValue::Bool(on));
            }
            Peek::String => return self.string(name, at),
            Peek::Array => {
                let nodes = self.array(depth + 1)?;
                self.push(name, at, JsonValue::Array(nodes));
            }
            Peek::Object => {
                let members = self.object(depth + 1)?;
                self.push(name, at, JsonValue::Object(members));
            }
            Peek::Infinity | Peek::NaN => {
                return Err(self.fault(SyntaxKind::Expected(Phrase::AValue)).into());
            }
            number if number.is_num() => {
                self.jiter.known_number_bytes(number).map_err(syntax_fault(self.text))?;
                self.push(name, at, JsonValue::Number(&self.text[start..self.index()]));
            }
            _ => return Err(self.fault(SyntaxKind::Expected(Phrase::AValue)).into()),
        }
        Ok(())
    }

    #[inline(never)]
    fn string(&mut self, name: Cow<'a, str>, at: u32) -> Parsed<()> {
        let content = self.jiter.known_str().map_err(syntax_fault(self.text))?;
        let text = borrowed(self.text, content);
        self.push(name, at, JsonValue::Text(text));
        Ok(())
    }

    /// Adds an entry in place, because moving values is the most expensive step.
    #[inline]
    fn push(&mut self, name: Cow<'a, str>, at: u32, value: JsonValue<'a>) {
        self.entries.push(JsonMember { name, value: JsonNode { at, value } });
    }

    fn array(&mut self, depth: usize) -> Parsed<Vec<JsonNode<'a>>> {
        self.check_nesting(depth)?;
        let first = self.entries.len();
        let mut next = self.array_first()?;
        while let Some(peek) = next {
            self.entry(Cow::Borrowed(""), peek, depth)?;
            next = self.array_next()?;
        }
        Ok(self.entries.drain(first..).map(|entry| entry.value).collect())
    }

    fn object(&mut self, depth: usize) -> Parsed<Vec<JsonMember<'a>>> {
        self.check_nesting(depth)?;
        let first = self.entries.len();
        let mut next = self.object_first()?;
        while let Some(name) = next {
            let peek = self.peek()?;
            self.entry(name, peek, depth)?;
            next = self.object_next()?;
        }
        Ok(self.entries.drain(first..).collect())
    }

    pub(super) fn check_nesting(&self, depth: usize) -> Parsed<()> {
        if depth > MAX_NESTING { Err(self.fault(SyntaxKind::TooDeep).into()) } else { Ok(()) }
    }
}

fn syntax_fault(text: &str) -> impl FnOnce(JiterError) -> Box<SyntaxFault> {
    move |error| Box::new(SyntaxFault::of(text, &error))
}

/// Borrows text from the body unless the parser had to resolve escapes.
fn borrowed<'a>(text: &'a str, content: &str) -> Cow<'a, str> {
    let start = content.as_ptr().addr().wrapping_sub(text.as_ptr().addr());
    match start.checked_add(content.len()).and_then(|end| text.get(start..end)) {
        Some(piece) => Cow::Borrowed(piece),
        None => Cow::Owned(content.to_owned()),
    }
}
