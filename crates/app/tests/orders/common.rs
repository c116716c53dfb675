//! Helpers of the tests: an application with the demo data of one organisation, and calls of its use cases.

use std::time::Duration;

use jiff::SignedDuration;
use orderdock_app::{CallCommand, Caller, Outcome, Received, RunCommand, RunTask, SourceName};
use orderdock_domain::candidate::{Candidate, Hold, HoldReason, Releases, Status};
use orderdock_domain::ids::RunId;
use orderdock_domain::import::RequestKind;
use orderdock_domain::number::{self, Decimal};
use orderdock_domain::order::Order;
use orderdock_domain::processing::{Run, RunTrigger};
use orderdock_store::{OrderFilter, OrderQuery, RunRecord, RunTarget, Selection};
use orderdock_testkit::{TestApp, operator};

pub const SOURCE: &str = "SOURCE.de.metas.rest_api.ordercandidates.impl.OrderCandidatesRestControllerImpl";

pub struct Day {
    pub test: TestApp,
}

pub fn number(text: &str) -> Decimal {
    number::exact(text).unwrap()
}

/// A call without a body or an idempotency key.
pub fn call(path: &str) -> CallCommand {
    CallCommand {
        received: Received {
            kind: RequestKind::Call,
            method: "POST".into(),
            path: path.into(),
            query: String::new(),
            media_type: "application/json".into(),
            body: Vec::new().into(),
            strict: false,
            replay_of: None,
        },
        idempotency: None,
    }
}

impl Day {
    pub async fn begin() -> Self {
        Self { test: TestApp::start().await }
    }

    pub fn caller(&self) -> Caller {
        operator(&self.test.services)
    }

    /// Requests a run to stop.
    pub async fn stop(&self, run: RunId) {
        let call = call(&format!("/api/process-runs/{run}/stop"));
        self.test.services.runs.stop_run(&self.caller(), run, call, |_| Vec::new()).await.unwrap();
    }

    pub fn later(&self, seconds: i64) {
        self.test.clock.advance(SignedDuration::from_secs(seconds));
    }

    pub async fn import(&self, body: String) {
        let response = self.test.import_bulk("", body).await;
        assert_eq!(response.status, 201, "{}", response.text);
    }

    /// Imports one row in a request of its own.
    pub async fn import_one(&self, row: serde_json::Value) {
        let response = self.test.import(row.to_string()).await;
        assert_eq!(response.status, 201, "{}", response.text);
    }

    pub async fn run(&self, gather: RunTarget) -> Run {
        self.run_command(RunCommand {
            task: RunTask::Process(Releases::NONE),
            trigger: RunTrigger::Command,
            gather,
        })
        .await
    }

    pub async fn run_command(&self, command: RunCommand) -> Run {
        self.test.services.runs.run_to_end(&self.caller(), command).await.unwrap().run
    }

    /// Starts a run in the background and returns its id.
    pub async fn start(&self, command: RunCommand) -> RunId {
        self.try_to_start(command).await.unwrap().run.id
    }

    pub async fn try_to_start(&self, command: RunCommand) -> Outcome<RunRecord> {
        let call = call("/api/process-runs");
        let started = self.test.services.runs.start_run(&self.caller(), command, &call, |_| Vec::new()).await;
        started.map(|(record, _)| record)
    }

    pub async fn run_state(&self, run: RunId) -> Run {
        self.test.services.runs.process_run(&self.caller(), run).await.unwrap().run
    }

    /// Waits until a run has ended and returns it.
    pub async fn ended(&self, run: RunId) -> Run {
        let record =
            self.test.services.runs.wait_for_run(&self.caller(), run, Duration::from_mins(1)).await.unwrap();
        assert!(record.run.finished_at.is_some());
        record.run
    }

    /// Runs the process on all due candidates.
    pub async fn process(&self) -> Run {
        self.run(RunTarget::Due).await
    }

    pub async fn process_header(&self, header: &str) -> Run {
        self.run(RunTarget::Selected(self.header(header).await)).await
    }

    pub async fn header(&self, header: &str) -> Selection {
        let reference = self.test.services.reference().await.unwrap();
        let source = SourceName(SOURCE.into()).find(&self.caller(), &reference).unwrap().id;
        Selection::Header { data_source: source, header_id: header.into() }
    }

    pub async fn orders(&self) -> Vec<Order> {
        let query = OrderQuery {
            filter: OrderFilter::default(),
            descending: false,
            after: None,
            limit: 500,
            counted: true,
        };
        let page = self.test.services.orders.find_orders(&self.caller(), query).await.unwrap();
        let mut orders = Vec::new();
        for head in page.orders {
            orders.push(self.test.services.orders.order(&self.caller(), head.id).await.unwrap());
        }
        orders
    }

    pub async fn candidates(&self, header: &str) -> Vec<Candidate> {
        let source = SourceName(SOURCE.into());
        self.test
            .services
            .candidates
            .candidates_by_reference(&self.caller(), &source, header, None)
            .await
            .unwrap()
            .candidates
    }

    /// Returns status and hold reason of each candidate of a header.
    pub async fn statuses(&self, header: &str) -> Vec<(Status, Option<HoldReason>)> {
        let candidates = self.candidates(header).await;
        candidates.iter().map(|one| (one.status, one.hold.as_ref().map(Hold::reason))).collect()
    }
}
