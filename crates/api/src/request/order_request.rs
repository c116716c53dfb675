//! Reads the body of a new sales order.

use jiff::Timestamp;
use orderdock_domain::number::{Decimal, canonical};
use orderdock_domain::order::{MAX_LINES, OrderLineRequest, OrderRequest};
use orderdock_domain::problem::ProblemCode;
use orderdock_domain::text::{Code, Name};

use crate::request::candidate_request::KEPT_PER_REQUEST;
use crate::request::json::{
    Findings, Handling, JsonNode, JsonValue, Keep, ListOf, Members, Reader, SyntaxFault, ValueFault, members,
    parse,
};

const KEEP: Keep = Keep { errors: KEPT_PER_REQUEST, warnings: KEPT_PER_REQUEST };

members! {
    NewOrderBody("OrderBody", Lenient)
    "A sales order for the default organisation of the caller, with 1 to 10,000 lines." {
        ship_bpartner_code: "shipBPartnerCode" Code, required, "Code of the partner that receives the goods.";
        date_promised: "datePromised" Timestamp, required, "Promised date and time, with a UTC offset or `Z`.";
        doc_type_name: "docTypeName" Name,
            "Name of the document type. Default: the default order type of the organisation.";
        lines: "lines" ListOf<LineMembers<'t>, 1, MAX_LINES>, required;
    }
}

members! {
    LineMembers("OrderLineData", Lenient) "A line of a sales order." {
        product_code: "productCode" Code, required;
        qty: "qty" Decimal, required, "Quantity in the stock unit of the product, greater than 0.";
        price: "price" Decimal,
            "Price that replaces the list price. It can be 0, and negative if the organisation has `negativePrices: \
             allow`.";
    }
}

/// Valid body with its warnings.
#[derive(Debug)]
pub struct ReadOrder {
    pub request: OrderRequest,
    pub warnings: Findings,
}

/// Consumer of the order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ReadFor {
    /// The planner, which checks everything else.
    Planner,
    /// Only the response: quantities and the number of lines must be checked here, because no planner runs.
    Faults,
}

/// Reads an order. The error contains all problems of the body.
pub fn read_order(text: &str, handling: Handling) -> Result<Result<ReadOrder, Findings>, SyntaxFault> {
    let node = parse(text)?;
    let read = |reads| {
        let mut reader = Reader::new(handling, KEEP);
        let request = read_body(&mut reader, &node, reads);
        (request, reader)
    };
    Ok(match read(ReadFor::Planner) {
        (Some(request), reader) if reader.errors.total == 0 => {
            Ok(ReadOrder { request, warnings: reader.warnings })
        }
        _ => Err(read(ReadFor::Faults).1.errors),
    })
}

fn read_body(reader: &mut Reader, node: &JsonNode<'_>, reads: ReadFor) -> Option<OrderRequest> {
    let members = NewOrderBody::open(reader, node)?;
    let ship_bpartner_code = reader.required(members.ship_bpartner_code);
    let date_promised = reader.required(members.date_promised);
    let doc_type_name = reader.read(members.doc_type_name);
    if !members.lines.is_given() {
        reader.missing(members.lines);
    }
    if let (Some(node), ReadFor::Faults) = (members.lines.node, reads)
        && let JsonValue::Array(lines) = &node.value
        && let Some(fault) = length_fault(lines.len())
    {
        reader.fault(members.lines, fault);
    }
    let lines = reader.objects(members.lines, |reader, members| read_line(reader, members, reads));
    Some(OrderRequest {
        ship_bpartner_code: ship_bpartner_code?,
        date_promised: date_promised?,
        doc_type_name,
        lines: lines?.into_iter().collect::<Option<_>>()?,
    })
}

fn length_fault(seen: usize) -> Option<ValueFault> {
    match seen {
        0 => Some(ValueFault::new(ProblemCode::LinesEmpty)),
        1..=MAX_LINES => None,
        seen => Some(ValueFault::too_many(ProblemCode::LinesTooMany, seen, MAX_LINES)),
    }
}

fn read_line(reader: &mut Reader, members: &LineMembers<'_>, reads: ReadFor) -> Option<OrderLineRequest> {
    let product_code = reader.required(members.product_code);
    let qty = reader.required(members.qty);
    if let (Some(qty), ReadFor::Faults) = (qty.filter(|qty| *qty <= Decimal::ZERO), reads) {
        let fault = ValueFault::new(ProblemCode::QtyNotPositive).with("seen", canonical(&qty));
        reader.fault_told(members.qty, fault);
    }
    let price = reader.read(members.price);
    Some(OrderLineRequest { product_code: product_code?, qty: qty?, price })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<ReadOrder, Vec<(&'static str, String)>> {
        read_order(text, Handling::Lenient).unwrap().map_err(|errors| {
            let describe = |finding: &crate::request::json::ValueFinding| {
                (finding.problem.code.as_str(), finding.problem.pointer.to_string())
            };
            errors.first.iter().map(describe).collect()
        })
    }

    #[test]
    fn order_is_read_with_exact_numbers() {
        let read = read(
            r#"{"shipBPartnerCode": 1000106, "datePromised": "2026-12-08T01:30:00.000+01:00",
                "lines": [{"productCode": "A", "qty": "0.10", "price": 12345678901234567890.12345678}]}"#,
        )
        .unwrap();
        assert_eq!(read.request.ship_bpartner_code, "1000106");
        assert_eq!(read.request.date_promised.to_string(), "2026-12-08T00:30:00Z");
        assert_eq!(read.request.doc_type_name, None);
        assert_eq!(read.request.lines[0].qty.to_string(), "0.1");
        assert_eq!(read.request.lines[0].price.unwrap().to_string(), "12345678901234567890.12345678");
        assert_eq!(read.warnings.total, 0);
    }

    #[test]
    fn quantities_are_checked_without_planner() {
        let faults = read(
            r#"{"datePromised": "2026-12-08", "lines": [{"productCode": "A", "qty": 0}, {"qty": -1}, 7]}"#,
        )
        .unwrap_err();
        let expected = [
            ("property.missing", "/shipBPartnerCode"),
            ("datetime.invalid", "/datePromised"),
            ("qty.not_positive", "/lines/0/qty"),
            ("property.missing", "/lines/1/productCode"),
            ("qty.not_positive", "/lines/1/qty"),
            ("type.wrong", "/lines/2"),
        ];
        assert_eq!(faults, expected.map(|(code, pointer)| (code, pointer.to_owned())));
        // otherwise the planner reports it
        let one = r#"{"shipBPartnerCode": "G", "datePromised": "2026-12-08T00:00:00Z", "lines": []}"#;
        assert!(read(one).is_ok());
    }
}
