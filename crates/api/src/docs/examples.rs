//! Examples of bodies for the OpenAPI document.

use serde_json::Value;

/// Examples, which the tests also send: operation, name, summary, text.
pub const EXAMPLES: [(&str, &str, &str, &str); 5] = [
    (
        "createOrder",
        "order",
        "Three lines, one with its own price",
        include_str!("../../../../examples/order.json"),
    ),
    (
        "importCandidate",
        "variant A",
        "All fields, with identifier strings for data source and destination",
        include_str!("../../../../examples/candidate-variant-a.json"),
    ),
    (
        "importCandidate",
        "variant B",
        "Internal names without a prefix for data source and destination",
        include_str!("../../../../examples/candidate-variant-b.json"),
    ),
    (
        "importCandidate",
        "short",
        "The short shape: one flat id and a product code",
        include_str!("../../../../examples/candidate-short.json"),
    ),
    (
        "importCandidatesBulk",
        "mixed",
        "Rows of several incoming orders, some with errors",
        include_str!("../../../../examples/bulk.json"),
    ),
];

/// Returns the value of an example as in its file.
pub fn example(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or(Value::Null)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::candidate_request::{read_bulk, read_one};
    use crate::request::json::Handling;
    use crate::request::order_request::read_order;

    #[test]
    fn examples_are_read_without_findings() {
        for (operation, name, _, text) in EXAMPLES {
            assert_ne!(example(text), Value::Null);
            let rows = match operation {
                "createOrder" => {
                    assert!(read_order(text, Handling::Strict).unwrap().is_ok(), "{name}");
                    continue;
                }
                "importCandidate" => vec![read_one(text, Handling::Strict).unwrap()],
                _ => read_bulk(text, Handling::Strict).unwrap().rows,
            };
            for read in rows {
                assert!(read.row.request.is_ok(), "{name}: {:?}", read.errors.first);
            }
        }
    }
}
