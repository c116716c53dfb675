//! What senders send: candidates and orders. Members that nobody knows are passed over.

use utoipa::openapi::Ref;
use utoipa::openapi::schema::ArrayBuilder;

use super::{block, code, code_or_number, day, decimal, flag, instant, name, one_of, or_null, text, whole};

object! {
    /// One candidate.
    CandidateBody,
    "An order candidate. With `externalId` alone it has the short shape; else it needs `externalHeaderId` and \
     `externalLineId`. Identifier strings are `int-…`, `ext-…`, `val-…` or a record id.",
    required ["bpartner", "qty", "poReference"],
    {
        "org" block("OrganisationData");
        "externalId" code("Short shape: stands for both external ids.");
        "externalHeaderId" code("With the line id unique for ever in organisation and data source.");
        "externalLineId" code("");
        "dataSource" code("Variant A: identifier string; `int-` is the internal name.");
        "dataSourceInternalName" code("Variant B: the bare internal name.");
        "dataDest" code("Variant A.");
        "dataDestInternalName" code("Variant B.");
        "externalSystemCode" code("Understood as the data source's name if none is given.");
        "bpartner" block("PartnerData");
        "billBPartner" block("PartnerData");
        "dropShipBPartner" block("PartnerData");
        "handOverBPartner" block("PartnerData");
        "product" block("ProductData");
        "productCode" code("Instead of `product`.");
        "productDescription" text("");
        "description" text("");
        "qty" decimal("Stored with a problem unless greater than 0.");
        "uomCode" code("UN/ECE (X12 DE 355); the product's if absent.");
        "price" decimal("Manual price per `uomCode`, instead of the list price; 0 is a price. One below 0 is stored with the problem \
            `price.negative`, unless the organisation has `negativePrices: allow`.");
        "currencyCode" code("Required with `price`, except in the short shape.");
        "discount" decimal("Percent, at most 100; below 0 it is a surcharge.");
        "pricingSystemCode" code_or_number("");
        "poReference" code("The customer's own reference.");
        "dateOrdered" day("Absent: that of the header's first candidate, else today.");
        "dateRequired" day("Required unless the destination is `DEST.de.metas.invoicecandidate`. An instant with offset or `Z` \
            counts as the day it is in the organisation's zone, here as for every day.");
        "presetDateInvoiced" day("");
        "presetDateShipped" day("");
        "orderDocType" one_of(["SalesOrder", "PrepayOrder"]);
        "invoiceDocType" block("InvoiceDocumentTypeData");
        "paymentRule" one_of(["OnCredit", "Paypal", "DirectDebit"]);
        "paymentTerm" code("Identifier string.");
        "shipper" code("Identifier string.");
        "salesPartnerCode" code("");
        "warehouseCode" code("");
        "warehouseDestCode" code("");
        "deliveryRule" code("");
        "deliveryViaRule" code("");
        "line" whole("");
        "headerLineCount" whole("How many lines the header has; it then waits for all of them.");
    }
}

object! {
    /// A bulk of candidates.
    BulkBody, "1 to 10,000 order candidates.", required ["requests"], {
        "requests" ArrayBuilder::new()
            .items(Ref::from_schema_name("CandidateBody"))
            .min_items(Some(1))
            .max_items(Some(10_000));
    }
}

object! {
    /// An order sent whole.
    OrderBody,
    "A sales order for the token's default organisation; at least one line, at most 10,000.",
    required ["shipBPartnerCode", "datePromised", "lines"],
    {
        "shipBPartnerCode" code("Code of the partner that the goods go to.");
        "datePromised" instant("With an offset or `Z`.");
        "docTypeName" name("Name of a document type; the organisation's default order type if absent.");
        "lines" ArrayBuilder::new()
            .items(Ref::from_schema_name("OrderLineData"))
            .min_items(Some(1))
            .max_items(Some(10_000));
    }
}

object! {
    /// A line of an order.
    OrderLineData, "What is ordered.", required ["productCode", "qty"], {
        "productCode" code("");
        "qty" decimal("Greater than 0, in the product's stock unit.");
        "price" decimal("Replaces the list price; 0 is a price, and so is one below 0 where the organisation has \
            `negativePrices: allow`.");
    }
}

object! {
    /// The block `org`.
    OrganisationData, "An organisation; creating one takes the scope `admin`.", required ["code"], {
        "code" code("");
        "name" or_null(name(""));
        "syncAdvise" block("SyncAdvice");
    }
}

object! {
    /// A partner block.
    PartnerData,
    "A business partner with location and contact; it needs a code, an externalId or a location with a gln.",
    required [],
    {
        "bpartner" block("BusinessPartnerData");
        "location" block("LocationData");
        "contact" block("ContactData");
        "syncAdvise" block("SyncAdvice");
    }
}

object! {
    /// The partner itself.
    BusinessPartnerData, "To be created it needs a name.", null true, required [], {
        "active" flag("");
        "code" code("");
        "externalId" code("");
        "name" name("");
        "name2" name("");
        "name3" name("");
        "companyName" name("");
        "group" name("Name of a partner group; created if it is not known.");
        "phone" name("");
        "language" code("");
        "url" text("");
        "url2" text("");
        "url3" text("");
        "globalId" code("");
        "vatId" code("");
        "parentId" whole("Record id of the parent partner.");
        "customer" flag("");
        "vendor" flag("");
        "invoiceRule" code("");
        "syncAdvise" block("SyncAdvice");
    }
}

object! {
    /// An address.
    LocationData, "To be created it needs a country code.", null true, required [], {
        "active" flag("");
        "externalId" code("");
        "gln" code("");
        "name" name("");
        "bpartnerName" name("");
        "address1" name("");
        "address2" name("");
        "address3" name("");
        "address4" name("");
        "poBox" name("");
        "postal" code("Linked if it is known in the country, else stored with a warning.");
        "city" name("");
        "district" name("");
        "region" name("");
        "countryCode" code("Two letters (ISO 3166-1).");
        "shipTo" flag("");
        "shipToDefault" flag("");
        "billTo" flag("");
        "billToDefault" flag("");
        "syncAdvise" block("SyncAdvice");
    }
}

object! {
    /// A person.
    ContactData, "To be created it needs a name, or first and last name.", null true, required [], {
        "active" flag("");
        "externalId" code("");
        "code" code("");
        "name" name("");
        "greeting" name("");
        "firstName" name("");
        "lastName" name("");
        "email" name("");
        "phone" name("");
        "mobilePhone" name("");
        "fax" name("");
        "description" text("");
        "newsletter" flag("");
        "defaultContact" flag("");
        "shipToDefault" flag("");
        "billToDefault" flag("");
        "sales" flag("");
        "salesDefault" flag("");
        "purchase" flag("");
        "purchaseDefault" flag("");
        "subjectMatter" flag("");
        "syncAdvise" block("SyncAdvice");
    }
}

object! {
    /// The product block.
    ProductData, "To be created it needs name, type and unit.", null true, required [], {
        "code" code("");
        "externalId" code("");
        "name" name("");
        "type" one_of(["ITEM", "SERVICE"]);
        "uomCode" code("");
        "priceStd" decimal("Becomes the price of a product that this row creates.");
        "syncAdvise" block("SyncAdvice");
    }
}

object! {
    /// The document type of the invoice.
    InvoiceDocumentTypeData, "A document type by base and sub type.", required ["docBaseType"], {
        "docBaseType" code("For example `ARI`.");
        "docSubType" code("");
    }
}

object! {
    /// What to do with a record that exists, or does not.
    SyncAdvice,
    "The entity's own advice holds, else the block's, else `FAIL` and `DONT_UPDATE`; a member that is missing in \
     an advice counts as that.",
    required [],
    {
        "ifNotExists" one_of(["CREATE", "FAIL"]);
        "ifExists" one_of(["DONT_UPDATE", "UPDATE_MERGE", "UPDATE_REMOVE", "ASSERT_UNCHANGED"]);
    }
}
