//! Snapshots of orders: their header, the parties and records that they name, and the explanation of a price.

use orderdock_domain::number::Decimal;
use orderdock_domain::order::{
    ExplainedSource, ExplainedStep, ExplainedTax, LineExplanation, Named, OrderDocumentType, OrderHeader,
    OrderValues, Party, ValueOrigin,
};
use serde_json::Value;

use super::{ObjectReader, ObjectWriter, Snapshot};

impl Snapshot for Party {
    fn write(&self, json: &mut String) {
        let Self { partner, location, contact } = self;
        let mut object = ObjectWriter::begin(json);
        object.member("partner", partner);
        object.member("location", location);
        object.member("contact", contact);
        object.end();
    }

    fn read(value: &Value) -> Option<Self> {
        let object = ObjectReader::of(value)?;
        Some(Self {
            partner: object.member("partner")?,
            location: object.member("location")?,
            contact: object.member("contact")?,
        })
    }
}

impl<Id: Snapshot> Snapshot for Named<Id> {
    fn write(&self, json: &mut String) {
        let Self { id, code, name } = self;
        let mut object = ObjectWriter::begin(json);
        object.member("id", id);
        object.member("code", code);
        object.member("name", name);
        object.end();
    }

    fn read(value: &Value) -> Option<Self> {
        let object = ObjectReader::of(value)?;
        Some(Self { id: object.member("id")?, code: object.member("code")?, name: object.member("name")? })
    }
}

impl Snapshot for OrderDocumentType {
    fn write(&self, json: &mut String) {
        let Self { id, name, base_type, sub_type } = self;
        let mut object = ObjectWriter::begin(json);
        object.member("id", id);
        object.member("name", name);
        object.member("base_type", base_type);
        object.member("sub_type", sub_type);
        object.end();
    }

    fn read(value: &Value) -> Option<Self> {
        let object = ObjectReader::of(value)?;
        Some(Self {
            id: object.member("id")?,
            name: object.member("name")?,
            base_type: object.member("base_type")?,
            sub_type: object.member("sub_type")?,
        })
    }
}

/// The values are members of the header, after its own.
impl Snapshot for OrderHeader {
    fn write(&self, json: &mut String) {
        let Self {
            organisation,
            data_source,
            external_header_id,
            po_reference,
            buyer,
            bill,
            drop_ship,
            hand_over,
            sales_partner,
            currency,
            currency_digits,
            pricing_system,
            price_list,
            tax_included,
            date_ordered,
            date_promised,
            invoice_document_type,
            promotion_code,
            values,
        } = self;
        let mut object = ObjectWriter::begin(json);
        object.member("organisation", organisation);
        object.member("data_source", data_source);
        object.member("external_header_id", external_header_id);
        object.member("po_reference", po_reference);
        object.member("buyer", buyer);
        object.member("bill", bill);
        object.member("drop_ship", drop_ship);
        object.member("hand_over", hand_over);
        object.member("sales_partner", sales_partner);
        object.member("currency", currency);
        object.member("currency_digits", currency_digits);
        object.member("pricing_system", pricing_system);
        object.member("price_list", price_list);
        object.member("tax_included", tax_included);
        object.member("date_ordered", date_ordered);
        object.member("date_promised", date_promised);
        object.member("invoice_document_type", invoice_document_type);
        object.member("promotion_code", promotion_code);
        write_values(values, &mut object);
        object.end();
    }

    fn read(value: &Value) -> Option<Self> {
        let object = ObjectReader::of(value)?;
        Some(Self {
            organisation: object.member("organisation")?,
            data_source: object.member("data_source")?,
            external_header_id: object.member("external_header_id")?,
            po_reference: object.member("po_reference")?,
            buyer: object.member("buyer")?,
            bill: object.member("bill")?,
            drop_ship: object.member("drop_ship")?,
            hand_over: object.member("hand_over")?,
            sales_partner: object.member("sales_partner")?,
            currency: object.member("currency")?,
            currency_digits: object.member("currency_digits")?,
            pricing_system: object.member("pricing_system")?,
            price_list: object.member("price_list")?,
            tax_included: object.member("tax_included")?,
            date_ordered: object.member("date_ordered")?,
            date_promised: object.member("date_promised")?,
            invoice_document_type: object.member("invoice_document_type")?,
            promotion_code: object.member("promotion_code")?,
            values: read_values(&object)?,
        })
    }
}

fn write_values(values: &OrderValues, object: &mut ObjectWriter<'_>) {
    let OrderValues {
        payment_rule,
        payment_term,
        shipper,
        warehouse,
        delivery_rule,
        delivery_via_rule,
        origins,
    } = values;
    object.member("payment_rule", payment_rule);
    object.member("payment_term", payment_term);
    object.member("shipper", shipper);
    object.member("warehouse", warehouse);
    object.member("delivery_rule", delivery_rule);
    object.member("delivery_via_rule", delivery_via_rule);
    object.member("origins", origins);
}

fn read_values(object: &ObjectReader<'_>) -> Option<OrderValues> {
    Some(OrderValues {
        payment_rule: object.member("payment_rule")?,
        payment_term: object.member("payment_term")?,
        shipper: object.member("shipper")?,
        warehouse: object.member("warehouse")?,
        delivery_rule: object.member("delivery_rule")?,
        delivery_via_rule: object.member("delivery_via_rule")?,
        origins: object.member("origins")?,
    })
}

impl Snapshot for ValueOrigin {
    fn write(&self, json: &mut String) {
        let Self { field, level, code } = self;
        let mut object = ObjectWriter::begin(json);
        object.member("field", field);
        object.member("level", level);
        object.member("code", code);
        object.end();
    }

    fn read(value: &Value) -> Option<Self> {
        let object = ObjectReader::of(value)?;
        Some(Self {
            field: object.member("field")?,
            level: object.member("level")?,
            code: object.member("code")?,
        })
    }
}

impl Snapshot for LineExplanation {
    fn write(&self, json: &mut String) {
        let Self { pricing_system, list, precision, source, removed_tax, discount, unrounded } = self;
        let mut object = ObjectWriter::begin(json);
        object.member("pricing_system", pricing_system);
        object.member("list", list);
        object.member("precision", precision);
        object.member("source", source);
        object.member("removed_tax", removed_tax);
        object.member("discount", discount);
        object.member("unrounded", unrounded);
        object.end();
    }

    fn read(value: &Value) -> Option<Self> {
        let object = ObjectReader::of(value)?;
        Some(Self {
            pricing_system: object.member("pricing_system")?,
            list: object.member("list")?,
            precision: object.member("precision")?,
            source: object.member("source")?,
            removed_tax: object.member("removed_tax")?,
            discount: object.member("discount")?,
            unrounded: object.member("unrounded")?,
        })
    }
}

impl Snapshot for ExplainedTax {
    fn write(&self, json: &mut String) {
        let Self { code, rate } = self;
        let mut object = ObjectWriter::begin(json);
        object.member("code", code);
        object.member("rate", rate);
        object.end();
    }

    fn read(value: &Value) -> Option<Self> {
        let object = ObjectReader::of(value)?;
        Some(Self { code: object.member("code")?, rate: object.member("rate")? })
    }
}

impl Snapshot for ExplainedStep {
    fn write(&self, json: &mut String) {
        let Self { list, valid_from, found } = self;
        let mut object = ObjectWriter::begin(json);
        object.member("list", list);
        object.member("valid_from", valid_from);
        object.member("found", found);
        object.end();
    }

    fn read(value: &Value) -> Option<Self> {
        let object = ObjectReader::of(value)?;
        Some(Self {
            list: object.member("list")?,
            valid_from: object.member("valid_from")?,
            found: object.member("found")?,
        })
    }
}

/// `{"manual": "5.555"}`, `{"without_charge": "35.70", "reason": "P"}` (the value can be null), or
/// `{"steps": […], "price": "1.99", "scale_from": "10"}`.
impl Snapshot for ExplainedSource {
    fn write(&self, json: &mut String) {
        let mut object = ObjectWriter::begin(json);
        match self {
            Self::Manual { sent } => object.member("manual", sent),
            Self::WithoutCharge { reason, value } => {
                object.nullable("without_charge", value.as_ref());
                object.member("reason", reason);
            }
            Self::List { steps, price, scale_from } => {
                object.member("steps", steps);
                object.member("price", price);
                object.member("scale_from", scale_from);
            }
        }
        object.end();
    }

    fn read(value: &Value) -> Option<Self> {
        let object = ObjectReader::of(value)?;
        if let Some(sent) = object.get("manual") {
            return Some(Self::Manual { sent: Decimal::read(sent)? });
        }
        if let Some(value) = object.get("without_charge") {
            let value = if value.is_null() { None } else { Some(Decimal::read(value)?) };
            return Some(Self::WithoutCharge { reason: object.member("reason")?, value });
        }
        Some(Self::List {
            steps: object.member("steps")?,
            price: object.member("price")?,
            scale_from: object.member("scale_from")?,
        })
    }
}
