//! Lookup, creation and update of a partner's location. A block without a location uses the partner's default.

use super::keys::sent_address_key;
use super::mapping::own_key;
use super::partner::{BlockRole, RoleBlock};
use super::row::{AdviceAtLevel, AlreadyReported, RowDraft};
use super::state::RowRecord;
use super::table::TableIndex;
use crate::access::Scope;
use crate::candidate::{LocationData, MaybeUndefined, ReferenceKey, ReferenceKind};
use crate::ids::{LocationId, PartnerId};
use crate::masterdata::{CountryCode, CrossReferenceMember, KeyMismatch, Location, SentKey};
use crate::phrase::Phrase;
use crate::problem::{Problem, ProblemCode};
use crate::processing::location_differences;
use crate::sync_advice::{IfExists, IfNotExists};
use crate::text::{Code, Name};

impl RowDraft<'_> {
    /// Returns the location that the block names, otherwise the partner's default or another active one. A buyer without
    /// a location is an error.
    pub(super) fn location(
        &mut self,
        block: &RoleBlock<'_>,
        partner: TableIndex,
    ) -> Result<Option<TableIndex>, AlreadyReported> {
        let given = block.data.location.as_ref();
        let partner = self.state.partners.get(partner).id;
        let Some(data) = given.filter(|data| data.has_values()) else {
            return self.usual_location(block, partner);
        };
        let advised = self.advice(block, data.advice, ("/location", Phrase::Location));
        if let Some((place, own)) = self.mapped_location(block, partner, data) {
            if advised.advice.if_exists != IfExists::DontUpdate {
                self.update_location(block, place, &own, advised);
            }
            return Ok(Some(place));
        }
        match self.find_location(block, partner, data)? {
            Some(place) => {
                self.update_location(block, place, data, advised);
                Ok(Some(place))
            }
            None => match self.create_location(block, partner, data, advised) {
                Err(AlreadyReported)
                    if self.is_open(block.role.field(ReferenceKind::Location), ReferenceKind::Location) =>
                {
                    Ok(None)
                }
                created => created.map(Some),
            },
        }
    }

    /// Returns the location of a cross-reference, and the sent members with the keys replaced by the keys stored at
    /// the location. A sent key that differs from the stored key is a warning.
    fn mapped_location(
        &mut self,
        block: &RoleBlock<'_>,
        partner: PartnerId,
        data: &LocationData,
    ) -> Option<(TableIndex, LocationData)> {
        use CrossReferenceMember::{ExternalId, Gln};
        let sent = [(ExternalId, data.external_id.value()), (Gln, data.gln.value())];
        let keys: Vec<_> = sent.into_iter().filter_map(|(member, value)| Some((member, value?))).collect();
        let found = self.mapped(|state| &state.locations, Some(partner), &keys)?;
        let place = found.record;
        self.mapping.used.insert(found.reference);
        self.mapping.parts.push(block.at("/location"));
        let mut own = data.clone();
        for key in keys {
            let (member, value) = key;
            let named = self.locations_named(block, partner, key);
            let mapped = self.mapped(|state| &state.locations, Some(partner), &[key]);
            let is_mapped = mapped.is_some_and(|mapped| mapped.record == place);
            let location = self.state.locations.get(place);
            let stored = match member {
                ExternalId => self.state.row_id(location.id.0, self.ids, location.external_id.as_ref()),
                _ => location.gln.as_ref(),
            };
            if named.contains(&place) || (named.is_empty() && !is_mapped && stored.is_none()) {
                continue;
            }
            let own_value = own_key(stored);
            if !named.is_empty() || !is_mapped {
                let stored = stored.map(ToString::to_string).unwrap_or_default();
                self.warn_of_key(block, member.as_str(), stored, value);
            }
            match member {
                ExternalId => own.external_id = own_value,
                _ => own.gln = own_value,
            }
        }
        Some((place, own))
    }

    /// Returns the partner's locations with a key.
    fn locations_named(
        &self,
        block: &RoleBlock<'_>,
        partner: PartnerId,
        (member, value): SentKey<'_>,
    ) -> Vec<TableIndex> {
        let (state, organisation) = (&self.state, block.organisation);
        match member {
            CrossReferenceMember::ExternalId => {
                let found = state.location_by_external_id(organisation, partner, self.ids, value);
                found.into_iter().collect()
            }
            _ => state.locations_by_gln(organisation, partner, value),
        }
    }

    fn usual_location(
        &mut self,
        block: &RoleBlock<'_>,
        partner: PartnerId,
    ) -> Result<Option<TableIndex>, AlreadyReported> {
        let usual =
            |fits: fn(&Location) -> bool| self.state.active_location(block.organisation, partner, fits);
        let ship_to = || usual(|location| location.ship_to_default).or_else(|| usual(|_| true));
        let found = match block.role {
            BlockRole::Bill => usual(|location| location.bill_to_default).or_else(ship_to),
            BlockRole::Buyer | BlockRole::DropShip | BlockRole::HandOver => ship_to(),
        };
        // the validation of a stored row reports the missing location
        if found.is_none() && block.role == BlockRole::Buyer && !self.stores {
            self.error(ProblemCode::LocationNone, block.at("/location"));
            return Err(AlreadyReported);
        }
        Ok(found)
    }

    /// Finds a location by external id, then by GLN. If neither was sent, finds it by address, but never by name alone.
    fn find_location(
        &mut self,
        block: &RoleBlock<'_>,
        partner: PartnerId,
        data: &LocationData,
    ) -> Result<Option<TableIndex>, AlreadyReported> {
        let (state, organisation) = (&*self.state, block.organisation);
        let (ids, id, gln) = (self.ids, data.external_id.value(), data.gln.value());
        if let Some(place) = id.and_then(|id| state.location_by_external_id(organisation, partner, ids, id)) {
            return self.compare_gln(block, place, gln).map(Some);
        }
        let Some(gln) = gln else {
            let address = sent_address_key(data);
            return Ok(address.and_then(|key| state.location_by_address(organisation, partner, &key)));
        };
        match state.locations_by_gln(organisation, partner, gln).as_slice() {
            [] => Ok(None),
            [place] => self.compare_external_id(block, *place, id).map(Some),
            [first, second, ..] => Err(self.ambiguous_location(block, *first, self.location_label(*second))),
        }
    }

    /// Compares the sent GLN with a location that was found by external id. A different GLN is a warning, or an
    /// error if another location has it and key mismatches are rejected.
    fn compare_gln(
        &mut self,
        block: &RoleBlock<'_>,
        place: TableIndex,
        sent: Option<&Code>,
    ) -> Result<TableIndex, AlreadyReported> {
        let location = self.state.locations.get(place);
        let Some(sent) = sent.filter(|sent| !location.gln.as_ref().is_some_and(|gln| gln.is_spelled(sent)))
        else {
            return Ok(place);
        };
        let others = self.state.locations_by_gln(block.organisation, location.partner, sent);
        match (others.first(), &location.gln) {
            (Some(other), _) if block.key_mismatch == KeyMismatch::Reject => {
                return Err(self.ambiguous_location(block, place, self.location_label(*other)));
            }
            (None, None) => {}
            (_, stored) => {
                let stored = stored.as_ref().map(ToString::to_string).unwrap_or_default();
                self.warn_of_key(block, "gln", stored, sent);
            }
        }
        Ok(place)
    }

    /// Compares the sent external id with a location that was found by GLN. A different id is a warning, or an
    /// error if key mismatches are rejected.
    fn compare_external_id(
        &mut self,
        block: &RoleBlock<'_>,
        place: TableIndex,
        sent: Option<&Code>,
    ) -> Result<TableIndex, AlreadyReported> {
        let location = self.state.locations.get(place);
        let stored = self.state.row_id(location.id.0, self.ids, location.external_id.as_ref());
        let (Some(sent), Some(stored)) = (sent, stored) else { return Ok(place) };
        if stored.is_spelled(sent) {
            return Ok(place);
        }
        if block.key_mismatch == KeyMismatch::Reject {
            return Err(self.ambiguous_location(block, place, format!("externalId {sent}")));
        }
        let stored = stored.to_string();
        self.warn_of_key(block, "externalId", stored, sent);
        Ok(place)
    }

    fn warn_of_key(&mut self, block: &RoleBlock<'_>, name: &'static str, stored: String, sent: &Code) {
        let pointer = block.at(&format!("/location/{name}"));
        let warning = Problem::new(ProblemCode::LocationKeyDiffers, pointer).with("name", name);
        self.warnings.push(warning.with("stored", stored).with("sent", sent.as_str()));
    }

    fn ambiguous_location(
        &mut self,
        block: &RoleBlock<'_>,
        first: TableIndex,
        second: String,
    ) -> AlreadyReported {
        let problem = Problem::new(ProblemCode::LocationAmbiguous, block.at("/location/gln"))
            .with("first", self.location_label(first))
            .with("second", second);
        self.errors.push(problem);
        AlreadyReported
    }

    fn location_label(&self, place: TableIndex) -> String {
        self.state.locations.get(place).known_as()
    }

    fn create_location(
        &mut self,
        block: &RoleBlock<'_>,
        partner: PartnerId,
        data: &LocationData,
        advised: AdviceAtLevel,
    ) -> Result<TableIndex, AlreadyReported> {
        let keys = keys(data);
        if advised.advice.if_not_exists == IfNotExists::Fail {
            let pointer = block.at(&format!("/location{}", first_key_pointer(data)));
            let problem = (ProblemCode::LocationUnknown, pointer);
            let sent = (block.role.field(ReferenceKind::Location), ReferenceKind::Location, sent_keys(data));
            self.unknown(problem, ("location", partner.0, &keys), advised.level, sent);
            return Err(AlreadyReported);
        }
        let Some(country) = self.new_country(block, data) else {
            self.want("location", partner.0, &keys);
            return Err(AlreadyReported);
        };
        let is_first = self.state.locations_of(block.organisation, partner).next().is_none();
        let id: LocationId = self.state.next_id();
        let mut location = Location::new(id, partner, block.organisation, country);
        location.ship_to_default = is_first && data.ship_to != MaybeUndefined::Value(false);
        location.bill_to_default = is_first && data.bill_to != MaybeUndefined::Value(false);
        let mut merge = self.creating();
        merge.location(data, &mut location);
        self.link_postal_code(block, &mut location);
        let code = data.external_id.value().or(location.gln.as_ref());
        self.record_created("location", id.0, code.map(Code::as_str));
        let place = self.state.create(location);
        self.store_system_id::<Location>(place, &merge);
        self.clear_other_defaults(block, place);
        Ok(place)
    }

    /// Returns the country of a new location; adds an error if it is missing or unknown.
    fn new_country(&mut self, block: &RoleBlock<'_>, data: &LocationData) -> Option<CountryCode> {
        let Some(country) = data.country_code.value() else {
            self.error(ProblemCode::LocationCountryRequired, block.at("/location/countryCode"));
            return None;
        };
        self.check_country(block, country).then(|| country.clone())
    }

    fn check_country(&mut self, block: &RoleBlock<'_>, country: &CountryCode) -> bool {
        let known = self.state.reference.knows_country(country);
        if !known {
            let problem = Problem::new(ProblemCode::CountryUnknown, block.at("/location/countryCode"));
            self.errors.push(problem.with("code", country.as_str()));
        }
        known
    }

    /// Adds the errors of a new location whose partner could not be created.
    pub(super) fn check_new_location(&mut self, block: &RoleBlock<'_>) {
        let Some(data) = block.data.location.as_ref().filter(|data| data.has_values()) else { return };
        let advised = self.advice(block, data.advice, ("/location", Phrase::Location));
        if advised.advice.if_not_exists == IfNotExists::Create {
            self.new_country(block, data);
        }
    }

    /// Links the location to its postal code. For an unknown postal code, only the fields are stored and a warning
    /// is added.
    fn link_postal_code(&mut self, block: &RoleBlock<'_>, location: &mut Location) {
        location.postal_code = None;
        let Some(postal) = &location.postal else { return };
        let city = location.city.as_ref().map(Name::as_str);
        location.postal_code = self.state.postal_code(&location.country, postal, city).map(|known| known.id);
        if location.postal_code.is_none() {
            let warning = Problem::new(ProblemCode::PostalUnknown, block.at("/location/postal"))
                .with("postal", postal.as_str())
                .with("country", location.country.as_str());
            self.warnings.push(warning);
        }
    }

    fn update_location(
        &mut self,
        block: &RoleBlock<'_>,
        place: TableIndex,
        data: &LocationData,
        advised: AdviceAtLevel,
    ) {
        if advised.advice.if_exists == IfExists::DontUpdate {
            let (postal, city, country) = (data.postal.value(), data.city.value(), data.country_code.value());
            let sent = [postal.map(Code::as_str), city.map(Name::as_str), country.map(Code::as_str)];
            let location = self.state.locations.get(place);
            self.differences.extend(location_differences(location, sent, block.role.pointer()));
            return;
        }
        let pointer = || block.at("/location");
        let updated = self.updated((place, pointer), advised.advice, |_, merge, location: &mut Location| {
            merge.location(data, location);
            merge.required("countryCode", &data.country_code, &mut location.country);
        });
        let Some((mut location, merge)) = updated else { return };
        let changes = |names: &[&str]| merge.changes.iter().any(|change| names.contains(&change.name));
        if changes(&["countryCode"]) && !self.check_country(block, &location.country) {
            return;
        }
        let takes_gln = changes(&["gln"]) && self.state.gln_taken(place, &location);
        if takes_gln || self.state.location_taken(place, &location) {
            return self.key_taken(block, "location", location.known_as());
        }
        if changes(&["postal", "city", "countryCode"]) {
            self.link_postal_code(block, &mut location);
        }
        self.state.change(place, location);
        if changes(&["shipToDefault", "billToDefault"]) {
            self.clear_other_defaults(block, place);
        }
    }

    /// Clears the default flags of the partner's other locations, because each organisation has at most one default of
    /// each kind per partner. Changing a location that existed before requires the permission to update master
    /// data.
    fn clear_other_defaults(&mut self, block: &RoleBlock<'_>, place: TableIndex) {
        let new = self.state.locations.get(place);
        let (owner, ship, bill) = (new.organisation, new.ship_to_default, new.bill_to_default);
        if !ship && !bill {
            return;
        }
        let others = self.state.locations_of(block.organisation, new.partner).filter(|(other, location)| {
            let loses = (ship && location.ship_to_default) || (bill && location.bill_to_default);
            *other != place && location.organisation == owner && loses
        });
        let others: Vec<_> = others.map(|(other, location)| (other, location.clone())).collect();
        for (other, mut location) in others {
            if !self.terms.permissions.update_masterdata && !self.state.locations.is_created(other) {
                self.reject_default(block, ship, &location);
                return;
            }
            location.ship_to_default &= !ship;
            location.bill_to_default &= !bill;
            self.state.change(other, location);
        }
    }

    fn reject_default(&mut self, block: &RoleBlock<'_>, ship: bool, other: &Location) {
        let member = if ship { "shipToDefault" } else { "billToDefault" };
        let action = [Phrase::Location.into(), other.known_as().into(), member.into()];
        let pointer = block.at(&format!("/location/{member}"));
        self.reject(Scope::MasterdataWrite, pointer, Phrase::ChangeRecord.of(action));
    }
}

/// Returns the keys of an unknown location.
fn sent_keys(data: &LocationData) -> Vec<(ReferenceKey, String)> {
    let own = [(ReferenceKey::ExternalId, &data.external_id), (ReferenceKey::Gln, &data.gln)];
    let own = own.into_iter().filter_map(|(key, value)| Some((key, value.value()?.to_string())));
    let own: Vec<_> = own.collect();
    if own.is_empty() { vec![(ReferenceKey::Address, address(data))] } else { own }
}

/// Returns the decisive sent key as text: the external id, otherwise the GLN, otherwise the address.
fn keys(data: &LocationData) -> Vec<String> {
    if let Some(id) = data.external_id.value() {
        return vec![format!("externalId {id}")];
    }
    if let Some(gln) = data.gln.value() {
        return vec![format!("gln {gln}")];
    }
    vec![address(data)]
}

/// Returns the sent address on one line.
fn address(data: &LocationData) -> String {
    let lines = [&data.address1, &data.address2, &data.address3, &data.address4];
    let lines = lines.into_iter().filter_map(|line| line.value().map(ToString::to_string));
    let postal = data.postal.value().map(ToString::to_string);
    let city = data.city.value().map(ToString::to_string);
    let country = data.country_code.value().map(ToString::to_string);
    let address: Vec<_> = lines.chain(postal).chain(city).chain(country).collect();
    address.join(", ")
}

fn first_key_pointer(data: &LocationData) -> &'static str {
    match (data.external_id.value(), data.gln.value()) {
        (Some(_), _) => "/externalId",
        (None, Some(_)) => "/gln",
        (None, None) => "",
    }
}
