//! Compares responses with the OpenAPI document: path, method, status, media type and body.

use std::collections::HashMap;
use std::sync::OnceLock;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use boon::{Compiler, Draft, SchemaIndex, Schemas};
use reqwest::Method;
use serde_json::Value;

use crate::HttpResponse;

/// Base URI of the document in the schema compiler.
const BASE_URI: &str = "http://orderdock/openapi.json";
const PROBLEM: &str = "/components/schemas/Problem";

/// The document with its compiled schemas.
struct Document {
    json: Value,
    compiler: Compiler,
    schemas: Schemas,
    compiled: HashMap<String, SchemaIndex>,
}

/// A response to check, with the channel for the result.
struct ResponseCheck {
    method: Method,
    path: String,
    response: HttpResponse,
    result: Sender<Result<(), String>>,
}

/// Returns the difference between a response and the document, or `None`.
pub fn contradiction(method: &Method, path: &str, response: &HttpResponse) -> Option<String> {
    let (result, received) = channel();
    let (method, path, response) = (method.clone(), path.to_owned(), response.clone());
    reader().send(ResponseCheck { method, path, response, result }).unwrap();
    received.recv().unwrap().err()
}

/// Returns the queue of the thread that checks responses. One thread per process owns the document, because compiled
/// schemas cannot move between threads.
fn reader() -> &'static Sender<ResponseCheck> {
    static READER: OnceLock<Sender<ResponseCheck>> = OnceLock::new();
    READER.get_or_init(|| {
        let (queue, checks) = channel::<ResponseCheck>();
        thread::spawn(move || {
            let mut document = Document::read();
            for ResponseCheck { method, path, response, result } in checks {
                // the receiver is dropped if the test has ended
                let _ = result.send(document.check(&method, &path, &response));
            }
        });
        queue
    })
}

impl Document {
    fn read() -> Self {
        let json = serde_json::to_value(orderdock_api::openapi()).unwrap();
        let mut compiler = Compiler::new();
        compiler.set_default_draft(Draft::V2020_12);
        compiler.enable_format_assertions();
        compiler.add_resource(BASE_URI, json.clone()).unwrap();
        Self { json, compiler, schemas: Schemas::new(), compiled: HashMap::new() }
    }

    fn check(&mut self, method: &Method, path: &str, response: &HttpResponse) -> Result<(), String> {
        if method == Method::OPTIONS {
            return Ok(());
        }
        let path = path.strip_prefix("/api/v1").map_or_else(|| path.to_owned(), |rest| format!("/api{rest}"));
        // the router ignores a trailing slash
        let path = path.strip_suffix('/').filter(|path| !path.is_empty()).unwrap_or(&path).to_owned();
        let Some(template) = self.template(&path) else {
            return match response.status {
                404 if path.starts_with("/api/") => self.fits(PROBLEM, response),
                // pages of the interface and the document itself are not described
                _ if !path.starts_with("/api/") || path == "/api/openapi.json" => Ok(()),
                status => Err(format!("{status} for a path that is not described")),
            };
        };
        let described_method = if method == Method::HEAD { &Method::GET } else { method };
        let operation = format!("/paths/{}/{}", escaped(&template), described_method.as_str().to_lowercase());
        if self.json.pointer(&operation).is_none() {
            return match response.status {
                405 => self.fits(PROBLEM, response),
                status => Err(format!("{status} for a method that is not described")),
            };
        }
        let documented = self.response(&operation, response.status)?;
        let content = self.json.pointer(&documented).and_then(|described| described["content"].as_object());
        if method == Method::HEAD || (content.is_none() && response.text.is_empty()) {
            return Ok(());
        }
        let kind = match without_parameters(response.header("content-type")) {
            // clients can request errors as problem+json, with the same schema
            "application/problem+json" if response.status >= 400 => "application/json",
            kind => kind,
        };
        let described = content.into_iter().flatten();
        let described = described
            .map(|(described, _)| described.as_str())
            .find(|described| *described == "*/*" || without_parameters(described) == kind);
        let described = described.ok_or_else(|| format!("the media type {kind:?} is not described"))?;
        // NDJSON is not a single JSON value
        if !described.ends_with("json") || described.ends_with("ndjson") {
            return Ok(());
        }
        let described = escaped(described);
        self.fits(&format!("{documented}/content/{described}/schema"), response)
    }

    /// Returns the pointer to the response of a status. An error status without a response of its own uses the shared
    /// response if the operation or the shared response lists the status.
    fn response(&self, operation: &str, status: u16) -> Result<String, String> {
        let own = format!("{operation}/responses/{status}");
        if let Some(found) = self.json.pointer(&own) {
            let shared = found["$ref"].as_str().map(|reference| reference.trim_start_matches('#').to_owned());
            return Ok(shared.unwrap_or(own));
        }
        let shared =
            self.json.pointer(&format!("{operation}/responses/default/$ref")).and_then(Value::as_str);
        let shared = shared.map(|reference| reference.trim_start_matches('#').to_owned());
        let shared = shared.filter(|_| status >= 400).ok_or("a status that is not described")?;
        let lists = |pointer: &str| {
            let text = self.json.pointer(&format!("{pointer}/description")).and_then(Value::as_str);
            text.is_some_and(|text| text.contains(&format!("- `{status}`: ")))
        };
        if lists(operation) || lists(&shared) {
            Ok(shared)
        } else {
            Err("a status that is not listed".to_owned())
        }
    }

    /// Returns the matching path template with the fewest parameters.
    fn template(&self, path: &str) -> Option<String> {
        let parts: Vec<_> = path.split('/').collect();
        let parameter = |part: &str| part.starts_with('{');
        let fits = |template: &&String| {
            let described: Vec<_> = template.split('/').collect();
            let same = |(one, part): (&&str, &&str)| one == part || (parameter(one) && !part.is_empty());
            described.len() == parts.len() && described.iter().zip(&parts).all(same)
        };
        let templates = self.json["paths"].as_object()?.keys().filter(fits);
        templates.min_by_key(|template| template.split('/').filter(|part| parameter(part)).count()).cloned()
    }

    /// Validates a JSON response against the schema at `pointer`.
    fn fits(&mut self, pointer: &str, response: &HttpResponse) -> Result<(), String> {
        if !response.header("content-encoding").is_empty() {
            return Ok(());
        }
        let value: Value = serde_json::from_str(&response.text).map_err(|fault| fault.to_string())?;
        self.validate(pointer, &value)
    }

    /// Validates a value against the schema at `pointer`.
    fn validate(&mut self, pointer: &str, value: &Value) -> Result<(), String> {
        let Self { compiler, schemas, compiled, .. } = self;
        let schema = *compiled.entry(pointer.to_owned()).or_insert_with(|| {
            let fragment = pointer.replace('%', "%25").replace('{', "%7B").replace('}', "%7D");
            compiler.compile(&format!("{BASE_URI}#{fragment}"), schemas).unwrap()
        });
        schemas.validate(value, schema).map_err(|fault| format!("{fault:#}"))
    }
}

fn without_parameters(media_type: &str) -> &str {
    media_type.split(';').next().unwrap_or_default().trim()
}

/// Escapes a part of a JSON Pointer.
fn escaped(part: &str) -> String {
    part.replace('~', "~0").replace('/', "~1")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_response(method: &Method, path: &str, status: u16, text: &str) -> Option<String> {
        let headers = [(reqwest::header::CONTENT_TYPE, "application/json".parse().unwrap())];
        contradiction(
            method,
            path,
            &HttpResponse { status, headers: headers.into_iter().collect(), text: text.into() },
        )
    }

    #[test]
    fn undocumented_response_is_a_contradiction() {
        let sound = r#"{"status":"ok"}"#;
        assert_eq!(check_response(&Method::GET, "/api/health", 200, sound), None);
        assert_eq!(check_response(&Method::GET, "/api/v1/health", 200, sound), None);
        let problem = r#"{"type":"","title":"","status":404,"detail":"","body":"","requestId":"","retryable":false,"errors":[],"errorsTotal":1}"#;
        assert_eq!(check_response(&Method::GET, "/api/process-runs/7", 404, problem), None);
        for (method, path, status, text) in [
            (Method::GET, "/api/health", 202, sound),
            (Method::GET, "/api/health", 200, "{}"),
            (Method::GET, "/api/health", 200, "ok"),
            (Method::PUT, "/api/health", 200, sound),
            (Method::GET, "/api/nowhere", 200, sound),
            (Method::GET, "/api/nowhere", 404, sound),
            (Method::GET, "/api/process-runs/7", 200, r#"{"id":null}"#),
            (Method::GET, "/api/process-runs/7", 404, r#"{"id":null}"#),
            (Method::GET, "/api/process-runs/7", 410, problem),
        ] {
            assert!(check_response(&method, path, status, text).is_some(), "{method} {path} {status} {text}");
        }
    }

    /// Collects the examples of media types and parameters, each with the pointer to its schema.
    fn collect_examples(part: &Value, pointer: &str, found: &mut Vec<(String, Value)>) {
        if part.get("schema").is_some() {
            let named =
                part["examples"].as_object().into_iter().flatten().map(|(_, example)| &example["value"]);
            let examples = part.get("example").into_iter().chain(named);
            found.extend(examples.map(|example| (format!("{pointer}/schema"), example.clone())));
        }
        let members = part.as_object().into_iter().flatten();
        for (name, member) in members.filter(|(name, _)| *name != "example" && *name != "examples") {
            collect_examples(member, &format!("{pointer}/{}", escaped(name)), found);
        }
        for (index, element) in part.as_array().into_iter().flatten().enumerate() {
            collect_examples(element, &format!("{pointer}/{index}"), found);
        }
    }

    #[test]
    fn examples_match_their_schemas() {
        let mut document = Document::read();
        let mut examples = Vec::new();
        for part in ["paths", "components"] {
            collect_examples(&document.json[part], &format!("/{part}"), &mut examples);
        }
        assert!(examples.len() > 100, "{} examples", examples.len());
        let check = |(pointer, example): &(String, Value)| {
            Some((pointer.clone(), document.validate(pointer, example).err()?))
        };
        let wrong: Vec<_> = examples.iter().filter_map(check).collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn literal_path_precedes_path_with_parameter() {
        let document = Document::read();
        let template = |path| document.template(path).unwrap();
        assert_eq!(template("/api/sales/order/candidates/counts"), "/api/sales/order/candidates/counts");
        assert_eq!(template("/api/sales/order/candidates/17"), "/api/sales/order/candidates/{id}");
    }
}
