//! What clerks and administrators send: selections, corrections, settings. Members that nobody knows are refused.

use orderdock_domain::candidate::HoldReason;
use orderdock_domain::processing::RunOutcomeWord;
use utoipa::openapi::Ref;
use utoipa::openapi::schema::{ArrayBuilder, KnownFormat, SchemaFormat, Type};

use super::{
    anything, block, code, code_or_number, day, decimal, flag, ids, instant, name, names, one_of, or_null,
    text, typed, whole,
};

object! {
    /// Which candidates a call is about.
    SelectionBody, "Which candidates are meant.", others false, required ["selection"], {
        "selection" block("SelectionData");
    }
}

object! {
    /// What is to become orders.
    ProcessBody, "Which candidates are to become orders.", others false, required ["selection"], {
        "selection" block("SelectionData");
        "release" ArrayBuilder::new()
            .items(one_of(HoldReason::RELEASABLE.iter().map(|reason| reason.as_str())))
            .description(Some("What waits for one of these reasons is taken as well; otherwise it stays."));
    }
}

object! {
    /// A selection.
    SelectionData,
    "Exactly one of `ids`, `filter`, or `dataSource` with `externalHeaderId`. A member that is not known is refused.",
    others false,
    required [],
    {
        "ids" ids("Record ids, at most 10,000.");
        "filter" block("SelectionFilterData");
        "exclude" ids("With `filter`: candidates that are not meant.");
        "dataSource" code("Internal name, record id or identifier string.");
        "externalHeaderId" code("The sender's header id, or its flat external id.");
    }
}

object! {
    /// A filter.
    SelectionFilterData, "The parameters of the list of candidates; at least one.", others false, required [], {
        "status" code("`new`, `error`, `processed`, `inactive`; several separated by commas, or as a list.");
        "dataSource" code("Internal name, record id or identifier string.");
        "org" code("Code of an organisation.");
        "bpartner" code("Code of the buyer.");
        "product" code("Code of the product.");
        "poReference" code("");
        "externalHeaderId" code("");
        "dateRequiredFrom" day("");
        "dateRequiredTo" day("");
        "createdFrom" code("A day (of UTC) or an instant.");
        "createdTo" code("A day, which is included, or an instant, which is not.");
        "q" code("The beginning of an id, reference, code or name, without case.");
        "problem" code("Code of a problem that the candidate has.");
        "hold" one_of(HoldReason::ALL.iter().map(|reason| reason.as_str()));
        "hasAttachment" flag("Whether a file is attached.");
        "requestId" whole("The candidates that a request of the log wrote.");
        "runId" whole("The candidates that a run told about.");
        "outcome" one_of(RunOutcomeWord::ALL.iter().map(|outcome| outcome.as_str()));
        "exclude" ids("Candidates that are not meant.");
    }
}

object! {
    /// The process settings of an organisation.
    ProcessSettingsBody, "What is to change; members that are absent stay.", others false, required [], {
        "active" flag("Whether the schedule is followed.");
        "cron" text("Minute, hour, day, month, weekday; in the organisation's time zone.");
        "pausedUntil" or_null(instant("No run before this instant; null ends the pause."));
        "mergeLines" flag("Candidates of equal product, unit, price, discount and date share a line.");
        "numberPatterns" ArrayBuilder::new().items(Ref::from_schema_name("NumberPatternData"));
    }
}

object! {
    /// Who signs in.
    LoginBody, "A user and their password.", others false, required ["user", "password"], {
        "user" code("Upper and lower case are the same.");
        "password" typed(Type::String, "").format(Some(SchemaFormat::KnownFormat(KnownFormat::Password)));
    }
}

object! {
    /// Why an order is voided.
    VoidBody, "Why an order is voided.", others false, required [], {
        "reason" text("In the words of who voids it.");
    }
}

object! {
    /// How the numbers of a document type are written.
    NumberPatternData,
    "A prefix, and the number filled up with zeros.",
    others false,
    required ["docTypeName", "pattern"],
    {
        "docTypeName" name("");
        "pattern" text("For example `SO-{n:06}`.");
    }
}

object! {
    /// The body of `PATCH …/candidates/{id}`.
    CandidatePatchBody,
    "A JSON Merge Patch. Unknown members are errors.",
    others false,
    required [],
    {
        "override" or_null(block("OverrideData"));
        "clear" or_null(names("Members whose imported values count as absent; the list replaces the one before."));
        "active" flag("False puts the candidate aside, true takes it back.");
    }
}

object! {
    /// Values that hold instead of imported ones.
    OverrideData,
    "Null takes an override back. Partners, locations, contacts, shipper and payment term are identifier strings: \
     `int-…`, `ext-…`, `val-…` or a record id; `val-` is a location's GLN.",
    others false,
    null true,
    required [],
    {
        "qty" decimal("");
        "uomCode" code("");
        "price" decimal("Per `uomCode`.");
        "currencyCode" code("");
        "discount" decimal("Percent, at most 100; below 0 it is a surcharge.");
        "pricingSystemCode" code_or_number("");
        "taxCategoryCode" code("Before that of the product's price, the product, the price list and the organisation.");
        "productCode" code("A code, or `ext-…`.");
        "productDescription" text("");
        "description" text("");
        "bpartner" code("Without `location` its default ship-to is taken.");
        "location" code("");
        "contact" code("");
        "billBPartner" block("OverrideRole");
        "dropShipBPartner" block("OverrideRole");
        "handOverBPartner" block("OverrideRole");
        "poReference" code("");
        "dateOrdered" day("");
        "dateRequired" day("");
        "presetDateInvoiced" day("");
        "presetDateShipped" day("");
        "orderDocType" one_of(["SalesOrder", "PrepayOrder"]);
        "invoiceDocType" block("OverrideInvoiceDocumentType");
        "paymentRule" one_of(["OnCredit", "Paypal", "DirectDebit"]);
        "paymentTerm" code("");
        "shipper" code("");
        "salesPartnerCode" code("");
        "warehouseCode" code("");
        "warehouseDestCode" code("");
        "deliveryRule" code("");
        "deliveryViaRule" code("");
        "line" whole("");
    }
}

object! {
    /// A partner with location and contact, as identifier strings.
    OverrideRole, "A partner by identifier string.", others false, required ["bpartner"], {
        "bpartner" code("");
        "location" code("Absent: its default bill-to or ship-to.");
        "contact" code("");
    }
}

object! {
    /// The document type of the invoice, as an override.
    OverrideInvoiceDocumentType, "A document type by base and sub type.", others false, required ["docBaseType"], {
        "docBaseType" code("For example `ARI`.");
        "docSubType" code("");
    }
}

object! {
    /// The body of `POST …/candidates/edit`.
    EditBody, "`changes`, `active` or both. Unknown members are errors.", others false, required ["selection"], {
        "selection" block("SelectionData");
        "changes" block("EditChanges");
        "active" flag("False puts the candidates aside, true takes them back.");
    }
}

object! {
    /// What becomes of the members of many candidates.
    EditChanges, "By member; what is absent stays. Values of `set` are those of an override.", others false, required [], {
        "qty" block("EditChange");
        "uomCode" block("EditChange");
        "price" block("EditChange");
        "currencyCode" block("EditChange");
        "discount" block("EditChange");
        "pricingSystemCode" block("EditChange");
        "taxCategoryCode" block("EditChange");
        "productCode" block("EditChange");
        "productDescription" block("EditChange");
        "description" block("EditChange");
        "bpartner" block("EditChange");
        "location" block("EditChange");
        "contact" block("EditChange");
        "billBPartner" block("EditChange");
        "dropShipBPartner" block("EditChange");
        "handOverBPartner" block("EditChange");
        "poReference" block("EditChange");
        "dateOrdered" block("EditChange");
        "dateRequired" block("EditChange");
        "presetDateInvoiced" block("EditChange");
        "presetDateShipped" block("EditChange");
        "orderDocType" block("EditChange");
        "invoiceDocType" block("EditChange");
        "paymentRule" block("EditChange");
        "paymentTerm" block("EditChange");
        "shipper" block("EditChange");
        "salesPartnerCode" block("EditChange");
        "warehouseCode" block("EditChange");
        "warehouseDestCode" block("EditChange");
        "deliveryRule" block("EditChange");
        "deliveryViaRule" block("EditChange");
        "line" block("EditChange");
    }
}

object! {
    /// What becomes of a member.
    EditChange, "Exactly one of the three.", others false, required [], {
        "set" anything("The value, as in an override.");
        "changeBy" code("A step from the value that holds, with a sign: for qty, price and discount a percentage \
            (`+10%`) or an amount (`-2.5`), for dates days (`+3`). Quantity and discount are computed exactly, a price is \
            rounded half up to the digits of its price list, or to 4 where no list holds. A candidate without a \
            value of its own, as one whose price comes from the list, is refused.");
        "clear" flag("True takes the override back, and the imported value holds again.");
    }
}
