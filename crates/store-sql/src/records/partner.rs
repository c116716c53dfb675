//! Partners, locations and contacts.

use orderdock_domain::masterdata::{Contact, Location, Partner};
use orderdock_domain::text::fold;
use orderdock_store::StoreResult;

use super::organisation::DEFAULTS_COLUMNS;
use super::{RecordStatements, SearchKey, TableRecord, key, member};
use crate::SqlValue;
use crate::sql::column::{Column, FromRow, RowReader, ToRow};
use crate::sql::table::Table;

/// Columns of [`Partner`], in the order of reading and writing.
static PARTNER_TABLE: Table = Table {
    name: "bpartner",
    key: &["id"],
    members: &[
        member(&["id"], |partner: &Partner| &partner.id),
        member(&["version"], |partner: &Partner| &partner.version),
        member(&["org_id"], |partner: &Partner| &partner.organisation),
        member(&["active"], |partner: &Partner| &partner.active),
        member(&["sales_code"], |partner: &Partner| &partner.sales_code),
        member(&["tax_exempt"], |partner: &Partner| &partner.tax_exempt),
        member(DEFAULTS_COLUMNS, |partner: &Partner| &partner.defaults),
        member(&["code"], |partner: &Partner| &partner.code),
        member(&["external_id"], |partner: &Partner| &partner.external_id),
        member(&["name"], |partner: &Partner| &partner.name),
        member(&["name2"], |partner: &Partner| &partner.name2),
        member(&["name3"], |partner: &Partner| &partner.name3),
        member(&["company_name"], |partner: &Partner| &partner.company_name),
        member(&["bpartner_group_id"], |partner: &Partner| &partner.group),
        member(&["phone"], |partner: &Partner| &partner.phone),
        member(&["language"], |partner: &Partner| &partner.language),
        member(&["url"], |partner: &Partner| &partner.url),
        member(&["url2"], |partner: &Partner| &partner.url2),
        member(&["url3"], |partner: &Partner| &partner.url3),
        member(&["global_id"], |partner: &Partner| &partner.global_id),
        member(&["vat_id"], |partner: &Partner| &partner.vat_id),
        member(&["parent_id"], |partner: &Partner| &partner.parent),
        member(&["customer"], |partner: &Partner| &partner.customer),
        member(&["vendor"], |partner: &Partner| &partner.vendor),
        member(&["invoice_rule"], |partner: &Partner| &partner.invoice_rule),
    ],
    made: &[
        key(&["code_key"], |partner: &Partner| fold(partner.code.as_str())),
        key(&["name_key"], |partner: &Partner| fold(partner.name.as_str())),
    ],
    later: &[],
};

static PARTNER_WRITES: RecordStatements = RecordStatements::to(&PARTNER_TABLE);

impl FromRow for Partner {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            version: row.read()?,
            organisation: row.read()?,
            active: row.read()?,
            sales_code: row.read()?,
            tax_exempt: row.read()?,
            defaults: row.read()?,
            code: row.read()?,
            external_id: row.read()?,
            name: row.read()?,
            name2: row.read()?,
            name3: row.read()?,
            company_name: row.read()?,
            group: row.read()?,
            phone: row.read()?,
            language: row.read()?,
            url: row.read()?,
            url2: row.read()?,
            url3: row.read()?,
            global_id: row.read()?,
            vat_id: row.read()?,
            parent: row.read()?,
            customer: row.read()?,
            vendor: row.read()?,
            invoice_rule: row.read()?,
        })
    }
}

impl TableRecord for Partner {
    const TABLE: &'static Table = &PARTNER_TABLE;
    const WRITES: &'static RecordStatements = &PARTNER_WRITES;

    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        let Self {
            id,
            version,
            organisation,
            active,
            sales_code,
            tax_exempt,
            defaults,
            code,
            external_id,
            name,
            name2,
            name3,
            company_name,
            group,
            phone,
            language,
            url,
            url2,
            url3,
            global_id,
            vat_id,
            parent,
            customer,
            vendor,
            invoice_rule,
        } = self;
        row.extend([
            id.write(),
            version.write(),
            organisation.write(),
            active.write(),
            sales_code.write(),
            tax_exempt.write(),
        ]);
        defaults.append_to(row);
        row.extend([
            code.write(),
            external_id.write(),
            name.write(),
            name2.write(),
            name3.write(),
            company_name.write(),
            group.write(),
            phone.write(),
            language.write(),
            url.write(),
            url2.write(),
            url3.write(),
            global_id.write(),
            vat_id.write(),
            parent.write(),
            customer.write(),
            vendor.write(),
            invoice_rule.write(),
        ]);
        row.extend([fold(self.code.as_str()).value(), fold(self.name.as_str()).value()]);
    }
}

/// Columns of [`Location`], in the order of reading and writing.
static LOCATION_TABLE: Table = Table {
    name: "bpartner_location",
    key: &["id"],
    members: &[
        member(&["id"], |location: &Location| &location.id),
        member(&["version"], |location: &Location| &location.version),
        member(&["bpartner_id"], |location: &Location| &location.partner),
        member(&["org_id"], |location: &Location| &location.organisation),
        member(&["active"], |location: &Location| &location.active),
        member(&["postal_code_id"], |location: &Location| &location.postal_code),
        member(&["external_id"], |location: &Location| &location.external_id),
        member(&["gln"], |location: &Location| &location.gln),
        member(&["name"], |location: &Location| &location.name),
        member(&["bpartner_name"], |location: &Location| &location.bpartner_name),
        member(&["address1"], |location: &Location| &location.address1),
        member(&["address2"], |location: &Location| &location.address2),
        member(&["address3"], |location: &Location| &location.address3),
        member(&["address4"], |location: &Location| &location.address4),
        member(&["po_box"], |location: &Location| &location.po_box),
        member(&["postal"], |location: &Location| &location.postal),
        member(&["city"], |location: &Location| &location.city),
        member(&["district"], |location: &Location| &location.district),
        member(&["region"], |location: &Location| &location.region),
        member(&["country"], |location: &Location| &location.country),
        member(&["ship_to"], |location: &Location| &location.ship_to),
        member(&["ship_to_default"], |location: &Location| &location.ship_to_default),
        member(&["bill_to"], |location: &Location| &location.bill_to),
        member(&["bill_to_default"], |location: &Location| &location.bill_to_default),
    ],
    made: &[key(&["address_key"], |location: &Location| location.address_key())],
    later: &[],
};

static LOCATION_WRITES: RecordStatements = RecordStatements::to(&LOCATION_TABLE);

impl FromRow for Location {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            version: row.read()?,
            partner: row.read()?,
            organisation: row.read()?,
            active: row.read()?,
            postal_code: row.read()?,
            external_id: row.read()?,
            gln: row.read()?,
            name: row.read()?,
            bpartner_name: row.read()?,
            address1: row.read()?,
            address2: row.read()?,
            address3: row.read()?,
            address4: row.read()?,
            po_box: row.read()?,
            postal: row.read()?,
            city: row.read()?,
            district: row.read()?,
            region: row.read()?,
            country: row.read()?,
            ship_to: row.read()?,
            ship_to_default: row.read()?,
            bill_to: row.read()?,
            bill_to_default: row.read()?,
        })
    }
}

impl TableRecord for Location {
    const TABLE: &'static Table = &LOCATION_TABLE;
    const WRITES: &'static RecordStatements = &LOCATION_WRITES;

    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        let Self {
            id,
            version,
            partner,
            organisation,
            active,
            postal_code,
            external_id,
            gln,
            name,
            bpartner_name,
            address1,
            address2,
            address3,
            address4,
            po_box,
            postal,
            city,
            district,
            region,
            country,
            ship_to,
            ship_to_default,
            bill_to,
            bill_to_default,
        } = self;
        row.extend([
            id.write(),
            version.write(),
            partner.write(),
            organisation.write(),
            active.write(),
            postal_code.write(),
            external_id.write(),
            gln.write(),
            name.write(),
            bpartner_name.write(),
            address1.write(),
            address2.write(),
            address3.write(),
            address4.write(),
            po_box.write(),
            postal.write(),
            city.write(),
            district.write(),
            region.write(),
            country.write(),
            ship_to.write(),
            ship_to_default.write(),
            bill_to.write(),
            bill_to_default.write(),
        ]);
        row.extend([self.address_key().value()]);
    }
}

/// Columns of [`Contact`], in the order of reading and writing.
static CONTACT_TABLE: Table = Table {
    name: "bpartner_contact",
    key: &["id"],
    members: &[
        member(&["id"], |contact: &Contact| &contact.id),
        member(&["version"], |contact: &Contact| &contact.version),
        member(&["bpartner_id"], |contact: &Contact| &contact.partner),
        member(&["org_id"], |contact: &Contact| &contact.organisation),
        member(&["active"], |contact: &Contact| &contact.active),
        member(&["external_id"], |contact: &Contact| &contact.external_id),
        member(&["code"], |contact: &Contact| &contact.code),
        member(&["name"], |contact: &Contact| &contact.name),
        member(&["greeting"], |contact: &Contact| &contact.greeting),
        member(&["first_name"], |contact: &Contact| &contact.first_name),
        member(&["last_name"], |contact: &Contact| &contact.last_name),
        member(&["email"], |contact: &Contact| &contact.email),
        member(&["phone"], |contact: &Contact| &contact.phone),
        member(&["mobile_phone"], |contact: &Contact| &contact.mobile_phone),
        member(&["fax"], |contact: &Contact| &contact.fax),
        member(&["description"], |contact: &Contact| &contact.description),
        member(&["newsletter"], |contact: &Contact| &contact.newsletter),
        member(&["default_contact"], |contact: &Contact| &contact.default_contact),
        member(&["ship_to_default"], |contact: &Contact| &contact.ship_to_default),
        member(&["bill_to_default"], |contact: &Contact| &contact.bill_to_default),
        member(&["sales"], |contact: &Contact| &contact.sales),
        member(&["sales_default"], |contact: &Contact| &contact.sales_default),
        member(&["purchase"], |contact: &Contact| &contact.purchase),
        member(&["purchase_default"], |contact: &Contact| &contact.purchase_default),
        member(&["subject_matter"], |contact: &Contact| &contact.subject_matter),
    ],
    made: &[
        key(&["name_key"], |contact: &Contact| contact.name_key()),
        key(&["email_key"], |contact: &Contact| contact.email_key()),
    ],
    later: &[],
};

static CONTACT_WRITES: RecordStatements = RecordStatements::to(&CONTACT_TABLE);

impl FromRow for Contact {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            version: row.read()?,
            partner: row.read()?,
            organisation: row.read()?,
            active: row.read()?,
            external_id: row.read()?,
            code: row.read()?,
            name: row.read()?,
            greeting: row.read()?,
            first_name: row.read()?,
            last_name: row.read()?,
            email: row.read()?,
            phone: row.read()?,
            mobile_phone: row.read()?,
            fax: row.read()?,
            description: row.read()?,
            newsletter: row.read()?,
            default_contact: row.read()?,
            ship_to_default: row.read()?,
            bill_to_default: row.read()?,
            sales: row.read()?,
            sales_default: row.read()?,
            purchase: row.read()?,
            purchase_default: row.read()?,
            subject_matter: row.read()?,
        })
    }
}

impl TableRecord for Contact {
    const TABLE: &'static Table = &CONTACT_TABLE;
    const WRITES: &'static RecordStatements = &CONTACT_WRITES;

    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        let Self {
            id,
            version,
            partner,
            organisation,
            active,
            external_id,
            code,
            name,
            greeting,
            first_name,
            last_name,
            email,
            phone,
            mobile_phone,
            fax,
            description,
            newsletter,
            default_contact,
            ship_to_default,
            bill_to_default,
            sales,
            sales_default,
            purchase,
            purchase_default,
            subject_matter,
        } = self;
        row.extend([
            id.write(),
            version.write(),
            partner.write(),
            organisation.write(),
            active.write(),
            external_id.write(),
            code.write(),
            name.write(),
            greeting.write(),
            first_name.write(),
            last_name.write(),
            email.write(),
            phone.write(),
            mobile_phone.write(),
            fax.write(),
            description.write(),
            newsletter.write(),
            default_contact.write(),
            ship_to_default.write(),
            bill_to_default.write(),
            sales.write(),
            sales_default.write(),
            purchase.write(),
            purchase_default.write(),
            subject_matter.write(),
        ]);
        row.extend([self.name_key().value(), self.email_key().value()]);
    }
}
