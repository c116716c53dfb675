//! Examples of requests and successful responses, recorded by `scripts/record-examples` in `crates/api/examples`.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use utoipa::openapi::{Components, Content, OpenApi, RefOr};

use crate::docs::elements;
use crate::response::export::XLSX;

/// Recordings by the id of their operation.
const RECORDINGS: &str = include_str!(concat!(env!("OUT_DIR"), "/examples.json"));

/// Recorded bodies of an operation.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Recording {
    request: Option<Value>,
    /// Responses by status. A shared response is recorded for one of its operations only.
    #[serde(default)]
    responses: BTreeMap<String, Value>,
}

fn recordings() -> BTreeMap<String, Recording> {
    // a test reads them
    serde_json::from_str(RECORDINGS).unwrap_or_default()
}

/// Adds the recorded examples to a document whose responses are shared already.
pub fn add(document: &mut OpenApi) {
    let mut recordings = recordings();
    let mut shared = Vec::new();
    for operation in document.paths.paths.values_mut().flat_map(elements::operations_mut) {
        let recording = operation.operation_id.as_ref().and_then(|id| recordings.remove(id));
        let Some(Recording { request, responses }) = recording else { continue };
        if let (Some(request), Some(RefOr::T(body))) = (request, &mut operation.request_body) {
            set(body.content.iter_mut(), request);
        }
        for (status, example) in responses {
            match operation.responses.responses.get_mut(&status) {
                Some(RefOr::T(response)) => set(response.content.iter_mut(), example),
                Some(RefOr::Ref(reference)) => shared.push((reference.ref_location.clone(), example)),
                None => {}
            }
        }
    }
    let components = document.components.get_or_insert_with(Components::new);
    for (reference, example) in shared {
        let name = reference.rsplit('/').next().unwrap_or_default();
        if let Some(RefOr::T(response)) = components.responses.get_mut(name) {
            set(response.content.iter_mut(), example);
        }
    }
}

/// Sets the example of the first media type that is text.
fn set<'c>(mut contents: impl Iterator<Item = (&'c String, &'c mut RefOr<Content>)>, example: Value) {
    if let Some((_, RefOr::T(content))) = contents.find(|(media_type, _)| *media_type != XLSX) {
        content.example = Some(example);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routes;

    /// The responses are binary files.
    const WITHOUT_EXAMPLE: [&str; 2] = ["getAttachmentContent", "getOrderTemplate"];

    /// Returns the operations of the document by id.
    fn operations(document: &Value) -> BTreeMap<&str, &Value> {
        let items = document["paths"].as_object().unwrap().values();
        let operations = items.flat_map(|item| item.as_object().unwrap().values());
        operations.map(|operation| (operation["operationId"].as_str().unwrap(), operation)).collect()
    }

    /// Returns the first media type of a request body or a response that is text, if it has any.
    fn content<'d>(document: &'d Value, body: &'d Value) -> Option<&'d Value> {
        let reference = body["$ref"].as_str().map(|reference| reference.trim_start_matches('#'));
        let body = reference.map_or(body, |pointer| document.pointer(pointer).unwrap());
        let mut contents = body["content"].as_object()?.iter();
        contents.find(|(media_type, _)| *media_type != XLSX).map(|(_, content)| content)
    }

    #[test]
    fn requests_and_successful_responses_have_examples() {
        let document = serde_json::to_value(routes::document()).unwrap();
        let has_example =
            |content: &Value| content.get("example").or_else(|| content.get("examples")).is_some();
        for (name, operation) in operations(&document) {
            let body = &operation["requestBody"];
            if body["content"].get("application/json").is_some() {
                assert!(content(&document, body).is_some_and(has_example), "request of {name}");
            }
            for (status, response) in operation["responses"].as_object().unwrap() {
                let content = content(&document, response).filter(|_| status.starts_with('2'));
                assert!(
                    content.is_none_or(has_example) || WITHOUT_EXAMPLE.contains(&name),
                    "{status} of {name}"
                );
            }
        }
    }

    #[test]
    fn every_recording_is_an_example() {
        let document = serde_json::to_value(routes::document()).unwrap();
        let operations = operations(&document);
        let recordings: BTreeMap<String, Recording> = serde_json::from_str(RECORDINGS).unwrap();
        let example = |body| content(&document, body).and_then(|content| content.get("example"));
        for (name, recording) in &recordings {
            let operation = operations[name.as_str()];
            if recording.request.is_some() {
                assert_eq!(example(&operation["requestBody"]), recording.request.as_ref(), "{name}");
            }
            for (status, response) in &recording.responses {
                assert_eq!(example(&operation["responses"][status]), Some(response), "{name} {status}");
            }
        }
    }
}
