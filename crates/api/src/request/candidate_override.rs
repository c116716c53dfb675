//! Overrides of imported values in corrections and bulk edits.

use orderdock_domain::candidate::{
    DateOrInstant, Field, InvoiceDocType, MaybeUndefined, OrderDocType, PaymentRule,
};
use orderdock_domain::correction::{PartnerRoleReference, RequestedValue};
use orderdock_domain::identifier::IdentifierString;
use orderdock_domain::number::Decimal;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::text::{Code, Text};
use utoipa::openapi::schema::Type;

use crate::request::candidate_request::{CodeOrNumber, Discount, PlainCode};
use crate::request::json::{
    Anything, Described, JsonValue, Property, Reader, Scalar, TypedMember, ValueFault, members, typed,
};

members! {
    ChangeMembers("EditChange", Strict) "A change of one field: exactly one of `set`, `changeBy` and `clear`." {
        set: "set" Anything, "New value, in the format of an override.";
        change_by: "changeBy" Code,
            "Step from the effective value, with a sign: for qty, price and discount a percentage (`+10%`) or an \
             amount (`-2.5`), for dates a number of days (`+3`). Quantity and discount are calculated exactly. A \
             price is rounded half up to the decimal places of its price list, or to 4 without a price list. \
             Candidates without a value of their own, for example with a price from the list, are skipped.";
        clear: "clear" bool, "`true` removes the override, so that the imported value applies again.";
    }
}

members! {
    OverrideMembers("OverrideData", Strict, each MaybeUndefined)
    "Overrides of imported values. Null removes an override. Partners, locations, contacts, shipper and payment \
     term are identifier strings: `int-…`, `ext-…`, `val-…` or a record id. For locations, `val-` is the GLN." {
        bpartner: "bpartner" IdentifierString,
            "Buyer. Without `location`, its default ship-to location is used.";
        location: "location" IdentifierString;
        contact: "contact" IdentifierString;
        bill_bpartner: "billBPartner" RoleMembers<'t>;
        drop_ship_bpartner: "dropShipBPartner" RoleMembers<'t>;
        hand_over_bpartner: "handOverBPartner" RoleMembers<'t>;
        product_code: "productCode" Code, "Product code, or `ext-` and the external id.";
        tax_category_code: "taxCategoryCode" Code,
            "Tax category code. Takes precedence over the tax categories of product price, product, price \
             list and organisation.";
        qty: "qty" Decimal;
        uom_code: "uomCode" Code;
        price: "price" Decimal, "Price per `uomCode`.";
        currency_code: "currencyCode" Code;
        discount: "discount" Discount, "Discount in percent, at most 100. A value below 0 is a surcharge.";
        pricing_system_code: "pricingSystemCode" CodeOrNumber;
        product_description: "productDescription" Text;
        description: "description" Text;
        po_reference: "poReference" PlainCode;
        date_ordered: "dateOrdered" DateOrInstant;
        date_required: "dateRequired" DateOrInstant;
        preset_date_invoiced: "presetDateInvoiced" DateOrInstant;
        preset_date_shipped: "presetDateShipped" DateOrInstant;
        order_doc_type: "orderDocType" OrderDocType;
        invoice_doc_type: "invoiceDocType" InvoiceDocTypeMembers<'t>;
        payment_rule: "paymentRule" PaymentRule;
        payment_term: "paymentTerm" IdentifierString;
        shipper: "shipper" IdentifierString;
        sales_partner_code: "salesPartnerCode" Code;
        warehouse_code: "warehouseCode" Code;
        warehouse_dest_code: "warehouseDestCode" Code;
        delivery_rule: "deliveryRule" PlainCode;
        delivery_via_rule: "deliveryViaRule" PlainCode;
        line: "line" i64;
        promotion_code: "promotionCode" PlainCode;
    }
}

members! {
    ChangesMembers("EditChanges", Strict)
    "Changes by field. Absent fields stay unchanged. Values of `set` have the format of an override." {
        bpartner: "bpartner" ChangeMembers<'t>;
        location: "location" ChangeMembers<'t>;
        contact: "contact" ChangeMembers<'t>;
        bill_bpartner: "billBPartner" ChangeMembers<'t>;
        drop_ship_bpartner: "dropShipBPartner" ChangeMembers<'t>;
        hand_over_bpartner: "handOverBPartner" ChangeMembers<'t>;
        product_code: "productCode" ChangeMembers<'t>;
        tax_category_code: "taxCategoryCode" ChangeMembers<'t>;
        qty: "qty" ChangeMembers<'t>;
        uom_code: "uomCode" ChangeMembers<'t>;
        price: "price" ChangeMembers<'t>;
        currency_code: "currencyCode" ChangeMembers<'t>;
        discount: "discount" ChangeMembers<'t>;
        pricing_system_code: "pricingSystemCode" ChangeMembers<'t>;
        product_description: "productDescription" ChangeMembers<'t>;
        description: "description" ChangeMembers<'t>;
        po_reference: "poReference" ChangeMembers<'t>;
        date_ordered: "dateOrdered" ChangeMembers<'t>;
        date_required: "dateRequired" ChangeMembers<'t>;
        preset_date_invoiced: "presetDateInvoiced" ChangeMembers<'t>;
        preset_date_shipped: "presetDateShipped" ChangeMembers<'t>;
        order_doc_type: "orderDocType" ChangeMembers<'t>;
        invoice_doc_type: "invoiceDocType" ChangeMembers<'t>;
        payment_rule: "paymentRule" ChangeMembers<'t>;
        payment_term: "paymentTerm" ChangeMembers<'t>;
        shipper: "shipper" ChangeMembers<'t>;
        sales_partner_code: "salesPartnerCode" ChangeMembers<'t>;
        warehouse_code: "warehouseCode" ChangeMembers<'t>;
        warehouse_dest_code: "warehouseDestCode" ChangeMembers<'t>;
        delivery_rule: "deliveryRule" ChangeMembers<'t>;
        delivery_via_rule: "deliveryViaRule" ChangeMembers<'t>;
        line: "line" ChangeMembers<'t>;
        promotion_code: "promotionCode" ChangeMembers<'t>;
    }
}

members! {
    RoleMembers("OverrideRole", Strict) "A business partner by identifier string." {
        bpartner: "bpartner" IdentifierString, required;
        location: "location" IdentifierString,
            "Location. Absent: the default bill-to or ship-to location of the partner.";
        contact: "contact" IdentifierString;
    }
}

members! {
    InvoiceDocTypeMembers("OverrideInvoiceDocumentType", Strict) "A document type by base type and sub type." {
        doc_base_type: "docBaseType" Code, required, "Base type, for example `ARI`.";
        doc_sub_type: "docSubType" Code;
    }
}

impl OverrideMembers<'_> {
    /// Reads the values of all fields, in the order of [`Field`].
    pub fn read(&self, reader: &mut Reader) -> Vec<(Field, MaybeUndefined<RequestedValue>)> {
        vec![
            (Field::Bpartner, identifier(reader, self.bpartner)),
            (Field::Location, identifier(reader, self.location)),
            (Field::Contact, identifier(reader, self.contact)),
            (Field::BillBPartner, partner_role(reader, self.bill_bpartner)),
            (Field::DropShipBPartner, partner_role(reader, self.drop_ship_bpartner)),
            (Field::HandOverBPartner, partner_role(reader, self.hand_over_bpartner)),
            (Field::ProductCode, code(reader, self.product_code)),
            (Field::TaxCategoryCode, code(reader, self.tax_category_code)),
            (Field::Qty, value(reader, self.qty)),
            (Field::UomCode, code(reader, self.uom_code)),
            (Field::Price, value(reader, self.price)),
            (Field::CurrencyCode, code(reader, self.currency_code)),
            (Field::Discount, value(reader, self.discount)),
            (Field::PricingSystemCode, code(reader, self.pricing_system_code)),
            (Field::ProductDescription, value(reader, self.product_description)),
            (Field::Description, value(reader, self.description)),
            (Field::PoReference, text_code(reader, self.po_reference)),
            (Field::DateOrdered, value(reader, self.date_ordered)),
            (Field::DateRequired, value(reader, self.date_required)),
            (Field::PresetDateInvoiced, value(reader, self.preset_date_invoiced)),
            (Field::PresetDateShipped, value(reader, self.preset_date_shipped)),
            (Field::OrderDocType, value(reader, self.order_doc_type)),
            (Field::InvoiceDocType, invoice_doc_type(reader, self.invoice_doc_type)),
            (Field::PaymentRule, value(reader, self.payment_rule)),
            (Field::PaymentTerm, identifier(reader, self.payment_term)),
            (Field::Shipper, identifier(reader, self.shipper)),
            (Field::SalesPartnerCode, code(reader, self.sales_partner_code)),
            (Field::WarehouseCode, code(reader, self.warehouse_code)),
            (Field::WarehouseDestCode, code(reader, self.warehouse_dest_code)),
            (Field::DeliveryRule, text_code(reader, self.delivery_rule)),
            (Field::DeliveryViaRule, text_code(reader, self.delivery_via_rule)),
            (Field::Line, value(reader, self.line)),
            (Field::PromotionCode, text_code(reader, self.promotion_code)),
        ]
    }
}

impl<'t> ChangesMembers<'t> {
    /// Returns the members in the order of [`Field`].
    pub fn slots(&self) -> impl Iterator<Item = (Field, TypedMember<'t, ChangeMembers<'t>>)> {
        [
            (Field::Bpartner, self.bpartner),
            (Field::Location, self.location),
            (Field::Contact, self.contact),
            (Field::BillBPartner, self.bill_bpartner),
            (Field::DropShipBPartner, self.drop_ship_bpartner),
            (Field::HandOverBPartner, self.hand_over_bpartner),
            (Field::ProductCode, self.product_code),
            (Field::TaxCategoryCode, self.tax_category_code),
            (Field::Qty, self.qty),
            (Field::UomCode, self.uom_code),
            (Field::Price, self.price),
            (Field::CurrencyCode, self.currency_code),
            (Field::Discount, self.discount),
            (Field::PricingSystemCode, self.pricing_system_code),
            (Field::ProductDescription, self.product_description),
            (Field::Description, self.description),
            (Field::PoReference, self.po_reference),
            (Field::DateOrdered, self.date_ordered),
            (Field::DateRequired, self.date_required),
            (Field::PresetDateInvoiced, self.preset_date_invoiced),
            (Field::PresetDateShipped, self.preset_date_shipped),
            (Field::OrderDocType, self.order_doc_type),
            (Field::InvoiceDocType, self.invoice_doc_type),
            (Field::PaymentRule, self.payment_rule),
            (Field::PaymentTerm, self.payment_term),
            (Field::Shipper, self.shipper),
            (Field::SalesPartnerCode, self.sales_partner_code),
            (Field::WarehouseCode, self.warehouse_code),
            (Field::WarehouseDestCode, self.warehouse_dest_code),
            (Field::DeliveryRule, self.delivery_rule),
            (Field::DeliveryViaRule, self.delivery_via_rule),
            (Field::Line, self.line),
            (Field::PromotionCode, self.promotion_code),
        ]
        .into_iter()
    }
}

/// Reads a value in the format of an override from another member, for example `set` of an edit.
pub fn read_value(
    reader: &mut Reader,
    field: Field,
    slot: TypedMember<'_, Anything>,
) -> MaybeUndefined<RequestedValue> {
    match field {
        Field::Bpartner | Field::Location | Field::Contact | Field::PaymentTerm | Field::Shipper => {
            identifier(reader, slot.being())
        }
        Field::BillBPartner | Field::DropShipBPartner | Field::HandOverBPartner => {
            partner_role(reader, slot.being())
        }
        Field::ProductCode
        | Field::TaxCategoryCode
        | Field::UomCode
        | Field::CurrencyCode
        | Field::SalesPartnerCode
        | Field::WarehouseCode
        | Field::WarehouseDestCode => code::<Code>(reader, slot.being()),
        Field::PricingSystemCode => code::<CodeOrNumber>(reader, slot.being()),
        Field::Qty | Field::Price => value::<Decimal>(reader, slot.being()),
        Field::Discount => value::<Discount>(reader, slot.being()),
        Field::ProductDescription | Field::Description => value::<Text>(reader, slot.being()),
        Field::PoReference | Field::DeliveryRule | Field::DeliveryViaRule | Field::PromotionCode => {
            text_code(reader, slot.being())
        }
        Field::DateOrdered | Field::DateRequired | Field::PresetDateInvoiced | Field::PresetDateShipped => {
            value::<DateOrInstant>(reader, slot.being())
        }
        Field::OrderDocType => value::<OrderDocType>(reader, slot.being()),
        Field::InvoiceDocType => invoice_doc_type(reader, slot.being()),
        Field::PaymentRule => value::<PaymentRule>(reader, slot.being()),
        Field::Line => value::<i64>(reader, slot.being()),
        // unsupported members can be cleared, but not set
        Field::PackingMaterialId | Field::QtyItemCapacity | Field::OrderLineGroup => MaybeUndefined::Absent,
    }
}

/// Value that is stored as text.
fn value<T: Scalar>(
    reader: &mut Reader,
    slot: TypedMember<'_, MaybeUndefined<T>>,
) -> MaybeUndefined<RequestedValue>
where
    RequestedValue: From<T::Read>,
{
    reader.sent(slot).map(RequestedValue::from)
}

/// Code of a record.
fn code<T: Scalar<Read = Code>>(
    reader: &mut Reader,
    slot: TypedMember<'_, MaybeUndefined<T>>,
) -> MaybeUndefined<RequestedValue> {
    reader.sent(slot).map(RequestedValue::Code)
}

/// Code that refers to no record.
fn text_code(
    reader: &mut Reader,
    slot: TypedMember<'_, MaybeUndefined<PlainCode>>,
) -> MaybeUndefined<RequestedValue> {
    reader.sent(slot).map(|code| RequestedValue::Value(code.into_string()))
}

fn identifier(
    reader: &mut Reader,
    slot: TypedMember<'_, MaybeUndefined<IdentifierString>>,
) -> MaybeUndefined<RequestedValue> {
    reader.sent(slot).map(RequestedValue::Identifier)
}

fn partner_role<'t>(
    reader: &mut Reader,
    slot: TypedMember<'t, MaybeUndefined<RoleMembers<'t>>>,
) -> MaybeUndefined<RequestedValue> {
    let read = |reader: &mut Reader, members: &RoleMembers<'t>| {
        let bpartner = reader.required(members.bpartner);
        let (location, contact) = (reader.read(members.location), reader.read(members.contact));
        Some(RequestedValue::Role(PartnerRoleReference { bpartner: bpartner?, location, contact }))
    };
    reader.sent_by(slot, |reader, slot| reader.object(slot, read).flatten())
}

fn invoice_doc_type<'t>(
    reader: &mut Reader,
    slot: TypedMember<'t, MaybeUndefined<InvoiceDocTypeMembers<'t>>>,
) -> MaybeUndefined<RequestedValue> {
    let read = |reader: &mut Reader, members: &InvoiceDocTypeMembers<'t>| {
        let doc_base_type = reader.required(members.doc_base_type);
        let doc_sub_type = reader.read(members.doc_sub_type);
        Some(RequestedValue::InvoiceDocType(InvoiceDocType { doc_base_type: doc_base_type?, doc_sub_type }))
    };
    reader.sent_by(slot, |reader, slot| reader.object(slot, read).flatten())
}

/// Name of a field that can be overridden.
impl Described for Field {
    fn described(description: &str) -> Property {
        typed(Type::String, description).into()
    }
}

impl Scalar for Field {
    type Read = Self;

    fn read(value: &JsonValue<'_>) -> Result<Option<Self>, ValueFault> {
        let Some(word) = Code::read(value)? else {
            return Err(ValueFault::wrong_type(Phrase::MemberName, value));
        };
        let allowed = || Self::ALL.iter().map(|field| field.as_str());
        Self::parse(word.as_str()).map(Some).ok_or_else(|| ValueFault::not_allowed(word.as_str(), allowed()))
    }
}
