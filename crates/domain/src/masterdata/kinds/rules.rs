//! Rules that compare several records of a kind.

use std::collections::{HashMap, HashSet};

use super::upsert::{KindState, KnownRecord};
use super::{Cell, EXTERNAL_REFERENCES, GTINS, KINDS, Kind, KindName, NESTED_IN, Upsert};
use crate::number::{canonical, exact, round};
use crate::phrase::Phrase;
use crate::problem::{Param, Problem, ProblemCode};

/// An error between two records: the record of the batch, its member, and the error with its parameters.
struct RecordConflict {
    record: usize,
    member: &'static str,
    code: ProblemCode,
    params: Vec<(&'static str, Param)>,
}

impl Upsert {
    pub(super) fn check_rules(&mut self) {
        self.check_targets();
        for kind in KINDS {
            let state = &self.states[kind.name as usize];
            let mut clashes = self.taken(kind, state);
            clashes.extend(self.references_of_two(kind, state));
            clashes.extend(self.gtins_of_two(kind, state));
            clashes.extend(self.twice_default(kind, state));
            match kind.name {
                KindName::Taxes => clashes.extend(equal_taxes(state).into_iter().chain(ends_first(state))),
                KindName::PriceListVersions => {
                    clashes.extend(base_cycles(state).into_iter().chain(ends_first(state)));
                }
                _ => {}
            }
            for RecordConflict { record, member, code, params } in clashes {
                self.problem(kind, record, member, code, params);
            }
        }
    }

    /// Returns the values of the batch that another record already has.
    fn taken(&self, kind: &'static Kind, state: &KindState) -> Vec<RecordConflict> {
        let mut clashes = Vec::new();
        for cell in kind.unique {
            let mut holders: HashMap<(&Cell, &Cell), &KnownRecord> = HashMap::new();
            for known in given_last(state) {
                let value = state.cell(&known.after, cell);
                let Cell::Text(text) = value else { continue };
                let other = holders.insert((state.cell(&known.after, "org"), value), known);
                let (Some(other), Some(record)) = (other, known.record) else { continue };
                let params = vec![("value", text.as_str().into()), ("other", self.words(kind, state, other))];
                clashes.push(RecordConflict { record, member: cell, code: ProblemCode::RecordTaken, params });
            }
        }
        clashes
    }

    /// Returns the external references of the batch that another record already has.
    fn references_of_two(&self, kind: &'static Kind, state: &KindState) -> Vec<RecordConflict> {
        let taken = state.references_taken(kind).into_iter();
        let clashes = taken.map(|(record, other, id)| RecordConflict {
            record,
            member: EXTERNAL_REFERENCES,
            code: ProblemCode::RecordTaken,
            params: vec![("value", id.into()), ("other", self.words(kind, state, other))],
        });
        clashes.collect()
    }

    /// Returns the GTINs of the batch that another active record of the organisation already has.
    fn gtins_of_two(&self, kind: &'static Kind, state: &KindState) -> Vec<RecordConflict> {
        let taken = state.gtins_taken(kind).into_iter();
        let clashes = taken.map(|(record, other, gtin)| RecordConflict {
            record,
            member: GTINS,
            code: ProblemCode::RecordTaken,
            params: vec![("value", gtin.into()), ("other", self.words(kind, state, other))],
        });
        clashes.collect()
    }

    /// Returns the flags that are set in two active records of a group.
    fn twice_default(&self, kind: &'static Kind, state: &KindState) -> Vec<RecordConflict> {
        let mut clashes = Vec::new();
        for single in kind.single {
            let mut holders: HashMap<Vec<&Cell>, &KnownRecord> = HashMap::new();
            for known in given_last(state) {
                let on = |cell| *state.cell(&known.after, cell) == Cell::Int(1);
                if !on("active") || !on(single.flag) {
                    continue;
                }
                let group = single.within.iter().map(|cell| state.cell(&known.after, cell)).collect();
                let (Some(other), Some(record)) = (holders.insert(group, known), known.record) else {
                    continue;
                };
                let member = single.flag;
                let params = vec![("flag", member.into()), ("other", self.words(kind, state, other))];
                clashes.push(RecordConflict { record, member, code: ProblemCode::DefaultDuplicate, params });
            }
        }
        clashes
    }

    /// Returns warnings for prices of the batch with more decimal places than their price list, including scale
    /// prices.
    pub(super) fn price_warnings(&self) -> impl Iterator<Item = Problem> {
        let [lists, versions, prices] =
            [KindName::PriceLists, KindName::PriceListVersions, KindName::ProductPrices]
                .map(|kind| &self.states[kind as usize]);
        prices.known.iter().flat_map(move |price| {
            let terms = price.record.and_then(|record| {
                let version = reference(versions, prices.cell(&price.after, "priceList"))?;
                let list = reference(lists, versions.cell(&version.after, NESTED_IN))?;
                Some((record, list))
            });
            terms.into_iter().flat_map(move |(record, list)| {
                let pointer = self.batch.pointer(KindName::ProductPrices, record);
                let found = rounded_prices(prices, price, (lists, list));
                found.into_iter().map(move |(member, problem)| Problem {
                    pointer: format!("{pointer}/{member}").into(),
                    ..problem
                })
            })
        })
    }

    /// Returns the record's JSON Pointer if it is in the batch, otherwise its name.
    fn words(&self, kind: &Kind, state: &KindState, known: &KnownRecord) -> Param {
        if let Some(record) = known.record {
            return self.batch.pointer(kind.name, record).into();
        }
        let named = ["code", "name", "externalId", "gln"].iter().find_map(|cell| {
            match state.cell(&known.after, cell) {
                Cell::Text(text) => Some(text),
                _ => None,
            }
        });
        match named {
            Some(text) => Phrase::NamedRecord.of([kind.singular.into(), text.as_str().into()]),
            None => Phrase::RecordWithId.of([kind.singular.into(), known.id.into()]),
        }
    }
}

/// Returns the record that a cell refers to.
fn reference<'s>(state: &'s KindState, cell: &Cell) -> Option<&'s KnownRecord> {
    match cell {
        Cell::Int(id) => state.by_id(*id),
        _ => None,
    }
}

/// Returns the members of a price that are rounded to the list's precision, each with its warning.
fn rounded_prices(
    prices: &KindState,
    price: &KnownRecord,
    (lists, list): (&KindState, &KnownRecord),
) -> Vec<(&'static str, Problem)> {
    let Cell::Int(digits) = lists.cell(&list.after, "precision") else { return Vec::new() };
    let digits = u32::try_from(*digits).unwrap_or_default();
    let mut members = Vec::new();
    if let Cell::Text(text) = prices.cell(&price.after, "price") {
        members.push(("price", text));
    }
    if let Cell::List(scales) = prices.cell(&price.after, "scales") {
        // scales are sorted by quantity, so their index is not the one that was sent
        members.extend(scales.iter().filter_map(|scale| Some(("scales", scale.get(1)?))));
    }
    let warning = |text: &str| {
        let exact = exact(text).ok()?;
        let rounded = round(exact, digits);
        let Cell::Text(code) = lists.cell(&list.after, "code") else { return None };
        (rounded != exact).then(|| {
            Problem::new(ProblemCode::PriceRounded, "")
                .with("price", canonical(&exact))
                .with("rounded", canonical(&rounded))
                .with("list", code.as_str())
        })
    };
    members.into_iter().filter_map(|(member, text)| Some((member, warning(text)?))).collect()
}

/// Returns the stored records, followed by those of the batch, so that conflicts are reported for the latter.
fn given_last(state: &KindState) -> impl Iterator<Item = &KnownRecord> {
    let stored = state.known.iter().filter(|known| known.record.is_none());
    stored.chain(state.known.iter().filter(|known| known.record.is_some()))
}

/// Returns taxes that the tax selection of an order cannot distinguish from another tax.
fn equal_taxes(state: &KindState) -> Vec<RecordConflict> {
    let mut groups: HashMap<Vec<&Cell>, Vec<&KnownRecord>> = HashMap::new();
    let mut clashes = Vec::new();
    for known in given_last(state) {
        if *state.cell(&known.after, "active") == Cell::Int(0) {
            continue;
        }
        let group = ["org", "taxCategory", "fromCountry", "toCountry", "requiresVatId"];
        let group = groups.entry(group.iter().map(|cell| state.cell(&known.after, cell)).collect());
        let others = group.or_default();
        let overlap = others.iter().find(|other| overlap(days(state, known), days(state, other)));
        if let (Some(other), Some(record)) = (overlap, known.record)
            && let Cell::Text(other) = state.cell(&other.after, "code")
        {
            let params = vec![("other", other.as_str().into())];
            clashes.push(RecordConflict { record, member: "", code: ProblemCode::TaxEqual, params });
        }
        others.push(known);
    }
    clashes
}

/// Returns a conflict for each record whose last day is before its first day.
fn ends_first(state: &KindState) -> impl Iterator<Item = RecordConflict> {
    state.known.iter().filter_map(|known| {
        let (first, last) = days(state, known);
        let last = last.filter(|last| *last < first)?;
        let expected = Phrase::DayFrom.of([first.into()]);
        let params = vec![("expected", expected), ("found", Phrase::Quoted.of([last.into()]))];
        Some(RecordConflict {
            record: known.record?,
            member: "validTo",
            code: ProblemCode::TypeWrong,
            params,
        })
    })
}

/// Returns the first day and, if set, the last day. Their texts can be compared as dates.
fn days<'a>(state: &KindState, known: &'a KnownRecord) -> (&'a str, Option<&'a str>) {
    let text = |cell| match known.after.get(state.place(cell)) {
        Some(Cell::Text(text)) => Some(text.as_str()),
        _ => None,
    };
    (text("validFrom").unwrap_or_default(), text("validTo"))
}

fn overlap(one: (&str, Option<&str>), two: (&str, Option<&str>)) -> bool {
    one.1.is_none_or(|end| end >= two.0) && two.1.is_none_or(|end| end >= one.0)
}

/// Returns price list versions whose chain of base versions leads back to themselves.
fn base_cycles(state: &KindState) -> Vec<RecordConflict> {
    let base = |known: &KnownRecord| match state.cell(&known.after, "basePriceList") {
        Cell::Int(id) => Some(*id),
        _ => None,
    };
    let bases: HashMap<i64, i64> =
        state.known.iter().filter_map(|known| Some((known.id, base(known)?))).collect();
    let leads_back = |start: i64| {
        let mut seen = HashSet::new();
        let mut at = start;
        while let Some(next) = bases.get(&at) {
            if *next == start {
                return true;
            }
            if !seen.insert(*next) {
                return false; // a cycle that does not contain `start`; its own members report it
            }
            at = *next;
        }
        false
    };
    let given = state.known.iter().filter_map(|known| Some((known, known.record?)));
    let cycles = given.filter(|(known, _)| leads_back(known.id));
    let clash = |record| RecordConflict {
        record,
        member: "baseValidFrom",
        code: ProblemCode::BaseCycle,
        params: Vec::new(),
    };
    cycles.map(|(_, record)| clash(record)).collect()
}
