//! Problems as JSON, the form in which every backend stores them.

use orderdock_domain::number::canonical;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Difference, Param, Problem, ProblemCode};
use serde_json::{Value, json};

/// Why a text is not a list of problems.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a list of problems: {0}")]
pub struct ProblemFault(String);

/// `[{"code", "pointer", "params": [[name, value], …]}, …]`. A value is a text, a whole number, or a list under
/// the name of what it lists; a phrase is its English words and its values.
pub fn encode_problems(problems: &[Problem]) -> String {
    Value::Array(problems.iter().map(encode).collect()).to_string()
}

pub fn decode_problems(text: &str) -> Result<Vec<Problem>, ProblemFault> {
    let value: Value = serde_json::from_str(text).map_err(|error| ProblemFault(error.to_string()))?;
    let list = value.as_array().ok_or_else(|| ProblemFault("no list".to_owned()))?;
    list.iter()
        .map(|problem| decode(problem).ok_or_else(|| ProblemFault(format!("cannot read {problem}"))))
        .collect()
}

fn encode(problem: &Problem) -> Value {
    let params: Vec<_> =
        problem.params.iter().map(|(name, value)| json!([name, encode_param(value)])).collect();
    json!({ "code": problem.code.as_str(), "pointer": problem.pointer, "params": params })
}

fn encode_param(value: &Param) -> Value {
    match value {
        Param::Text(text) => json!(text),
        Param::Number(number) => json!(number),
        Param::Decimal(number) => json!(canonical(number)),
        Param::Texts(texts) => json!({ "texts": texts }),
        Param::OneOf(words) => json!({ "oneOf": words }),
        Param::Phrase(phrase, values) => {
            let values = values.iter().map(encode_param);
            let list: Vec<_> = [json!(phrase.english())].into_iter().chain(values).collect();
            json!({ "phrase": list })
        }
        Param::Numbers(numbers) => json!({ "numbers": numbers }),
        Param::Instant(instant) => json!({ "instant": [instant.to_string()] }),
        Param::Day(day) => json!({ "day": [day.to_string()] }),
        Param::Differences(differences) => {
            let list: Vec<_> =
                differences.iter().map(|one| json!([one.pointer, one.stored, one.sent])).collect();
            json!({ "differences": list })
        }
    }
}

fn decode(problem: &Value) -> Option<Problem> {
    let params = problem.get("params")?.as_array()?.iter().map(|pair| {
        let [name, value] = pair.as_array()?.as_slice() else { return None };
        Some((name.as_str()?.to_owned().into(), decode_param(value)?))
    });
    Some(Problem {
        code: ProblemCode::parse(problem.get("code")?.as_str()?)?,
        pointer: problem.get("pointer")?.as_str()?.to_owned().into(),
        params: params.collect::<Option<_>>()?,
    })
}

fn decode_param(value: &Value) -> Option<Param> {
    match value {
        Value::String(text) => Some(Param::Text(text.clone())),
        Value::Number(number) => number.as_i64().map(Param::Number),
        Value::Object(list) => {
            let (kind, items) = list.iter().next()?;
            let items = items.as_array()?;
            match kind.as_str() {
                "texts" => items.iter().map(text).collect::<Option<_>>().map(Param::Texts),
                "oneOf" => items.iter().map(text).collect::<Option<_>>().map(Param::OneOf),
                "phrase" => phrase(items),
                "numbers" => items.iter().map(Value::as_i64).collect::<Option<_>>().map(Param::Numbers),
                "instant" => items.first()?.as_str()?.parse().ok().map(Param::Instant),
                "day" => items.first()?.as_str()?.parse().ok().map(Param::Day),
                "differences" => items.iter().map(difference).collect::<Option<_>>().map(Param::Differences),
                _ => None,
            }
        }
        Value::Null | Value::Bool(_) | Value::Array(_) => None,
    }
}

/// Words that are no phrase any more stay as they were.
fn phrase(items: &[Value]) -> Option<Param> {
    let (words, values) = items.split_first()?;
    let words = words.as_str()?;
    let Some(phrase) = Phrase::parse(words) else { return Some(Param::Text(words.to_owned())) };
    let values = values.iter().map(decode_param).collect::<Option<_>>()?;
    Some(Param::Phrase(phrase, values))
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn difference(value: &Value) -> Option<Difference> {
    let [pointer, stored, sent] = value.as_array()?.as_slice() else { return None };
    Some(Difference { pointer: text(pointer)?, stored: text(stored), sent: text(sent) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::Timestamp;
    use jiff::civil::Date;

    #[test]
    fn comes_back_as_it_was() {
        let problems = vec![
            Problem::new(ProblemCode::BulkEmpty, ""),
            Problem::new(ProblemCode::TypeWrong, "/lines/3/qty")
                .with("expected", "Zahl „\"\\")
                .with("limit", i64::MAX)
                .with("allowed", Param::Texts(vec!["a".to_owned(), "ü".to_owned()]))
                .with("found", Phrase::NamedRecord.of([Phrase::Partner.into(), "G0001".into()]))
                .with("known", Param::one_of(["all", "row"]))
                .with("indexes", Param::Numbers(vec![]))
                .with("time", Timestamp::UNIX_EPOCH)
                .with("date", Date::constant(2030, 1, 15))
                .with(
                    "members",
                    Param::Differences(vec![Difference {
                        pointer: "/qty".to_owned(),
                        stored: None,
                        sent: Some("1.5".to_owned()),
                    }]),
                ),
        ];
        assert_eq!(decode_problems(&encode_problems(&problems)), Ok(problems));
    }

    #[test]
    fn words_of_an_earlier_release_stay_as_they_were() {
        let stored =
            r#"[{"code":"type.wrong","pointer":"","params":[["found",{"phrase":["a blue moon"]}]]}]"#;
        let found = decode_problems(stored).map(|problems| problems[0].params[0].1.clone());
        assert_eq!(found, Ok(Param::Text("a blue moon".to_owned())));
    }

    #[test]
    fn refuses_what_it_did_not_write() {
        for text in ["", "{}", "[{}]", r#"[{"code":"no.such","pointer":"","params":[]}]"#] {
            assert!(decode_problems(text).is_err(), "{text}");
        }
    }
}
