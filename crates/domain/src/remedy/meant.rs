//! Which code was probably meant by one that is not known.

use std::collections::BTreeSet;

use strsim::osa_distance;

use super::case::Case;
use super::parties::said;
use super::{Remedy, RemedyKind, Sureness};
use crate::candidate::{Candidate, Field, Related};
use crate::correction::{CorrectionCall, CorrectionContext, Corrector, NamedRole, WantedValue};
use crate::identifier::IdentifierString;
use crate::ids::{OrganisationId, PartnerId};
use crate::money::visible;
use crate::phrase::Phrase;
use crate::problem::{Param, Problem, ProblemCode};
use crate::text::{self, Name, fold};

/// So many records that may have been meant are offered.
pub const MEANT: usize = 3;
/// A longer code is not written in all the ways that one slip makes of it.
const LONGEST_SLIPPED: usize = 20;

/// A record that may have been meant.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Meant {
    pub code: String,
    pub name: String,
}

impl Meant {
    fn of(code: &text::Code, name: &str) -> Self {
        Self { code: code.to_string(), name: name.to_owned() }
    }
}

/// The member of an override whose code was refused because it is not known, and the code.
pub fn unknown(problem: &Problem) -> Option<(Field, &str)> {
    let is_unknown = matches!(
        problem.code,
        ProblemCode::ReferenceUnknown
            | ProblemCode::UomUnknown
            | ProblemCode::CurrencyUnknown
            | ProblemCode::PricingSystemUnknown
            | ProblemCode::TaxCategoryUnknown
            | ProblemCode::WarehouseUnknown
            | ProblemCode::SalesPartnerUnknown
            | ProblemCode::ShipperUnknown
            | ProblemCode::PaymentTermUnknown
    );
    let member = problem.pointer.strip_prefix("/override/").filter(|_| is_unknown)?;
    let field = Field::parse(member.strip_suffix("/bpartner").unwrap_or(member))?;
    let told = match problem.code {
        ProblemCode::ReferenceUnknown => "value",
        ProblemCode::ShipperUnknown | ProblemCode::PaymentTermUnknown => "name",
        _ => "code",
    };
    let (_, value) = problem.params.iter().find(|(name, _)| name == told)?;
    let Param::Text(code) = value else { return None };
    // a search key alone can be mistyped in a way that tells what was meant
    let bare = |prefix: &str| code.get(..4).is_some_and(|begin| begin.eq_ignore_ascii_case(prefix));
    if bare("int-") || bare("ext-") {
        return None;
    }
    let code = if bare("val-") { code.get(4..)? } else { code };
    Some((field, code.trim()))
}

/// Codes of the small kinds that an organisation may name, and of the buyer's own records; `None` where the member names
/// another kind.
pub fn known(field: Field, candidate: &Candidate, related: &Related) -> Option<Vec<Meant>> {
    let reference = &related.reference;
    let sees = |owner: OrganisationId| visible(owner, candidate.organisation);
    let of_buyer =
        |owner: OrganisationId, partner: PartnerId| sees(owner) && partner == candidate.buyer.partner;
    let known = match field {
        Field::UomCode => listed(&reference.units, |one| (one.active, &one.code, Some(&one.name))),
        Field::CurrencyCode => listed(&reference.currencies, |one| (one.active, &one.code, None)),
        Field::PricingSystemCode => listed(&reference.pricing_systems, |one| {
            (one.active && sees(one.organisation), &one.code, Some(&one.name))
        }),
        Field::TaxCategoryCode => listed(&reference.tax_categories, |one| {
            (one.active && sees(one.organisation), &one.code, Some(&one.name))
        }),
        Field::WarehouseCode | Field::WarehouseDestCode => listed(&reference.warehouses, |one| {
            (one.active && sees(one.organisation), &one.code, one.name.as_ref())
        }),
        Field::Shipper => listed(&reference.shippers, |one| {
            (one.active && sees(one.organisation), &one.code, one.name.as_ref())
        }),
        Field::PaymentTerm => listed(&reference.payment_terms, |one| {
            (one.active && sees(one.organisation), &one.code, one.name.as_ref())
        }),
        Field::Location => {
            let places = related.locations.values();
            let places = places.filter(|one| one.active && of_buyer(one.organisation, one.partner));
            places.filter_map(|one| Some(Meant::of(one.gln.as_ref()?, &said(one)))).collect()
        }
        Field::Contact => {
            let people = related.contacts.values();
            let people = people.filter(|one| one.active && of_buyer(one.organisation, one.partner));
            people.filter_map(|one| Some(Meant::of(one.code.as_ref()?, one.name.as_str()))).collect()
        }
        _ => return None,
    };
    Some(known)
}

/// Those records that may be named, by code and name; what has no name is known by its code.
fn listed<T>(records: &[T], of: impl Fn(&T) -> (bool, &text::Code, Option<&Name>)) -> Vec<Meant> {
    let named = records.iter().map(of).filter(|(usable, ..)| *usable);
    named.map(|(_, code, name)| Meant::of(code, name.map_or_else(|| code.as_str(), Name::as_str))).collect()
}

/// The known codes that are nearest to an unknown one, the nearest first; none that is hardly like it. What differs only
/// in upper and lower case, in zeros at its beginning, or in what stands between letters and digits counts as the same.
pub fn nearest(unknown: &str, known: impl IntoIterator<Item = Meant>) -> Vec<Meant> {
    let unknown = fold(unknown);
    let length = unknown.chars().count();
    // one slip in three characters
    let most = (length / 3).clamp(1, 3);
    let near = known.into_iter().filter_map(|meant| {
        let code = fold(&meant.code);
        let distance = if bare(&code) == bare(&unknown) {
            0
        } else if code.chars().count().abs_diff(length) > most {
            return None;
        } else {
            osa_distance(&code, &unknown)
        };
        (distance <= most && distance < length).then_some((distance, meant))
    });
    let mut near: Vec<_> = near.collect();
    near.sort();
    near.dedup_by(|one, other| one.1.code == other.1.code);
    near.truncate(MEANT);
    near.into_iter().map(|(_, meant)| meant).collect()
}

/// Letters and digits alone, without zeros at the beginning.
fn bare(folded: &str) -> String {
    let kept: String = folded.chars().filter(|letter| letter.is_alphanumeric()).collect();
    kept.trim_start_matches('0').to_owned()
}

/// All codes that one slip makes of a code, so that they can be looked up by an index: a character too many, too few, another
/// one, or two changed about; and the code in capitals, in small letters and without what is not letter or digit.
pub fn slips(code: &str) -> BTreeSet<text::Code> {
    let letters: Vec<char> = code.chars().collect();
    let mut slips = vec![code.to_uppercase(), code.to_lowercase(), bare(code)];
    if letters.len() <= LONGEST_SLIPPED {
        let has = |kind: fn(&char) -> bool| letters.iter().any(kind);
        let mut others: Vec<char> = vec!['-'];
        others.extend(('0'..='9').filter(|_| has(char::is_ascii_digit)));
        others.extend(('A'..='Z').filter(|_| has(char::is_ascii_uppercase)));
        others.extend(('a'..='z').filter(|_| has(char::is_ascii_lowercase)));
        for place in 0..=letters.len() {
            let (before, after) = letters.split_at(place);
            let joined = |middle: &[char], after: &[char]| -> String {
                before.iter().chain(middle).chain(after).collect()
            };
            slips.extend(others.iter().map(|other| joined(&[*other], after)));
            let Some((first, rest)) = after.split_first() else { continue };
            slips.push(joined(&[], rest));
            slips.extend(others.iter().map(|other| joined(&[*other], rest)));
            if let Some((second, rest)) = rest.split_first() {
                slips.push(joined(&[*second, *first], rest));
            }
        }
    }
    slips.into_iter().filter_map(|slip| text::Code::parse(&slip).ok().flatten()).collect()
}

/// Taking one of the codes that were probably meant, as far as the candidate can name it; of partners and products those
/// that were loaded.
pub fn meant(
    context: &CorrectionContext,
    call: &CorrectionCall,
    candidate: &Candidate,
    (field, meant): (Field, &[Meant]),
) -> Vec<Remedy> {
    let corrector = Corrector::new(context, call);
    let case = Case::new(&corrector, candidate);
    let sureness = if meant.len() == 1 { Sureness::Likely } else { Sureness::Possible };
    let remedies = meant.iter().filter_map(|one| {
        let code = text::Code::parse(&one.code).ok().flatten()?;
        let wanted = match field {
            Field::Bpartner | Field::Shipper | Field::PaymentTerm | Field::Location | Field::Contact => {
                WantedValue::Identifier(IdentifierString::Value(code))
            }
            role if role.is_role() => {
                let bpartner = IdentifierString::Value(code);
                WantedValue::Role(NamedRole { bpartner, location: None, contact: None })
            }
            _ => WantedValue::Code(code),
        };
        let words = Phrase::TakeMeantCodeRemedy.of([one.code.as_str().into(), one.name.as_str().into()]);
        case.accepted((RemedyKind::TakeMeantCode, words), sureness, (field, wanted))
    });
    remedies.collect()
}
