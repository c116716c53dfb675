use orderdock_domain::masterdata::{Contact, Location, Partner};
use orderdock_domain::text::fold;
use orderdock_store::StoreResult;

use super::{Stored, Whole, Written, columns_of, default_values, defaults};
use crate::Datum;
use crate::column::{Column, Fields, integer, owned};

impl Stored for Partner {
    const TABLE: &'static str = "bpartner";

    fn read(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: fields.take()?,
            version: fields.take()?,
            organisation: fields.take()?,
            active: fields.take()?,
            code: fields.take()?,
            external_id: fields.take()?,
            name: fields.take()?,
            name2: fields.take()?,
            name3: fields.take()?,
            company_name: fields.take()?,
            group: fields.take()?,
            phone: fields.take()?,
            language: fields.take()?,
            url: fields.take()?,
            url2: fields.take()?,
            url3: fields.take()?,
            global_id: fields.take()?,
            vat_id: fields.take()?,
            parent: fields.take()?,
            customer: fields.take()?,
            vendor: fields.take()?,
            invoice_rule: fields.take()?,
            sales_code: fields.take()?,
            tax_exempt: fields.take()?,
            defaults: defaults(fields)?,
        })
    }
}

static BPARTNER: Whole = Whole::new("bpartner", concat!(columns_of!(bpartner), ", code_key, name_key"));

impl Written for Partner {
    const ROWS: &'static Whole = &BPARTNER;

    fn version(&self) -> i64 {
        self.version
    }

    fn values(&self, version: i64) -> impl IntoIterator<Item = Datum<'_>> {
        [
            self.id.write(),
            integer(version),
            self.organisation.write(),
            self.active.write(),
            self.code.write(),
            self.external_id.write(),
            self.name.write(),
            self.name2.write(),
            self.name3.write(),
            self.company_name.write(),
            self.group.write(),
            self.phone.write(),
            self.language.write(),
            self.url.write(),
            self.url2.write(),
            self.url3.write(),
            self.global_id.write(),
            self.vat_id.write(),
            self.parent.write(),
            self.customer.write(),
            self.vendor.write(),
            self.invoice_rule.write(),
            self.sales_code.write(),
            self.tax_exempt.write(),
        ]
        .into_iter()
        .chain(default_values(&self.defaults))
        .chain([owned(fold(self.code.as_str())), owned(fold(self.name.as_str()))])
    }
}

impl Stored for Location {
    const TABLE: &'static str = "bpartner_location";

    fn read(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: fields.take()?,
            version: fields.take()?,
            partner: fields.take()?,
            organisation: fields.take()?,
            active: fields.take()?,
            external_id: fields.take()?,
            gln: fields.take()?,
            name: fields.take()?,
            bpartner_name: fields.take()?,
            address1: fields.take()?,
            address2: fields.take()?,
            address3: fields.take()?,
            address4: fields.take()?,
            po_box: fields.take()?,
            postal: fields.take()?,
            city: fields.take()?,
            district: fields.take()?,
            region: fields.take()?,
            country: fields.take()?,
            postal_code: fields.take()?,
            ship_to: fields.take()?,
            ship_to_default: fields.take()?,
            bill_to: fields.take()?,
            bill_to_default: fields.take()?,
        })
    }
}

static BPARTNER_LOCATION: Whole =
    Whole::new("bpartner_location", concat!(columns_of!(bpartner_location), ", address_key"));

impl Written for Location {
    const ROWS: &'static Whole = &BPARTNER_LOCATION;

    fn version(&self) -> i64 {
        self.version
    }

    fn values(&self, version: i64) -> impl IntoIterator<Item = Datum<'_>> {
        [
            self.id.write(),
            integer(version),
            self.partner.write(),
            self.organisation.write(),
            self.active.write(),
            self.external_id.write(),
            self.gln.write(),
            self.name.write(),
            self.bpartner_name.write(),
            self.address1.write(),
            self.address2.write(),
            self.address3.write(),
            self.address4.write(),
            self.po_box.write(),
            self.postal.write(),
            self.city.write(),
            self.district.write(),
            self.region.write(),
            self.country.write(),
            self.postal_code.write(),
            self.ship_to.write(),
            self.ship_to_default.write(),
            self.bill_to.write(),
            self.bill_to_default.write(),
            owned(self.address_key()),
        ]
    }
}

impl Stored for Contact {
    const TABLE: &'static str = "bpartner_contact";

    fn read(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: fields.take()?,
            version: fields.take()?,
            partner: fields.take()?,
            organisation: fields.take()?,
            active: fields.take()?,
            external_id: fields.take()?,
            code: fields.take()?,
            name: fields.take()?,
            greeting: fields.take()?,
            first_name: fields.take()?,
            last_name: fields.take()?,
            email: fields.take()?,
            phone: fields.take()?,
            mobile_phone: fields.take()?,
            fax: fields.take()?,
            description: fields.take()?,
            newsletter: fields.take()?,
            default_contact: fields.take()?,
            ship_to_default: fields.take()?,
            bill_to_default: fields.take()?,
            sales: fields.take()?,
            sales_default: fields.take()?,
            purchase: fields.take()?,
            purchase_default: fields.take()?,
            subject_matter: fields.take()?,
        })
    }
}

static BPARTNER_CONTACT: Whole =
    Whole::new("bpartner_contact", concat!(columns_of!(bpartner_contact), ", name_key, email_key"));

impl Written for Contact {
    const ROWS: &'static Whole = &BPARTNER_CONTACT;

    fn version(&self) -> i64 {
        self.version
    }

    fn values(&self, version: i64) -> impl IntoIterator<Item = Datum<'_>> {
        [
            self.id.write(),
            integer(version),
            self.partner.write(),
            self.organisation.write(),
            self.active.write(),
            self.external_id.write(),
            self.code.write(),
            self.name.write(),
            self.greeting.write(),
            self.first_name.write(),
            self.last_name.write(),
            self.email.write(),
            self.phone.write(),
            self.mobile_phone.write(),
            self.fax.write(),
            self.description.write(),
            self.newsletter.write(),
            self.default_contact.write(),
            self.ship_to_default.write(),
            self.bill_to_default.write(),
            self.sales.write(),
            self.sales_default.write(),
            self.purchase.write(),
            self.purchase_default.write(),
            self.subject_matter.write(),
            owned(self.name_key()),
            owned(self.email_key()),
        ]
    }
}
