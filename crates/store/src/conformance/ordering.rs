//! The fixture of the cases about orders and runs.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::{Candidate, ExtendedProps, Field, HoldReason, PaymentRule, Releases};
use orderdock_domain::ids::{CandidateId, DocumentTypeId, OrderId, RunId};
use orderdock_domain::masterdata::{Seller, ValueLevel};
use orderdock_domain::money::{Factor, StepOutcome};
use orderdock_domain::order::{
    Allocation, CandidateClaim, DatePromised, ExplainedSource, ExplainedStep, ExplainedTax, LineExplanation,
    LineTax, NewOrder, NumberPattern, Order, OrderDocumentType, OrderHeader, OrderLine, OrderStatus,
    OrderTax, OrderUnit, OrderValues, OrderWrite, OrderedProduct, Party, RecordSnapshot, ValueOrigin,
};
use orderdock_domain::processing::{
    OrdersWrites, Run, RunCandidateResult, RunCounts, RunKind, RunOutcome, RunState, RunTrigger,
};
use orderdock_domain::text::Text;

use super::calls::RunCalls as _;
use super::fixture::{Fixture, Scene, TODAY, code, name, now, number};
use crate::{ChunkCommit, ChunkOutcome, FencingToken, OrderCommit, RunRecord, RunScope, StoreResult};

pub fn everyone() -> RunScope {
    RunScope::of(&OrgScope::All)
}

pub fn ids(candidates: &[Candidate]) -> Vec<CandidateId> {
    candidates.iter().map(|candidate| candidate.id).collect()
}

pub fn claim(candidate: &Candidate) -> CandidateClaim {
    CandidateClaim::of(candidate)
}

pub fn later(seconds: i64) -> Timestamp {
    now() + SignedDuration::from_secs(seconds)
}

impl Fixture {
    /// Imports candidates of one header together.
    pub async fn header(&self, scene: &Scene, header: &str, lines: usize) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for line in 0..lines {
            candidates.push(self.candidate(scene, header, &format!("{line}")).await);
        }
        self.import(&mut candidates).await.unwrap();
        candidates
    }

    /// Returns an order with a line for each candidate and all optional values.
    pub fn order(&self, scene: &Scene, candidates: &[Candidate]) -> NewOrder {
        let lines: Vec<_> =
            candidates.iter().zip(1..).map(|(one, line)| self.line(scene, one, line * 10)).collect();
        let order = Order {
            id: self.id(),
            version: 1,
            status: OrderStatus::Completed,
            document_no: None,
            document_type: document_type(),
            awaits_payment: true,
            header: self.order_header(scene, candidates),
            lines,
            taxes: vec![tax("19 %", "19"), tax("7 %", "7")],
            total_lines: number("12345678901234567890123456.78"),
            total_tax: number("0.1"),
            grand_total: number("12345678901234567890123456.88"),
            requests: candidates.first().map(|one| one.request).into_iter().collect(),
            run: None,
            created_at: now(),
            updated_at: now(),
            handover: None,
        };
        let claims = candidates.iter().map(claim).collect();
        NewOrder { order, number: NumberPattern::parse("SO-{n:04}").unwrap(), claims }
    }

    fn order_header(&self, scene: &Scene, candidates: &[Candidate]) -> OrderHeader {
        let party = |street: &str, person: Option<&str>| {
            Arc::new(Party {
                partner: scene.partner.clone(),
                location: Some(self.location(&scene.partner, street)),
                contact: person.map(|person| self.contact(&scene.partner, person)),
            })
        };
        OrderHeader {
            organisation: named(scene.organisation.id, "001"),
            seller: Some(seller()),
            data_source: candidates.first().map(|one| one.data_source),
            external_system: candidates.first().and_then(|one| one.external_system),
            external_header_id: candidates.first().map(|one| one.identity.header_id.clone()),
            po_reference: Some(code("PO-1")),
            promotion_code: Some(code("SUMMER 26")),
            buyer: party("Am Nossbacher Weg \"2\"", Some("Grünmann")),
            bill: Some(party("Rechnungsweg 1", None)),
            drop_ship: Some(party("C:\\Halle", Some("Ø"))),
            hand_over: None,
            sales_partner: Some(named(scene.partner.id, "S1")),
            currency: code("EUR"),
            currency_digits: 2,
            pricing_system: named(self.id(), "Kunden"),
            price_list: named(self.id(), "DE-EUR"),
            tax_included: true,
            date_ordered: TODAY,
            date_promised: DatePromised::Day(TODAY),
            invoice_document_type: Some(document_type()),
            values: OrderValues {
                payment_rule: Some(PaymentRule::OnCredit),
                payment_term: Some(named(self.id(), "30")),
                shipper: Some(named(self.id(), "DPD")),
                warehouse: Some(named(self.id(), "Haupt")),
                delivery_rule: Some(code("A")),
                delivery_via_rule: Some(code("S")),
                origins: vec![
                    ValueOrigin { field: Field::PaymentRule, level: ValueLevel::Candidate, code: None },
                    ValueOrigin {
                        field: Field::WarehouseCode,
                        level: ValueLevel::PartnerGroup,
                        code: Some(name("Standard \"A\"")),
                    },
                ],
            },
        }
    }

    fn line(&self, scene: &Scene, candidate: &Candidate, line: i64) -> OrderLine {
        let step = |found| ExplainedStep { list: code("DE-EUR"), valid_from: TODAY, found };
        OrderLine {
            line,
            product: OrderedProduct {
                id: scene.product.id,
                code: scene.product.code.clone(),
                name: scene.product.name.clone(),
                description: Text::parse("beech").unwrap(),
            },
            description: Text::parse("urgent").unwrap(),
            promotion_code: Some(code("SUMMER 26")),
            extended_props: ExtendedProps::stored("{\"Rack\":\"A\\u00001\",\"gifts\":1.50}"),
            qty: number("7"),
            unit: OrderUnit { id: scene.unit.id, code: code("CR") },
            qty_in_price_unit: number("84"),
            factor: Some(Factor { multiplier: number("12"), divisor: number("1") }),
            price_unit: OrderUnit { id: scene.unit.id, code: code("PCE") },
            price_entered: number("1.99"),
            discount: number("10"),
            price: number("1.79"),
            net: number("150.36"),
            tax: Some(LineTax { id: self.id(), code: code("19 %"), rate: number("19") }),
            explanation: LineExplanation {
                pricing_system: code("Kunden"),
                list: code("DE-EUR"),
                precision: 2,
                source: ExplainedSource::List {
                    steps: vec![step(StepOutcome::NoPrice), step(StepOutcome::Price)],
                    price: number("1.99"),
                    scale_from: Some(number("0.5")),
                },
                removed_tax: Some(ExplainedTax { code: code("19 %"), rate: number("19") }),
                discount: number("10"),
                unrounded: Some(number("1.791")),
            },
            date_required: Some(TODAY),
            preset_date_invoiced: Some(TODAY),
            preset_date_shipped: None,
            warehouse_dest: Some(named(self.id(), "Filiale")),
            allocations: vec![Allocation {
                candidate: candidate.id,
                qty: number("7"),
                released: Releases::NONE.with(HoldReason::HeaderIncomplete),
            }],
        }
    }

    /// Returns the commit of a chunk with these orders, planned with the current reference data.
    pub async fn chunk(&self, run: RunId, orders: Vec<NewOrder>) -> ChunkCommit {
        let ordered = |new: &NewOrder| {
            let (order, split_by) = (new.order.id, None);
            let lines = new.order.lines.iter().flat_map(|line| {
                line.allocations.iter().map(move |given| RunCandidateResult {
                    candidate: given.candidate,
                    outcome: RunOutcome::Ordered { order, line: line.line, split_by },
                    warnings: Vec::new(),
                })
            });
            lines.collect::<Vec<_>>()
        };
        let results: Vec<_> = orders.iter().flat_map(ordered).collect();
        let count = u64::try_from(results.len()).unwrap();
        let counts = RunCounts {
            selected: count,
            processed: count,
            orders: u64::try_from(orders.len()).unwrap(),
            ..RunCounts::default()
        };
        let unchanged = self.relied().await;
        ChunkCommit {
            run,
            actor: "Webshop".to_owned(),
            writes: OrdersWrites { unchanged, orders, ..OrdersWrites::default() },
            results,
            counts,
            now: later(1),
            fence: FencingToken(run.0),
        }
    }

    /// Starts a run and commits a chunk with these orders.
    pub async fn process(&self, orders: Vec<NewOrder>) -> StoreResult<(RunId, ChunkOutcome)> {
        let run = self.running(OrgScope::All).await;
        let chunk = self.chunk(run, orders).await;
        self.store.commit_chunk(chunk).await.map(|outcome| (run, outcome))
    }

    pub fn run_record(&self, organisations: OrgScope) -> RunRecord {
        let run = Run {
            id: self.id(),
            kind: RunKind::Process,
            undoes: None,
            trigger: RunTrigger::Call,
            state: RunState::Queued,
            actor: "Webshop".to_owned(),
            release: Releases::NONE.with(HoldReason::SiblingError).with(HoldReason::Release),
            queued_at: now(),
            started_at: None,
            finished_at: None,
            total: 12,
            added: 5,
            counts: RunCounts::default(),
        };
        let fence = FencingToken(run.id.0);
        RunRecord { run, organisations, stop_requested: false, undone_by: None, fence }
    }

    pub async fn running(&self, organisations: OrgScope) -> RunId {
        let record = self.run_record(organisations);
        let id = record.run.id;
        self.store.create_run(record, self.instance().await, None, None).await.unwrap();
        assert!(self.store.resume_run(id, Some(now()), FencingToken(id.0)).await.unwrap());
        id
    }

    /// Returns the commit of an imported complete order, which has no candidates.
    pub async fn order_commit(&self, new: NewOrder) -> OrderCommit {
        OrderCommit {
            write: OrderWrite {
                unchanged: self.relied().await,
                used_cross_references: BTreeMap::new(),
                order: new,
            },
            request: self.request(),
            response: None,
        }
    }
}

pub fn document_type() -> OrderDocumentType {
    OrderDocumentType {
        id: DocumentTypeId(201),
        name: name("Sales Order"),
        base_type: code("SOO"),
        sub_type: Some(code("SO")),
    }
}

fn seller() -> Seller {
    Seller {
        name: name("Nordwind \"Handel\" GmbH"),
        address1: Some(name("Am Hafen 1")),
        address2: Some(name("Speicher 2")),
        postal: Some(name("20457")),
        city: Some(name("Hamburg")),
        country: Some(code("DE")),
        vat_id: Some(name("DE123456789")),
        phone: Some(name("+49 40 1")),
        email: Some(name("office@example.com")),
        footer: Text::parse("first line\nsecond line").unwrap(),
    }
}

fn named<Id>(id: Id, text: &str) -> RecordSnapshot<Id> {
    RecordSnapshot { id, code: code(text), name: Some(name("Name")) }
}

fn tax(text: &str, rate: &str) -> OrderTax {
    OrderTax {
        id: orderdock_domain::ids::TaxId(7),
        code: code(text),
        name: Some(name("USt")),
        rate: number(rate),
        reverse_charge: rate == "7",
        base: number("90.70"),
        amount: number("17.23"),
    }
}

/// Returns the ids of the orders.
pub fn order_ids(orders: &[NewOrder]) -> Vec<OrderId> {
    orders.iter().map(|new| new.order.id).collect()
}
