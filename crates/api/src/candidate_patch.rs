//! The body of `PATCH …/candidates/{id}`: a JSON Merge Patch of override, clear and active.
//!
//! Unknown members are errors here: a misspelt correction must not seem to have been made.

use orderdock_domain::candidate::{Field, InvoiceDocType, OrderDocType, PaymentRule, Sent};
use orderdock_domain::correction::{CandidatePatch, Change, NamedRole, Wanted};
use orderdock_domain::identifier::IdentifierString;
use orderdock_domain::number::Decimal;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::text::{Code, Text};

use jiff::civil::Date;

use crate::candidate_request::{Discount, Price};
use crate::importing::located;
use crate::json::{
    Fault, Handling, Keep, Node, Reader, Scalar, Slot, SyntaxFault, Value, members, parse, text_of,
};
use crate::refusal::{MOST_ERRORS, Refusal};

members! {
    PatchMembers {
        overridden: "override",
        clear: "clear",
        active: "active",
    }
}

members! {
    OverrideMembers {
        qty: "qty",
        uom_code: "uomCode",
        price: "price",
        currency_code: "currencyCode",
        discount: "discount",
        pricing_system_code: "pricingSystemCode",
        product_code: "productCode",
        product_description: "productDescription",
        description: "description",
        bpartner: "bpartner",
        location: "location",
        contact: "contact",
        bill_bpartner: "billBPartner",
        drop_ship_bpartner: "dropShipBPartner",
        hand_over_bpartner: "handOverBPartner",
        po_reference: "poReference",
        date_ordered: "dateOrdered",
        date_required: "dateRequired",
        preset_date_invoiced: "presetDateInvoiced",
        preset_date_shipped: "presetDateShipped",
        order_doc_type: "orderDocType",
        invoice_doc_type: "invoiceDocType",
        payment_rule: "paymentRule",
        payment_term: "paymentTerm",
        shipper: "shipper",
        sales_partner_code: "salesPartnerCode",
        warehouse_code: "warehouseCode",
        warehouse_dest_code: "warehouseDestCode",
        delivery_rule: "deliveryRule",
        delivery_via_rule: "deliveryViaRule",
        line: "line",
    }
}

members! {
    RoleMembers {
        bpartner: "bpartner",
        location: "location",
        contact: "contact",
    }
}

members! {
    InvoiceDocTypeMembers {
        doc_base_type: "docBaseType",
        doc_sub_type: "docSubType",
    }
}

/// Reads the patch, or tells everything that is wrong with it.
pub fn read_patch(body: &[u8]) -> Result<CandidatePatch, Refusal> {
    let unreadable = |fault: SyntaxFault| Refusal::of(located(body, vec![(None, fault.finding())]));
    let node = parse(text_of(body).map_err(unreadable)?).map_err(unreadable)?;
    let mut reader = Reader::new(Handling::Strict, Keep { errors: MOST_ERRORS, warnings: 0 });
    let patch = read(&mut reader, &node).unwrap_or_default();
    if reader.errors.total == 0 {
        return Ok(patch);
    }
    let findings = reader.errors.first.into_iter().map(|finding| (None, finding));
    Err(Refusal { errors_total: reader.errors.total, ..Refusal::of(located(body, findings.collect())) })
}

fn read(reader: &mut Reader, node: &Node<'_>) -> Option<CandidatePatch> {
    let members = PatchMembers::open(reader, node)?;
    let active = match reader.sent::<bool>(members.active) {
        Sent::Null => {
            if let Some(node) = members.active.node {
                reader.fault(members.active, node, Fault::wrong_type(Phrase::Boolean, &node.value));
            }
            None
        }
        sent => sent.into_value(),
    };
    let overrides = match members.overridden.node {
        None => Sent::Absent,
        Some(Node { value: Value::Null, .. }) => Sent::Null,
        Some(_) => reader.object(members.overridden, read_overrides).map_or(Sent::Absent, Sent::Value),
    };
    let clear = match members.clear.node {
        None => Sent::Absent,
        Some(Node { value: Value::Null, .. }) => Sent::Null,
        Some(_) => {
            let fields = reader.list(members.clear, read_field).unwrap_or_default();
            Sent::Value(fields.into_iter().flatten().collect())
        }
    };
    Some(CandidatePatch { overrides, clear, active })
}

fn read_field(reader: &mut Reader, node: &Node<'_>) -> Option<Field> {
    let fields = || Field::ALL.iter().map(|field| field.as_str());
    let read = match Code::read(&node.value) {
        Ok(Some(word)) => {
            Field::parse(word.as_str()).ok_or_else(|| Fault::not_allowed(word.as_str(), fields()))
        }
        Ok(None) => Err(Fault::wrong_type(Phrase::MemberName, &node.value)),
        Err(fault) => Err(fault),
    };
    read.map_err(|fault| reader.fault_here(node.at, Some(&node.value), fault)).ok()
}

/// The overrides as far as they have been read.
struct Overrides<'r> {
    reader: &'r mut Reader,
    changes: Vec<(Field, Change)>,
}

impl Overrides<'_> {
    fn add(&mut self, field: Field, sent: Sent<Wanted>) {
        match sent {
            Sent::Absent => {}
            Sent::Null => self.changes.push((field, Change::Remove)),
            Sent::Value(wanted) => self.changes.push((field, Change::Set(wanted))),
        }
    }

    fn value<T: Scalar + Into<Wanted>>(&mut self, field: Field, slot: Slot<'_>) {
        let sent = self.reader.sent::<T>(slot).map(Into::into);
        self.add(field, sent);
    }

    /// A value that stands for itself.
    fn word(&mut self, field: Field, slot: Slot<'_>) {
        let sent = self.reader.sent::<Code>(slot).map(|code| Wanted::Value(code.into_string()));
        self.add(field, sent);
    }

    /// The code of a record.
    fn code(&mut self, field: Field, slot: Slot<'_>) {
        let sent = self.reader.sent(slot).map(Wanted::Code);
        self.add(field, sent);
    }

    fn identifier(&mut self, field: Field, slot: Slot<'_>) {
        let sent = self.reader.sent(slot).map(Wanted::Identifier);
        self.add(field, sent);
    }

    fn object<'t>(
        &mut self,
        field: Field,
        slot: Slot<'t>,
        read: impl FnOnce(&mut Reader, &'t Node<'t>) -> Option<Wanted>,
    ) {
        let sent = match slot.node {
            None => Sent::Absent,
            Some(Node { value: Value::Null, .. }) => Sent::Null,
            Some(_) => self.reader.object(slot, read).map_or(Sent::Absent, Sent::Value),
        };
        self.add(field, sent);
    }
}

fn read_overrides(reader: &mut Reader, node: &Node<'_>) -> Option<Vec<(Field, Change)>> {
    let m = OverrideMembers::open(reader, node)?;
    let mut all = Overrides { reader, changes: Vec::new() };
    all.value::<Decimal>(Field::Qty, m.qty);
    all.code(Field::UomCode, m.uom_code);
    let price = all.reader.sent::<Price>(m.price).map(|price| price.0.into());
    all.add(Field::Price, price);
    all.code(Field::CurrencyCode, m.currency_code);
    let discount = all.reader.sent::<Discount>(m.discount).map(|discount| discount.0.into());
    all.add(Field::Discount, discount);
    all.code(Field::PricingSystemCode, m.pricing_system_code);
    all.code(Field::ProductCode, m.product_code);
    all.value::<Text>(Field::ProductDescription, m.product_description);
    all.value::<Text>(Field::Description, m.description);
    all.identifier(Field::Bpartner, m.bpartner);
    all.identifier(Field::Location, m.location);
    all.identifier(Field::Contact, m.contact);
    all.object(Field::BillBPartner, m.bill_bpartner, read_role);
    all.object(Field::DropShipBPartner, m.drop_ship_bpartner, read_role);
    all.object(Field::HandOverBPartner, m.hand_over_bpartner, read_role);
    all.word(Field::PoReference, m.po_reference);
    all.value::<Date>(Field::DateOrdered, m.date_ordered);
    all.value::<Date>(Field::DateRequired, m.date_required);
    all.value::<Date>(Field::PresetDateInvoiced, m.preset_date_invoiced);
    all.value::<Date>(Field::PresetDateShipped, m.preset_date_shipped);
    all.value::<OrderDocType>(Field::OrderDocType, m.order_doc_type);
    all.object(Field::InvoiceDocType, m.invoice_doc_type, read_invoice_doc_type);
    all.value::<PaymentRule>(Field::PaymentRule, m.payment_rule);
    all.identifier(Field::PaymentTerm, m.payment_term);
    all.identifier(Field::Shipper, m.shipper);
    all.code(Field::SalesPartnerCode, m.sales_partner_code);
    all.code(Field::WarehouseCode, m.warehouse_code);
    all.code(Field::WarehouseDestCode, m.warehouse_dest_code);
    all.word(Field::DeliveryRule, m.delivery_rule);
    all.word(Field::DeliveryViaRule, m.delivery_via_rule);
    all.value::<i64>(Field::Line, m.line);
    Some(all.changes)
}

fn read_role(reader: &mut Reader, node: &Node<'_>) -> Option<Wanted> {
    let members = RoleMembers::open(reader, node)?;
    let bpartner = reader.required::<IdentifierString>(members.bpartner);
    let (location, contact) = (reader.read(members.location), reader.read(members.contact));
    Some(Wanted::Role(NamedRole { bpartner: bpartner?, location, contact }))
}

fn read_invoice_doc_type(reader: &mut Reader, node: &Node<'_>) -> Option<Wanted> {
    let members = InvoiceDocTypeMembers::open(reader, node)?;
    let doc_base_type = reader.required(members.doc_base_type);
    let doc_sub_type = reader.read(members.doc_sub_type);
    Some(Wanted::InvoiceDocType(InvoiceDocType { doc_base_type: doc_base_type?, doc_sub_type }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(body: &str) -> Vec<(String, &'static str, u32, u32)> {
        let refusal = read_patch(body.as_bytes()).unwrap_err();
        let located = refusal.errors.iter().map(|error| {
            let place = error.place.unwrap();
            (error.problem.pointer.to_string(), error.problem.code.as_str(), place.line, place.column)
        });
        located.collect()
    }

    #[test]
    fn every_member_can_be_overridden_and_taken_back() {
        let nulls: Vec<_> = Field::ALL.iter().map(|field| format!("\"{}\":null", field.as_str())).collect();
        let patch = read_patch(format!("{{\"override\":{{{}}}}}", nulls.join(",")).as_bytes()).unwrap();
        let fields: Vec<_> = patch.overrides.value().unwrap().iter().map(|(field, _)| *field).collect();
        assert_eq!(fields, Field::ALL);
        let removed = |(_, change): &(Field, Change)| *change == Change::Remove;
        assert!(patch.overrides.value().unwrap().iter().all(removed));
    }

    #[test]
    fn everything_wrong_is_told_with_its_place() {
        let body = "{\"override\": {\n  \"qty\": \"5,5\", \"price\": -1, \"discount\": 101,\n  \"qtty\": 1, \
                    \"bpartner\": \"G0001\", \"paymentRule\": \"Cash\"},\n \"clear\": [\"prise\"], \"active\": null, \"x\": 1}";
        assert_eq!(
            faults(body),
            [
                ("/x".to_owned(), "property.unknown", 4, 43),
                ("/active".to_owned(), "type.wrong", 4, 32),
                ("/override/qtty".to_owned(), "property.unknown", 3, 11),
                ("/override/qty".to_owned(), "number.decimal_comma", 2, 10),
                ("/override/price".to_owned(), "number.negative", 2, 26),
                ("/override/discount".to_owned(), "discount.out_of_range", 2, 42),
                ("/override/bpartner".to_owned(), "identifier.invalid", 3, 26),
                ("/override/paymentRule".to_owned(), "enum.unknown", 3, 50),
                ("/clear/0".to_owned(), "enum.unknown", 4, 12),
            ]
        );
        assert_eq!(faults("[]")[0].1, "type.wrong");
        assert_eq!(faults("{\"override\":")[0].1, "json.syntax");
        assert_eq!(faults("{\"active\": true, \"active\": false}")[0].1, "property.duplicate");
    }
}
