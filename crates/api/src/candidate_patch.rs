//! The body of `PATCH …/candidates/{id}`: a JSON Merge Patch of override, clear and active.
//!
//! Unknown members are errors here: a misspelt correction must not seem to have been made.

use orderdock_domain::candidate::{Day, Field, InvoiceDocType, OrderDocType, PaymentRule, Sent};
use orderdock_domain::correction::{CandidatePatch, Change, NamedRole, Wanted};
use orderdock_domain::identifier::IdentifierString;
use orderdock_domain::number::Decimal;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::text::{Code, Text};

use crate::candidate_request::Discount;
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

/// Declares the members of overrides, each with the field that it is about.
macro_rules! override_members {
    ($($name:ident $member:literal $field:ident;)*) => {
        members! {
            OverrideMembers {
                $($name: $member,)*
            }
        }

        impl<'t> OverrideMembers<'t> {
            /// The members in the order of their fields.
            pub fn slots(self) -> impl Iterator<Item = (Field, Slot<'t>)> {
                [$((Field::$field, self.$name),)*].into_iter()
            }
        }
    };
}

override_members! {
    qty "qty" Qty;
    uom_code "uomCode" UomCode;
    price "price" Price;
    currency_code "currencyCode" CurrencyCode;
    discount "discount" Discount;
    pricing_system_code "pricingSystemCode" PricingSystemCode;
    tax_category_code "taxCategoryCode" TaxCategoryCode;
    product_code "productCode" ProductCode;
    product_description "productDescription" ProductDescription;
    description "description" Description;
    bpartner "bpartner" Bpartner;
    location "location" Location;
    contact "contact" Contact;
    bill_bpartner "billBPartner" BillBPartner;
    drop_ship_bpartner "dropShipBPartner" DropShipBPartner;
    hand_over_bpartner "handOverBPartner" HandOverBPartner;
    po_reference "poReference" PoReference;
    date_ordered "dateOrdered" DateOrdered;
    date_required "dateRequired" DateRequired;
    preset_date_invoiced "presetDateInvoiced" PresetDateInvoiced;
    preset_date_shipped "presetDateShipped" PresetDateShipped;
    order_doc_type "orderDocType" OrderDocType;
    invoice_doc_type "invoiceDocType" InvoiceDocType;
    payment_rule "paymentRule" PaymentRule;
    payment_term "paymentTerm" PaymentTerm;
    shipper "shipper" Shipper;
    sales_partner_code "salesPartnerCode" SalesPartnerCode;
    warehouse_code "warehouseCode" WarehouseCode;
    warehouse_dest_code "warehouseDestCode" WarehouseDestCode;
    delivery_rule "deliveryRule" DeliveryRule;
    delivery_via_rule "deliveryViaRule" DeliveryViaRule;
    line "line" Line;
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

fn read_overrides(reader: &mut Reader, node: &Node<'_>) -> Option<Vec<(Field, Change)>> {
    let members = OverrideMembers::open(reader, node)?;
    let mut changes = Vec::new();
    for (field, slot) in members.slots() {
        match read_value(reader, field, slot) {
            Sent::Absent => {}
            Sent::Null => changes.push((field, Change::Remove)),
            Sent::Value(wanted) => changes.push((field, Change::Set(wanted))),
        }
    }
    Some(changes)
}

/// The value of a member as it is named.
pub(crate) fn read_value(reader: &mut Reader, field: Field, slot: Slot<'_>) -> Sent<Wanted> {
    match field {
        Field::Qty | Field::Price => value::<Decimal>(reader, slot),
        Field::Discount => reader.sent::<Discount>(slot).map(|discount| discount.0.into()),
        Field::ProductDescription | Field::Description => value::<Text>(reader, slot),
        Field::DateOrdered | Field::DateRequired | Field::PresetDateInvoiced | Field::PresetDateShipped => {
            value::<Day>(reader, slot)
        }
        Field::OrderDocType => value::<OrderDocType>(reader, slot),
        Field::PaymentRule => value::<PaymentRule>(reader, slot),
        Field::Line => value::<i64>(reader, slot),
        // values that stand for themselves
        Field::PoReference | Field::DeliveryRule | Field::DeliveryViaRule => {
            reader.sent::<Code>(slot).map(|code| Wanted::Value(code.into_string()))
        }
        Field::UomCode
        | Field::CurrencyCode
        | Field::PricingSystemCode
        | Field::TaxCategoryCode
        | Field::ProductCode
        | Field::SalesPartnerCode
        | Field::WarehouseCode
        | Field::WarehouseDestCode => reader.sent(slot).map(Wanted::Code),
        Field::Bpartner | Field::Location | Field::Contact | Field::PaymentTerm | Field::Shipper => {
            reader.sent(slot).map(Wanted::Identifier)
        }
        Field::BillBPartner | Field::DropShipBPartner | Field::HandOverBPartner => {
            object(reader, slot, read_role)
        }
        Field::InvoiceDocType => object(reader, slot, read_invoice_doc_type),
    }
}

fn value<T: Scalar + Into<Wanted>>(reader: &mut Reader, slot: Slot<'_>) -> Sent<Wanted> {
    reader.sent::<T>(slot).map(Into::into)
}

fn object<'t>(
    reader: &mut Reader,
    slot: Slot<'t>,
    read: impl FnOnce(&mut Reader, &'t Node<'t>) -> Option<Wanted>,
) -> Sent<Wanted> {
    match slot.node {
        None => Sent::Absent,
        Some(Node { value: Value::Null, .. }) => Sent::Null,
        Some(_) => reader.object(slot, read).map_or(Sent::Absent, Sent::Value),
    }
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
        let body = "{\"override\": {\n  \"qty\": \"5,5\", \"price\": \"x\", \"discount\": 101,\n  \"qtty\": 1, \
                    \"bpartner\": \"G0001\", \"paymentRule\": \"Cash\"},\n \"clear\": [\"prise\"], \"active\": null, \"x\": 1}";
        assert_eq!(
            faults(body),
            [
                ("/x".to_owned(), "property.unknown", 4, 43),
                ("/active".to_owned(), "type.wrong", 4, 32),
                ("/override/qtty".to_owned(), "property.unknown", 3, 11),
                ("/override/qty".to_owned(), "number.decimal_comma", 2, 10),
                ("/override/price".to_owned(), "number.invalid", 2, 26),
                ("/override/discount".to_owned(), "discount.out_of_range", 2, 43),
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
