//! "Did you mean" suggestions for unknown codes.

use std::collections::BTreeSet;

use strsim::osa_distance;

use super::case::FixFinder;
use super::parties::location_text;
use super::{Confidence, SuggestedFix, SuggestedFixKind};
use crate::candidate::{Candidate, Field, Related};
use crate::correction::{CorrectionCall, CorrectionContext, Corrector, PartnerRoleReference, RequestedValue};
use crate::identifier::IdentifierString;
use crate::ids::{OrganisationId, PartnerId};
use crate::masterdata::Reference;
use crate::money::visible;
use crate::phrase::Phrase;
use crate::problem::{Param, Problem, ProblemCode};
use crate::text::{self, Name, fold};

/// Maximum number of suggested records.
pub const MEANT: usize = 3;
/// Maximum length of a code for which the codes at edit distance 1 are generated.
const MAX_EDITED_LENGTH: usize = 20;

/// Record suggested for an unknown code.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RecordSuggestion {
    pub code: String,
    pub name: String,
}

impl RecordSuggestion {
    fn of(code: &text::Code, name: &str) -> Self {
        Self { code: code.to_string(), name: name.to_owned() }
    }
}

/// Returns the member and the code of an override that was rejected because the code is unknown.
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
    Some((field, unknown_code(problem)?))
}

/// Returns the code that a problem reports as unknown; `None` for a record id or an external id.
pub fn unknown_code(problem: &Problem) -> Option<&str> {
    let reported = match problem.code {
        ProblemCode::ReferenceUnknown => "value",
        ProblemCode::ShipperUnknown | ProblemCode::PaymentTermUnknown => "name",
        _ => "code",
    };
    let (_, value) = problem.params.iter().find(|(name, _)| name == reported)?;
    let Param::Text(code) = value else { return None };
    // internal and external ids are not compared, only search keys
    let bare = |prefix: &str| code.get(..4).is_some_and(|begin| begin.eq_ignore_ascii_case(prefix));
    if bare("int-") || bare("ext-") {
        return None;
    }
    let code = if bare("val-") { code.get(4..)? } else { code };
    Some(code.trim())
}

/// Returns the codes to which a member can refer: small kinds, and locations and contacts of the buyer. `None` for other
/// kinds.
pub fn known(field: Field, candidate: &Candidate, related: &Related) -> Option<Vec<RecordSuggestion>> {
    let sees = |owner: OrganisationId| visible(owner, candidate.organisation);
    let buyer = candidate.buyer.map(|buyer| buyer.partner);
    let of_buyer = |owner: OrganisationId, partner: PartnerId| sees(owner) && Some(partner) == buyer;
    let known = match field {
        Field::Location => {
            let places = related.locations.values();
            let places = places.filter(|one| one.active && of_buyer(one.organisation, one.partner));
            places
                .filter_map(|one| Some(RecordSuggestion::of(one.gln.as_ref()?, &location_text(one))))
                .collect()
        }
        Field::Contact => {
            let people = related.contacts.values();
            let people = people.filter(|one| one.active && of_buyer(one.organisation, one.partner));
            people
                .filter_map(|one| Some(RecordSuggestion::of(one.code.as_ref()?, one.name.as_str())))
                .collect()
        }
        _ => return listed_records(field, candidate.organisation, &related.reference),
    };
    Some(known)
}

/// Returns the active records of a small kind that an organisation can use; `None` for other kinds.
pub fn listed_records(
    field: Field,
    organisation: OrganisationId,
    reference: &Reference,
) -> Option<Vec<RecordSuggestion>> {
    let sees = |owner: OrganisationId| visible(owner, organisation);
    Some(match field {
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
        _ => return None,
    })
}

/// Returns the usable records by code and name; records without a name use their code.
fn listed<T>(records: &[T], of: impl Fn(&T) -> (bool, &text::Code, Option<&Name>)) -> Vec<RecordSuggestion> {
    let named = records.iter().map(of).filter(|(usable, ..)| *usable);
    named
        .map(|(_, code, name)| RecordSuggestion::of(code, name.map_or_else(|| code.as_str(), Name::as_str)))
        .collect()
}

/// Returns the known codes that are most similar to an unknown one, most similar first. Codes that differ only in case,
/// leading zeros, spaces or punctuation count as equal. Very different codes are omitted.
pub fn nearest(unknown: &str, known: impl IntoIterator<Item = RecordSuggestion>) -> Vec<RecordSuggestion> {
    let unknown = fold(unknown);
    let length = unknown.chars().count();
    // at most one edit per three characters
    let maximum = (length / 3).clamp(1, 3);
    let near = known.into_iter().filter_map(|similar_codes| {
        let code = fold(&similar_codes.code);
        let distance = if bare(&code) == bare(&unknown) {
            0
        } else if code.chars().count().abs_diff(length) > maximum {
            return None;
        } else {
            osa_distance(&code, &unknown)
        };
        (distance <= maximum && distance < length).then_some((distance, similar_codes))
    });
    let mut near: Vec<_> = near.collect();
    near.sort();
    near.dedup_by(|one, other| one.1.code == other.1.code);
    near.truncate(MEANT);
    near.into_iter().map(|(_, similar_codes)| similar_codes).collect()
}

/// Returns only letters and digits, without leading zeros.
fn bare(folded: &str) -> String {
    let alphanumeric: String = folded.chars().filter(|letter| letter.is_alphanumeric()).collect();
    alphanumeric.trim_start_matches('0').to_owned()
}

/// Returns codes at edit distance 1 (insertion, deletion, substitution, transposition), for lookups in an index. Inserted
/// characters are ASCII letters and digits of the kinds in the code, and `-`. Also returns the code in upper case, in
/// lower case, and reduced to letters and digits.
pub fn codes_at_distance_one(code: &str) -> BTreeSet<text::Code> {
    let letters: Vec<char> = code.chars().collect();
    let mut codes = vec![code.to_uppercase(), code.to_lowercase(), bare(code)];
    if letters.len() <= MAX_EDITED_LENGTH {
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
            codes.extend(others.iter().map(|other| joined(&[*other], after)));
            let Some((first, rest)) = after.split_first() else { continue };
            codes.push(joined(&[], rest));
            codes.extend(others.iter().map(|other| joined(&[*other], rest)));
            if let Some((second, rest)) = rest.split_first() {
                codes.push(joined(&[*second, *first], rest));
            }
        }
    }
    codes.into_iter().filter_map(|code| text::Code::parse(&code).ok().flatten()).collect()
}

/// Suggests the given similar codes, as far as the candidate can use them. Partners and products must be loaded.
pub fn similar_codes(
    context: &CorrectionContext,
    call: &CorrectionCall,
    candidate: &Candidate,
    (field, similar_codes): (Field, &[RecordSuggestion]),
) -> Vec<SuggestedFix> {
    let corrector = Corrector::new(context, call);
    let case = FixFinder::new(&corrector, candidate);
    let confidence = if similar_codes.len() == 1 { Confidence::Likely } else { Confidence::Possible };
    let suggested_fixes = similar_codes.iter().filter_map(|one| {
        let code = text::Code::parse(&one.code).ok().flatten()?;
        let wanted = match field {
            Field::Bpartner | Field::Shipper | Field::PaymentTerm | Field::Location | Field::Contact => {
                RequestedValue::Identifier(IdentifierString::Value(code))
            }
            role if role.is_role() => {
                let bpartner = IdentifierString::Value(code);
                RequestedValue::Role(PartnerRoleReference { bpartner, location: None, contact: None })
            }
            _ => RequestedValue::Code(code),
        };
        let text = Phrase::TakeMeantCodeFix.of([one.code.as_str().into(), one.name.as_str().into()]);
        case.accepted((SuggestedFixKind::UseSimilarCode, text), confidence, (field, wanted))
    });
    suggested_fixes.collect()
}
