// The requests of the examples: one web shop, one clerk (anna) and one ERP. Each response is recorded once per status.

import { administration, system, views } from "./administration.mjs";
import { until } from "./recorder.mjs";

const SOURCE = "SOURCE.webshop";
const RUN_SECONDS = 60;
const WAIT = { Prefer: `wait=${RUN_SECONDS}` };
const CUSTOMER = { bpartner: { code: "G0001" }, location: { externalId: "2156425" } };

/** One line of an incoming order of the web shop. */
const line = (order, number, changes = {}) => ({
  dataSource: `int-${SOURCE}`,
  externalHeaderId: order,
  externalLineId: String(number),
  poReference: order,
  dateRequired: "2030-03-04",
  bpartner: CUSTOMER,
  product: { code: "A001" },
  qty: 3,
  ...changes,
});

const file = (name, text) => {
  const form = new FormData();
  form.set("file", new Blob([text], { type: "text/plain" }), name);
  return form;
};

export async function scenario(recorder, access) {
  const call = recorder.call.bind(recorder);
  recorder.signIn(await call("signIn", { body: { user: access.user, password: access.password }, isUser: true }));
  await system(call);
  await masterData(call);
  const hooks = await administration.begin(call, access.hook);
  await imports(call);
  await candidates(call);
  await attachments(call);
  await lists(call);
  await unresolvedReferences(call);
  await rejectedRows(call);
  await runs(call);
  await orders(call);
  await requests(call);
  await spreadsheets(call);
  await views(call);
  await administration.end(call, hooks);
  await call("signOut", { isUser: true });
}

async function masterData(call) {
  const shop = { internalNames: [SOURCE], name: "Web shop" };
  await call("putMasterdata", { path: { kind: "data-sources" }, body: [shop] });
  // its orders wait for a release
  const fair = { internalNames: ["SOURCE.fair"], name: "Trade fair", releaseByHand: true };
  await call("putMasterdata", { path: { kind: "data-sources" }, body: [fair] });
  const kind = "products";
  await call("listMasterdata", { path: { kind }, query: { q: "A001", active: true } });
  const tea = { org: "001", code: "TEA-500", name: "Herbal tea 500 g", uom: "PCE" };
  const { json } = await call("putMasterdata", { path: { kind }, body: [tea] });
  const { id } = json.result[0];
  await call("getMasterdata", { path: { kind, id } });
  const { headers } = await call("putMasterdata", { path: { kind }, body: [{ ...tea, name: "Herbal tea" }] });
  const undo = { requestId: headers.get("x-request-id"), reason: "wrong name" };
  await call("undoMasterdata", { path: { kind, id }, body: undo });
  await call("getMasterdataHistory", { path: { kind, id }, query: { limit: 1 } });
  await call("deactivateMasterdata", { path: { kind, id } });
  const partners = await call("listMasterdata", { path: { kind: "bpartners" }, query: { q: "G0001" } });
  const partner = { kind: "bpartners", id: partners.json.items[0].id, nested: "locations" };
  await call("listNestedMasterdata", { path: partner });
}

async function imports(call) {
  const body = line("W-5001", 1);
  await call("importCandidate", { body });
  await call("importCandidate", { body });
  const errorPolicy = "row";
  const two = { requests: [line("W-5002", 1), line("W-5002", 2, { product: { code: "P002737" }, qty: 12 })] };
  await call("importCandidatesBulk", { body: two, query: { errorPolicy } });
  await call("importCandidatesBulk", { body: two, query: { errorPolicy } });
  const mixed = { requests: [line("W-5003", 1), line("W-5004", 1, { uomCode: "KISTE" })] };
  await call("importCandidatesBulk", { body: mixed, query: { errorPolicy } });
  const unknown = { requests: [line("W-5002", 1), line("W-5009", 1, { product: { code: "A0001" } })] };
  await call("importCandidatesBulk", { body: unknown, query: { errorPolicy } });
  // rows for the lists of problems and holds
  await call("importCandidate", { body: line("W-5005", 1, { price: 30, currencyCode: "USD" }) });
  await call("importCandidate", { body: line("F-1", 1, { dataSource: "int-SOURCE.fair" }) });
}

const idOf = async (call, order) => {
  const path = { dataSource: SOURCE, externalHeaderId: order };
  const { json } = await call("getCandidatesByHeader", { path });
  return json.candidates[0].id;
};

async function candidates(call) {
  const id = await idOf(call, "W-5001");
  await call("getCandidatesByLine", { path: { dataSource: SOURCE, externalHeaderId: "W-5001", externalLineId: "1" } });
  await call("getCandidate", { path: { id } });
  await call("getCandidateRequest", { path: { id } });
  const change = { override: { qty: 4 }, assignedTo: "anna", comment: "The customer called." };
  await call("correctCandidate", { path: { id }, body: change, headers: { "If-Match": "*" } });
  await call("commentOnCandidate", { path: { id }, body: { text: "Confirmed by phone." } });
  await call("getCandidateHistory", { path: { id }, query: { limit: 2, sort: "-at" } });
  await call("listAssignees", { query: { org: "001" } });
  await call("importCandidate", { body: line("W-5006", 1) });
  await call("importCandidate", { body: line("W-5006", 2) });
  await call("cancelLine", { path: { dataSource: SOURCE, externalHeaderId: "W-5006", externalLineId: "2" } });
  await call("cancelHeader", { path: { dataSource: SOURCE, externalHeaderId: "W-5006" } });
}

async function attachments(call) {
  const target = { dataSourceName: SOURCE, externalReference: "W-5001" };
  const form = () => file("order.txt", "3 wooden boxes\n");
  const attached = await call("attachFile", { path: target, form: form() });
  await call("attachFile", { path: target, form: form() });
  await call("attachFileByExternalId", { path: { externalId: "W-5002" }, form: form() });
  await call("getAttachmentContent", { path: { id: attached.json.attachmentId } });
}

async function lists(call) {
  const shop = { dataSource: SOURCE };
  await call("listCandidates", { query: { ...shop, status: "new", limit: 1 } });
  await call("listCandidateHeaders", { query: { ...shop, externalHeaderId: "W-5002", limit: 1 } });
  await call("countCandidates", { query: shop });
  await call("groupProblems", { query: shop });
  await call("groupHolds", { query: { dataSource: "SOURCE.fair" } });
  await call("exportCandidates", { query: shop });
  await call("getOrderTemplate", { query: { language: "en" } });
  await call("getIntake", { query: { ...shop, period: "24h" } });
  await call("getDay", { query: shop });
}

async function unresolvedReferences(call) {
  const body = line("W-5007", 1, { product: { code: "BOX-XL" } });
  await call("importCandidate", { body, query: { unresolved: "store" } });
  await call("importCandidate", { body: line("W-5008", 1, { product: { code: "BOX-L" } }), query: { unresolved: "store" } });
  const list = await call("listUnresolvedReferences", { query: { kind: "product", dataSource: SOURCE, limit: 1 } });
  const products = await call("listMasterdata", { path: { kind: "products" }, query: { q: "A001" } });
  const target = { targetId: products.json.items[0].id, remember: "dataSource" };
  const { id } = list.json.items[0];
  await call("getUnresolvedReference", { path: { id } });
  await call("mapUnresolvedReference", { path: { id }, body: target, headers: WAIT });
  const rest = await call("listUnresolvedReferences", { query: { kind: "product", dataSource: SOURCE } });
  await queue(call, "mapUnresolvedReference", { path: { id: rest.json.items[0].id }, body: target });
}

async function rejectedRows(call) {
  const { json } = await call("listRejectedRows", { query: { dataSource: SOURCE, q: "W-5004", limit: 1 } });
  const { id } = json.items[0];
  await call("groupRejectedRows", { query: { status: "open", dataSource: SOURCE } });
  await call("exportRejectedRows", { query: { q: "W-5004", format: "ndjson" } });
  await call("getRejectedRow", { path: { id } });
  await call("dismissRejectedRow", { path: { id }, body: { reason: "The shop sends it again." } });
  await call("reopenRejectedRow", { path: { id } });
  const corrected = line("W-5004", 1, { uomCode: "PCE" });
  await call("sendRejectedRow", { path: { id }, query: { dryRun: true }, body: corrected });
  await call("sendRejectedRow", { path: { id }, body: corrected });
  const filter = { dataSource: SOURCE, cause: "product.unknown" };
  await call("dismissRejectedRows", { body: { reason: "Test orders", filter } });
}

/** Sends a request that queues a run, and waits for its end, so that the sequence of runs is the same in every recording. */
async function queue(call, name, request) {
  const { id } = (await call(name, request)).json;
  await until(call, RUN_SECONDS, "getRun", { path: { id } }, ({ state }) => state === "done");
  return id;
}

async function runs(call) {
  const body = (order) => ({ selection: { dataSource: SOURCE, externalHeaderId: order } });
  await call("processCandidates", { body: body("W-5001"), headers: WAIT });
  await call("stopRun", { path: { id: await queue(call, "processCandidates", { body: body("W-5003") }) } });
  await call("revalidateCandidates", { body: body("W-5005"), headers: WAIT });
  await queue(call, "revalidateCandidates", { body: body("W-5005") });
  const changes = { description: { set: "Deliver to the back door" }, qty: { changeBy: "+1" } };
  const edited = await call("editCandidates", { body: { ...body("W-5002"), changes }, headers: WAIT });
  const undo = { path: { id: edited.json.id }, body: { reason: "wrong order" } };
  await call("undoRun", { ...undo, headers: WAIT });
  const again = await queue(call, "editCandidates", { body: { ...body("W-5002"), changes } });
  await queue(call, "undoRun", { path: { id: again }, body: undo.body });
  const id = (await call("startRun", { headers: WAIT })).json.id;
  await queue(call, "startRun");
  await call("listRuns", { query: { limit: 1 } });
  await call("getRun", { path: { id } });
  await call("getRunResults", { path: { id }, query: { limit: 1 } });
}

async function orders(call) {
  await call("putProcessSettings", {
    path: { org: "001" },
    body: { cron: "*/5 7-18 * * 1-5", handOver: true, numberPatterns: [{ docTypeName: "Sales Order", pattern: "SO-{n:06}" }] },
  });
  await call("getProcessSettings", { path: { org: "001" } });
  await call("listProcessSettings");
  const body = {
    shipBPartnerCode: "G0001",
    datePromised: "2030-03-18T00:00:00Z",
    lines: [{ productCode: "A001", qty: 3 }, { productCode: "P002737", qty: 10, price: 9.5 }],
  };
  const { json } = await call("createOrder", { body });
  const id = json.salesOrderId;
  await call("attachFileToOrder", { path: { salesOrderId: id }, form: file("order.txt", "3 wooden boxes\n") });
  await call("listOrderAttachments", { path: { salesOrderId: id } });
  await call("commentOnOrder", { path: { id }, body: { text: "The customer picks it up." } });
  await call("handOverOrders", { body: { orders: [{ salesOrderId: id, receiver: "ERP", number: "4711" }] } });
  const unknown = { salesOrderId: "17", receiver: "ERP", number: "4712" };
  await call("handOverOrders", { body: { orders: [{ salesOrderId: id, receiver: "ERP", number: "4711" }, unknown] } });
  await call("getOrder", { path: { id } });
  await call("listOrders", { query: { bpartner: "G0001", limit: 1, sort: "-createdAt" } });
  await call("exportOrders", { query: { documentNo: json.documentNo } });
  const second = (await call("createOrder", { body })).json.salesOrderId;
  await call("voidOrder", { path: { id: second }, body: { reason: "ordered twice" } });
  await call("getOrderHistory", { path: { id: second } });
}

async function requests(call) {
  const { json } = await call("listRequests", { query: { reference: "W-5004", status: 207, limit: 1 } });
  const { id } = json.items[0];
  await call("getRequest", { path: { id } });
  await call("replayRequest", { path: { id } });
}

const SHEET = [
  "Bestellnummer;Kundennummer;Artikelnummer;Menge;Liefertermin",
  "T-7001;G0001;A001;2,5;24.12.2030",
  "T-7001;G0001;KAFFEE;1;24.12.2030",
  "T-7002;G0001;A001;viele;24.12.2030",
  "",
].join("\r\n");

async function spreadsheets(call) {
  const upload = { query: { filename: "orders.csv" }, form: SHEET };
  const draft = (await call("createImportDraft", upload)).json;
  const path = { id: draft.id };
  const members = { ...draft.mapping.members, "product.code": { column: "Artikelnummer", values: { KAFFEE: "P002737" } } };
  const changed = await call("changeImportDraft", { path, body: { version: draft.version, errorPolicy: "row", mapping: { members } } });
  const ended = async (name, body, status) => {
    await call(name, { path, body });
    return until(call, RUN_SECONDS, "getImportDraft", { path }, (seen) => seen.status === status);
  };
  const checked = await ended("checkImportDraft", { version: changed.json.version }, "checked");
  await call("listImportDraftRows", { path, query: { check: "rejected", limit: 1 } });
  await call("exportImportDraftRows", { path });
  const commit = { version: checked.json.version, saveMapping: "Customer G0001" };
  const imported = await ended("commitImportDraft", commit, "imported");
  await call("stopImportDraft", { path });
  const { json } = await call("listImportMappings");
  await call("listImportDrafts", { query: { limit: 1 } });
  await call("undoImportDraft", { path, body: { version: imported.json.version } });
  await call("removeImportMapping", { path: { id: json.items[0].id } });
  await call("removeImportDraft", { path });
}
