//! Contacts of a partner: the one that a block names, if it names one.

use super::Expectation;
use super::keys::contact_name;
use super::merge::{Existing, Merge};
use super::partner::{RoleBlock, refused_advice};
use super::row::{Advised, Faulty, RowDraft};
use super::table::TablePlace;
use crate::candidate::ContactData;
use crate::ids::{ContactId, OrganisationId, PartnerId};
use crate::masterdata::Contact;
use crate::phrase::Phrase;
use crate::problem::{Problem, ProblemCode};
use crate::sync_advice::{IfExists, IfNotExists};
use crate::text::{Name, fold};

macro_rules! any_sent {
    ([$data:ident] $($field:ident $sent:tt $kept:tt $answered:tt $words:tt;)*) => {
        $data.active.value().is_some() $(|| $data.$field.value().is_some())*
    };
}

fn says_something(data: &ContactData) -> bool {
    contact_members!(any_sent![data])
}

impl RowDraft<'_> {
    /// The contact that the block names; none is never replaced by a default.
    pub(super) fn contact(
        &mut self,
        block: &RoleBlock<'_>,
        partner: TablePlace,
    ) -> Result<Option<TablePlace>, Faulty> {
        let given = block.data.contact.as_ref();
        let Some(data) = given.filter(|data| says_something(data)) else { return Ok(None) };
        let partner = self.world.partners.get(partner).id;
        let own = (data.advice, Phrase::Contact);
        let advised = self.advice(own, block.data.advice, refused_advice(block, "/contact"));
        match self.find_contact(block.organisation, partner, data) {
            Some(place) => {
                self.update_contact(block, place, data, advised);
                Ok(Some(place))
            }
            None => self.create_contact(block, partner, data, advised).map(Some),
        }
    }

    /// What the contact of a partner lacks that could not be created itself.
    pub(super) fn check_new_contact(&mut self, block: &RoleBlock<'_>) {
        let Some(data) = block.data.contact.as_ref().filter(|data| says_something(data)) else { return };
        let own = (data.advice, Phrase::Contact);
        let advised = self.advice(own, block.data.advice, refused_advice(block, "/contact"));
        if advised.advice.if_not_exists == IfNotExists::Create && contact_name(data).is_none() {
            self.error(ProblemCode::ContactNameRequired, block.at("/contact/name"));
        }
    }

    /// By external id; if none is given by equal name and, where one is given, equal email.
    fn find_contact(
        &self,
        organisation: OrganisationId,
        partner: PartnerId,
        data: &ContactData,
    ) -> Option<TablePlace> {
        if let Some(id) = data.external_id.value() {
            return self.world.contact_by_external_id(organisation, partner, id);
        }
        let name = fold(contact_name(data)?.as_str());
        let email = data.email.value().map(|email| fold(email.as_str()));
        self.world.contact_by_name(organisation, partner, &name, email.as_deref())
    }

    fn create_contact(
        &mut self,
        block: &RoleBlock<'_>,
        partner: PartnerId,
        data: &ContactData,
        advised: Advised,
    ) -> Result<TablePlace, Faulty> {
        let keys = keys(data);
        if advised.advice.if_not_exists == IfNotExists::Fail {
            if !self.is_wanted("contact", partner.0, &keys) {
                let member = if data.external_id.value().is_some() { "externalId" } else { "name" };
                let pointer = block.at(&format!("/contact/{member}"));
                self.unknown(ProblemCode::ContactUnknown, pointer, keys.join(", "), advised);
            }
            return Err(Faulty);
        }
        let Some(name) = contact_name(data) else {
            self.error(ProblemCode::ContactNameRequired, block.at("/contact/name"));
            self.want("contact", partner.0, &keys);
            return Err(Faulty);
        };
        let id: ContactId = self.world.next_id();
        let mut contact = Contact::new(id, partner, block.organisation, name);
        Merge::creating().contact(data, &mut contact);
        let code = contact.external_id.as_ref().or(contact.code.as_ref()).map(ToString::to_string);
        self.note_created("contact", id.0, code.as_deref());
        Ok(self.world.create_contact(contact))
    }

    fn update_contact(
        &mut self,
        block: &RoleBlock<'_>,
        place: TablePlace,
        data: &ContactData,
        advised: Advised,
    ) {
        if advised.advice.if_exists == IfExists::DontUpdate {
            return;
        }
        let stored = self.world.contacts.get(place);
        let record = Existing {
            entity: Phrase::Contact,
            label: stored.name.to_string(),
            owner: stored.organisation,
            is_new: self.world.contacts.is_created(place),
            pointer: block.at("/contact"),
            changed: ProblemCode::ContactChanged,
            expectation: Some(Expectation::Contact(stored.id, stored.version)),
        };
        let mut contact = stored.clone();
        let mut merge = Merge::updating(advised.advice);
        merge.contact(data, &mut contact);
        if !self.may_write(&record, advised.advice, &merge) {
            return;
        }
        if self.world.contact_taken(place, &contact) {
            let problem = Problem::new(ProblemCode::KeyTaken, block.at("/contact"));
            self.errors.push(problem.with("name", "contact").with("value", contact.name.as_str()));
            return;
        }
        self.world.change_contact(place, contact);
    }
}

/// The keys that were sent, in words.
fn keys(data: &ContactData) -> Vec<String> {
    if let Some(id) = data.external_id.value() {
        return vec![format!("externalId {id}")];
    }
    let email = data.email.value().map(Name::to_string);
    vec![
        contact_name(data)
            .map(|name| name.to_string())
            .into_iter()
            .chain(email)
            .collect::<Vec<_>>()
            .join(", "),
    ]
}
