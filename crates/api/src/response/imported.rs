//! Imported values, from the stored normalised members.

use std::borrow::Cow;

use orderdock_domain::import::{Content, MemberKind};
use serde::{Serialize, Serializer};

use super::RawJson;

/// Members of a row, nested as in the request.
#[derive(Debug, Default)]
pub struct Imported<'a>(Vec<(&'a str, ImportedMember<'a>)>);

#[derive(Debug)]
enum ImportedMember<'a> {
    Value(MemberKind, Cow<'a, str>),
    Object(Imported<'a>),
}

impl<'a> Imported<'a> {
    pub fn of(content: &'a Content) -> Self {
        let mut root = Self::default();
        for member in content.members().filter(|member| member.kind.is_shown()) {
            root.put(member.pointer.trim_start_matches('/'), member.kind, member.text());
        }
        root
    }

    fn put(&mut self, pointer: &'a str, kind: MemberKind, value: Cow<'a, str>) {
        match pointer.split_once('/') {
            None => self.0.push((pointer, ImportedMember::Value(kind, value))),
            Some((name, rest)) => {
                for (known, member) in &mut self.0 {
                    if let ImportedMember::Object(object) = member
                        && *known == name
                    {
                        return object.put(rest, kind, value);
                    }
                }
                let mut object = Self::default();
                object.put(rest, kind, value);
                self.0.push((name, ImportedMember::Object(object)));
            }
        }
    }
}

impl Serialize for Imported<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, member)| (name, member)))
    }
}

impl Serialize for ImportedMember<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Object(object) => object.serialize(serializer),
            Self::Value(MemberKind::Boolean, value) => serializer.serialize_bool(value == "true"),
            Self::Value(MemberKind::Number, value) => match value.parse::<serde_json::Number>() {
                Ok(number) => number.serialize(serializer),
                Err(_) => serializer.serialize_str(value),
            },
            Self::Value(MemberKind::Json | MemberKind::SentJson, value) => {
                RawJson(value).serialize(serializer)
            }
            Self::Value(_, value) => serializer.serialize_str(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_nested_as_in_request() {
        let own = "/bpartner/bpartner/code\ts\tG0001\n/bpartner/location/city\ts\tKöln \"Süd\"\n\
                      /bpartner/bpartner/active\tb\ttrue\n/dateRequired\td\t2026-12-08\n\
                      /qty\tn\t12345678901234567890.12345678\n/org\tr\t7\n\
                      /extendedProps\tJ\t{\"b\":1.50,\"a\":null}\n/extendedProps\tr\t{\"a\":null,\"b\":1.5}\n\
                      /description\ts\ttwo\u{1D}\u{1E}lines,\ta tab\n";
        let content = Content::from_stored(["", "", "", "", "", "", own], 1, [0; 16]);
        assert_eq!(
            serde_json::to_string(&Imported::of(&content)).unwrap(),
            "{\"bpartner\":{\"bpartner\":{\"code\":\"G0001\",\"active\":true},\
             \"location\":{\"city\":\"Köln \\\"Süd\\\"\"}},\"dateRequired\":\"2026-12-08\",\
             \"qty\":12345678901234567890.12345678,\"extendedProps\":{\"b\":1.50,\"a\":null},\
             \"description\":\"two\\r\\nlines,\\ta tab\"}"
        );
    }
}
