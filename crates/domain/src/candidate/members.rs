//! The members that a candidate has of its own, each described once.
//!
//! From this table come the row as it is sent and the candidate as it is kept, what a row's content says, what can be
//! overridden, the columns of the store, and at the interface the bodies, the answers and the words for people. What
//! stands beside it is written by hand: the sender's ids, organisation and data sources, partners and product.

/// Hands the table to another macro, behind what that one says of its own: `candidate_members!(build! [context])`.
///
/// A line begins with the field of the row. Four groups follow:
///
/// - what is sent: whether it is needed, its type, its member in JSON, and where its line of a content stands
///   (`terms`, or `words` and `own` for what a row says for itself: [`ContentPart`](crate::import::ContentPart)), with
///   the version of the list that knew it first (0: always). Within each part the order of the table counts, for hashes
///   depend on it: a new member comes last, with the next version;
/// - what the candidate has of it: `given` from its first moment, `copied`, a text that is `said` and shown as it is, a
///   `day` by the organisation's calendar, or the record that was `found` by its name; the field with its type, and its
///   column where that is called otherwise;
/// - what people do with it: its override if it can have one; its words in English and German, and the group in which
///   they look for it; the column with the folded text by which lists are filtered, if they can be;
/// - what the description of the interface says of it as it is sent, and as an override.
#[macro_export]
macro_rules! candidate_members {
    ($use:ident! $context:tt) => {
        $use! { $context
            qty { required Decimal, "qty", own 0 } { given qty: Decimal, [] }
                { (Qty), ("Qty" "Menge" product), [] }
                { "Ordered quantity. If it is not greater than 0, the candidate is stored with a problem." "" };
            uom_code { optional Code, "uomCode", own 0 } { given unit: UnitId, [uom_id] }
                { (UomCode), ("UoM" "ME" product), [] }
                { "Unit code (UN/ECE, X12 DE 355). Default: the unit of the product." "" };
            price { optional Decimal, "price", own 0 } { copied price: Option<Decimal>, [] }
                { (Price), ("Price" "Preis" product), [] }
                { "Manual price per `uomCode`, used instead of the list price. 0 is a valid price. With a price below \
                    0, the candidate is stored with the problem `price.negative`, unless the organisation has \
                    `negativePrices: allow`."
                    "Price per `uomCode`." };
            currency_code { optional Code, "currencyCode", terms 0 }
                { found currency: Option<CurrencyCode>, [] } { (CurrencyCode), ("Currency" "Währung" product), [] }
                { "Currency code. Required with `price`, except in the short shape." "" };
            discount { optional Discount, "discount", own 0 } { copied discount: Option<Decimal>, [] }
                { (Discount), ("Discount" "Rabatt" product), [] }
                { "Discount in percent, at most 100. A value below 0 is a surcharge."
                    "Discount in percent, at most 100. A value below 0 is a surcharge." };
            pricing_system_code { optional CodeOrNumber, "pricingSystemCode", terms 0 }
                { found pricing_system: Option<PricingSystemId>, [pricing_system_id] }
                { (PricingSystemCode), ("Pricing system" "Preissystem" product), [] }
                { "" "" };
            product_description { optional Text, "productDescription", words 0 }
                { said product_description: Option<Text>, [] }
                { (ProductDescription), ("Product description" "Produktbeschreibung" product), [] }
                { "" "" };
            description { optional Text, "description", words 0 } { said description: Option<Text>, [] }
                { (Description), ("Description" "Beschreibung" order), [] }
                { "" "" };
            po_reference { required PlainCode, "poReference", own 0 } { given po_reference: Code, [] }
                { (PoReference), ("PO reference" "Bestellreferenz" order), [po_reference_key] }
                { "Order reference of the customer." "" };
            date_ordered { optional SentDay, "dateOrdered", own 0 } { given date_ordered: Date, [] }
                { (DateOrdered), ("Date ordered" "Bestelldatum" dates), [] }
                { "Order date. Default: the date of the first candidate of the incoming order, otherwise today." "" };
            date_required { optional SentDay, "dateRequired", own 0 } { day date_required: Option<Date>, [] }
                { (DateRequired), ("Date required" "Wunschtermin" dates), [] }
                { "Required unless the destination is `DEST.de.metas.invoicecandidate`. In every date, an instant with \
                    offset or `Z` is converted to the day in the organisation's time zone."
                    "" };
            preset_date_invoiced { optional SentDay, "presetDateInvoiced", own 0 | "dateInvoiced" }
                { day preset_date_invoiced: Option<Date>, [] }
                { (PresetDateInvoiced), ("Invoice date" "Rechnungsdatum" dates), [] }
                { "" "" };
            preset_date_shipped { optional SentDay, "presetDateShipped", own 0 }
                { day preset_date_shipped: Option<Date>, [] }
                { (PresetDateShipped), ("Ship date" "Lieferdatum" dates), [] }
                { "" "" };
            order_doc_type { optional OrderDocType, "orderDocType", terms 0 }
                { copied order_doc_type: Option<OrderDocType>, [] } { (OrderDocType), ("Doc type" "Belegart" order), [] }
                { "" "" };
            invoice_doc_type { optional InvoiceDocType, "invoiceDocType", terms 0 }
                { found invoice_doc_type: Option<DocumentTypeId>, [invoice_doc_type_id] }
                { (InvoiceDocType), ("Invoice doc type" "Rechnungsbelegart" order), [] }
                { "" "" };
            payment_rule { optional PaymentRule, "paymentRule", terms 0 }
                { copied payment_rule: Option<PaymentRule>, [] }
                { (PaymentRule), ("Payment rule" "Zahlungsweise" order), [] }
                { "" "" };
            payment_term { optional IdentifierString, "paymentTerm", terms 0 }
                { found payment_term: Option<PaymentTermId>, [payment_term_id] }
                { (PaymentTerm), ("Payment term" "Zahlungsbedingung" order), [] }
                { "Identifier string." "" };
            shipper { optional IdentifierString, "shipper", terms 0 }
                { found shipper: Option<ShipperId>, [shipper_id] } { (Shipper), ("Shipper" "Spediteur" order), [] }
                { "Identifier string." "" };
            sales_partner_code { optional Code, "salesPartnerCode", terms 0 }
                { found sales_partner: Option<PartnerId>, [sales_bpartner_id] }
                { (SalesPartnerCode), ("Sales partner" "Vertriebspartner" order), [] }
                { "" "" };
            warehouse_code { optional Code, "warehouseCode", terms 0 }
                { found warehouse: Option<WarehouseId>, [warehouse_id] }
                { (WarehouseCode), ("Warehouse" "Lager" order), [] }
                { "" "" };
            warehouse_dest_code { optional Code, "warehouseDestCode", terms 0 }
                { found warehouse_dest: Option<WarehouseId>, [warehouse_dest_id] }
                { (WarehouseDestCode), ("Destination warehouse" "Ziellager" order), [] }
                { "" "" };
            delivery_rule { optional PlainCode, "deliveryRule", terms 0 }
                { copied delivery_rule: Option<Code>, [] } { (DeliveryRule), ("Delivery rule" "Lieferregel" order), [] }
                { "" "" };
            delivery_via_rule { optional PlainCode, "deliveryViaRule", terms 0 }
                { copied delivery_via_rule: Option<Code>, [] }
                { (DeliveryViaRule), ("Delivery via" "Lieferweg" order), [] }
                { "" "" };
            line { optional i64, "line", own 0 } { copied line: Option<i64>, [] }
                { (Line), ("Line" "Position" order), [] }
                { "" "" };
            header_line_count { optional Count, "headerLineCount", own 0 }
                { copied header_line_count: Option<i64>, [] } { (), ("Lines of the header" "Positionen des Kopfs" order), [] }
                { "Number of lines of the incoming order. If present, they are on hold until all have arrived." "" };
            is_without_charge { optional bool, "isWithoutCharge", own 4 }
                { copied is_without_charge: Option<bool>, [] }
                { (), ("Free of charge" "Ohne Berechnung" product), [] }
                { "Whether the line is free of charge, regardless of the price list. A `price` sent with it is stored \
                    as its value." "" };
            reason { optional Text, "reason", words 4 } { copied reason: Option<Text>, [] }
                { (), ("Reason" "Grund" product), [] }
                { "Reason why the line is free of charge." "" };
            promotion_code { optional PlainCode, "promotionCode", own 5 } { copied promotion_code: Option<Code>, [] }
                { (PromotionCode), ("Promotion code" "Aktionscode" order), [promotion_code_key] }
                { "Promotion code. Any code is accepted." "" };
            extended_props { optional ExtendedProps, "extendedProps", own 5 }
                { copied extended_props: Option<ExtendedProps>, [] }
                { (), ("Custom properties" "Zusatzangaben" order), [] }
                { "Custom properties, an object of at most 16,384 characters without white space. They are stored and \
                    returned as sent. Null and an empty object count as absent." "" };
        }
    };
}
