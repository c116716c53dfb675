# Generated from docs/openapi.json by clients/python/generate.py.
from __future__ import annotations
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict
from decimal import Decimal


class Assignee(TypedDict):
    """
    A user.
    """

    name: str


class Assignees(TypedDict):
    """
    Users to whom candidates can be assigned.
    """

    items: list[Assignee]


class AttachmentForm(TypedDict):
    """
    A file and its tags.
    """

    file: bytes
    tags: NotRequired[list[str]]


CalendarDate: TypeAlias = str


class CellReplacement(TypedDict):
    """
    Replaces texts in a column.
    """

    column: int
    find: str
    replace: str
    whole: NotRequired[bool]


class ChangeShape(TypedDict):
    """
    The values before and after a change.
    """

    old: NotRequired[str | None]
    new: NotRequired[str | None]


CodeOrNumber: TypeAlias = str | int


class CommentBody(TypedDict):
    """
    A comment.
    """

    text: str


Count: TypeAlias = int


DateOrInstant: TypeAlias = str | list[int]


DecimalModel: TypeAlias = Decimal


class DefaultViewBody(TypedDict):
    """
    The default view of the caller.
    """

    id: NotRequired[int | None]


class DiskSpace(TypedDict):
    """
    Free space of a disk. If it is less than `floorBytes`, write requests are rejected with 507.
    """

    name: str
    freeBytes: Count
    floorBytes: Count


class DismissedRows(TypedDict):
    """
    Number of dismissed rows.
    """

    dismissed: Count


class EditChange(TypedDict):
    """
    A change of one field: exactly one of `set`, `changeBy` and `clear`.
    """

    set: NotRequired[Any]
    changeBy: NotRequired[CodeOrNumber]
    clear: NotRequired[bool]


class EditChanges(TypedDict):
    """
    Changes by field. Absent fields stay unchanged. Values of `set` have the format of an override.
    """

    bpartner: NotRequired[EditChange]
    location: NotRequired[EditChange]
    contact: NotRequired[EditChange]
    billBPartner: NotRequired[EditChange]
    dropShipBPartner: NotRequired[EditChange]
    handOverBPartner: NotRequired[EditChange]
    productCode: NotRequired[EditChange]
    taxCategoryCode: NotRequired[EditChange]
    qty: NotRequired[EditChange]
    uomCode: NotRequired[EditChange]
    price: NotRequired[EditChange]
    currencyCode: NotRequired[EditChange]
    discount: NotRequired[EditChange]
    pricingSystemCode: NotRequired[EditChange]
    productDescription: NotRequired[EditChange]
    description: NotRequired[EditChange]
    poReference: NotRequired[EditChange]
    dateOrdered: NotRequired[EditChange]
    dateRequired: NotRequired[EditChange]
    presetDateInvoiced: NotRequired[EditChange]
    presetDateShipped: NotRequired[EditChange]
    orderDocType: NotRequired[EditChange]
    invoiceDocType: NotRequired[EditChange]
    paymentRule: NotRequired[EditChange]
    paymentTerm: NotRequired[EditChange]
    shipper: NotRequired[EditChange]
    salesPartnerCode: NotRequired[EditChange]
    warehouseCode: NotRequired[EditChange]
    warehouseDestCode: NotRequired[EditChange]
    deliveryRule: NotRequired[EditChange]
    deliveryViaRule: NotRequired[EditChange]
    line: NotRequired[EditChange]
    promotionCode: NotRequired[EditChange]


class EditCounts(TypedDict):
    """
    Counts of a bulk edit. `selected` is the sum of `changed`, `unchanged` and `refused`.
    """

    selected: Count
    changed: Count
    unchanged: Count
    refused: Count
    resolved: Count


class EditedCell(TypedDict):
    """
    A cell with a new text.
    """

    row: int
    column: int
    text: str | None


class ExternalReferenceRecord(TypedDict):
    system: CodeOrNumber
    id: CodeOrNumber


class FixRequest(TypedDict):
    """
    A request that resolves a problem.
    """

    method: str
    path: str
    body: Any


class GroupFilter(TypedDict):
    """
    Filter that matches exactly this group: the `filter` of a selection, or parameters of the list.
    """

    status: str
    problem: str
    cause: str
    dataSource: NotRequired[str]
    org: NotRequired[str]


class GroupWorth(TypedDict):
    """
    An amount in a currency.
    """

    currencyCode: str
    net: DecimalModel


class HeaderCounts(TypedDict):
    """
    Number of candidates of an incoming order by status.
    """

    new: Count
    held: Count
    error: Count
    processed: Count
    inactive: Count


class Health(TypedDict):
    """
    Liveness of the process.
    """

    status: str


class HoldGroupFilter(TypedDict):
    """
    Filter that matches exactly this group: the `filter` of a selection, or parameters of the list.
    """

    status: str
    hold: str
    dataSource: NotRequired[str]
    org: NotRequired[str]


Id: TypeAlias = int


class ImportDraftCommit(TypedDict):
    """
    The start of an import.
    """

    version: int
    saveMapping: NotRequired[str | None]


class ImportDraftResult(TypedDict):
    """
    Result of the import.
    """

    orders: Count
    requests: list[Id]


class ImportDraftVersion(TypedDict):
    """
    The version of an import draft that was read.
    """

    version: int


class ImportProgress(TypedDict):
    """
    Progress of the last check or import.
    """

    rows: Count
    total: Count


class ImportRowChecks(TypedDict):
    """
    Numbers of rows by result of the last check or import.
    """

    ready: Count
    problems: Count
    rejected: Count
    unchanged: Count
    conflict: Count


class IntakeSourceName(TypedDict):
    """
    A data source with its internal name.
    """

    id: Id
    name: str


class InvoiceDocumentType(TypedDict):
    """
    Document type of the future invoice.
    """

    id: Id
    docBaseType: str
    docSubType: NotRequired[str]
    name: str


class InvoiceDocumentTypeData(TypedDict):
    """
    A document type by base type and sub type.
    """

    docBaseType: CodeOrNumber
    docSubType: NotRequired[CodeOrNumber]


class LoggedRow(TypedDict):
    """
    Result for one row.
    """

    index: int
    outcome: str
    externalHeaderId: NotRequired[str]
    externalLineId: NotRequired[str]
    codes: NotRequired[list[str]]
    candidateId: NotRequired[Id]


class LoginBody(TypedDict):
    """
    User name and password.
    """

    user: str
    password: str


class MapBody(TypedDict):
    """
    The record to which an unresolved reference is mapped. Unknown fields are errors.
    """

    targetId: int | str
    remember: NotRequired[Literal['dataSource', 'bpartnerAndDataSource', 'none']]
    candidates: NotRequired[list[int | str]]


class MasterdataMemberChange(TypedDict):
    """
    A changed field.
    """

    member: str
    before: Any
    after: Any


NewId: TypeAlias = Id | None


Recipient: TypeAlias = str


NullableCode: TypeAlias = str | int | None


NullableFlag: TypeAlias = bool | None


NullableName: TypeAlias = str | None


NullableText: TypeAlias = str | None


NullableTimestamp: TypeAlias = str | None


class NumberPattern(TypedDict):
    """
    Number format of a document type.
    """

    docTypeName: str
    pattern: str


class NumberPatternData(TypedDict):
    """
    Format of document numbers: a prefix and the number, padded with zeros.
    """

    docTypeName: str
    pattern: str


class OpenCandidates(TypedDict):
    """
    Number and value of open candidates.
    """

    candidates: Count
    worth: list[GroupWorth]
    unpriced: Count


class OrderLineData(TypedDict):
    """
    A line of a sales order.
    """

    productCode: CodeOrNumber
    qty: Decimal | int
    price: NotRequired[Decimal | int]


class OrderOfCandidate(TypedDict):
    """
    Sales order that contains a candidate.
    """

    salesOrderId: str
    documentNo: str
    line: int


class OrderTax(TypedDict):
    """
    Tax of a sales order, calculated with one tax record.
    """

    taxCode: str
    name: NotRequired[str]
    rate: DecimalModel
    reverseCharge: bool
    base: DecimalModel
    amount: DecimalModel


class OrderedCandidate(TypedDict):
    """
    A candidate of an order line.
    """

    id: Id
    externalHeaderId: str
    externalLineId: str
    status: str
    line: int


class OrdersOfDay(TypedDict):
    """
    Number and value of sales orders.
    """

    orders: Count
    candidates: Count
    worth: list[GroupWorth]
    whole: bool


class OrganisationStorage(TypedDict):
    """
    Stored bytes of an organisation.
    """

    orgCode: NotRequired[str | None]
    attachmentBytes: int
    attachmentQuota: Count
    refusedRequestBytes: int
    refusedRequestQuota: Count


Outcome: TypeAlias = Literal['created', 'unchanged', 'rejected']


class OverrideInvoiceDocumentType(TypedDict):
    """
    A document type by base type and sub type.
    """

    docBaseType: CodeOrNumber
    docSubType: NotRequired[CodeOrNumber]


class OverrideRole(TypedDict):
    """
    A business partner by identifier string.
    """

    bpartner: str | int
    location: NotRequired[str | int]
    contact: NotRequired[str | int]


class OwnQueue(TypedDict):
    """
    Candidates that are assigned to a user.
    """

    candidates: Count
    error: Count
    orders: Count
    oldest: NotRequired[NullableTimestamp]


class PlannedRelease(TypedDict):
    """
    Effect of releasing a reason, with all other releases as in the request.
    """

    given: bool
    candidates: Count
    orders: Count
    failed: Count


class PlannedStays(TypedDict):
    """
    Number of candidates that would not become order lines, by reason. Candidates that pass re-validation are not
    included, so the sum can be less than `stayed` plus `failed` in `counts`.
    """

    held: Count
    error: Count
    processed: Count
    inactive: Count


class PriceStep(TypedDict):
    """
    A price list version that was searched.
    """

    priceListCode: str
    validFrom: CalendarDate
    found: str


class ProblemCount(TypedDict):
    """
    Number of candidates with a problem.
    """

    code: str
    message: str
    count: Count


class ProcessSettingsBody(TypedDict):
    """
    Changes of process settings. Absent fields stay unchanged.
    """

    active: NotRequired[bool]
    cron: NotRequired[str]
    pausedUntil: NotRequired[NullableTimestamp]
    mergeLines: NotRequired[bool]
    handOver: NotRequired[bool]
    numberPatterns: NotRequired[list[NumberPatternData]]


class Scale(TypedDict):
    fromQuantity: Decimal | int
    price: Decimal | int


Gtin: TypeAlias = str | int


class Ready(TypedDict):
    """
    Readiness of the server.
    """

    status: str
    quiet: NotRequired[bool]


RecordActive: TypeAlias = bool | None


RecordCode: TypeAlias = str | int


RecordDeliveryRule: TypeAlias = str | int | None


RecordDeliveryViaRule: TypeAlias = str | int | None


RecordExternalId: TypeAlias = str | int | None


RecordExternalReferences: TypeAlias = list[ExternalReferenceRecord]
"""
Ids in external systems, each with `system` and `id`. A list replaces the stored one
"""


RecordOrg: TypeAlias = str | int | None


RecordPaymentRule: TypeAlias = Literal['OnCredit', 'Paypal', 'DirectDebit'] | None


RecordPaymentTerm: TypeAlias = str | int | None


RecordPricingSystem: TypeAlias = str | int | None


RecordShipper: TypeAlias = str | int | None


RecordWarehouse: TypeAlias = str | int | None


class Reference(TypedDict):
    """
    A reference to a record by id, code and name. Fields without a value are absent.
    """

    id: NewId
    code: NotRequired[str]
    name: NotRequired[str]


class ReferenceSuggestion(TypedDict):
    """
    An existing record that may be meant.
    """

    id: Id
    code: NotRequired[str]
    name: NotRequired[str]
    reason: str


class RejectedRowDismissal(TypedDict):
    """
    The reason for dismissing a rejected row.
    """

    reason: str


RejectedRowFilter = TypedDict(
    'RejectedRowFilter',
    {
        'org': NotRequired[str],
        'dataSource': NotRequired[str],
        'cause': NotRequired[str],
        'q': NotRequired[str],
        'from': NotRequired[str],
        'to': NotRequired[str],
    },
)


class RejectedRowsDismissal(TypedDict):
    """
    The reason for dismissing open rejected rows, and either their ids or a filter.
    """

    reason: str
    ids: NotRequired[list[int | str]]
    filter: NotRequired[RejectedRowFilter]


class RemainingProblem(TypedDict):
    """
    A problem that candidates would still have after an edit.
    """

    code: str
    candidates: Count


class RemovedTax(TypedDict):
    """
    A tax that was removed from a price.
    """

    taxCode: str
    rate: DecimalModel


class RoleNames(TypedDict):
    """
    A partner with location and contact.
    """

    bpartner: Reference
    location: NotRequired[Reference]
    contact: NotRequired[Reference]


class RotateBody(TypedDict):
    """
    Options for the replacement of the secret.
    """

    keepOldFor: NotRequired[int]


class RunCounts(TypedDict):
    """
    Counts of a run. `selected` is the sum of `processed`, `stayed` and `failed`.
    """

    selected: Count
    added: Count
    processed: Count
    orders: Count
    stayed: Count
    failed: Count


SalesOrderId: TypeAlias = str


class SavedViewColumn(TypedDict):
    """
    A column of a list.
    """

    name: str
    width: NotRequired[int]
    pinned: bool
    hidden: bool


class SavedViewColumnData(TypedDict):
    """
    A column of a list.
    """

    name: CodeOrNumber
    width: NotRequired[int]
    pinned: NotRequired[bool]
    hidden: NotRequired[bool]


class SelectionFilterData(TypedDict):
    """
    Filter of candidates, with at least one parameter of the list.
    """

    status: NotRequired[str | list[Literal['new', 'error', 'processed', 'inactive']]]
    dataSource: NotRequired[CodeOrNumber]
    externalSystem: NotRequired[CodeOrNumber]
    org: NotRequired[CodeOrNumber]
    bpartner: NotRequired[CodeOrNumber]
    product: NotRequired[CodeOrNumber]
    externalHeaderId: NotRequired[CodeOrNumber]
    dateRequiredFrom: NotRequired[CalendarDate]
    dateRequiredTo: NotRequired[CalendarDate]
    createdFrom: NotRequired[CodeOrNumber]
    createdTo: NotRequired[CodeOrNumber]
    q: NotRequired[CodeOrNumber]
    problem: NotRequired[CodeOrNumber]
    cause: NotRequired[CodeOrNumber]
    hold: NotRequired[
        Literal[
            'waiting',
            'destination',
            'release',
            'sibling.error',
            'sibling.rejected',
            'header.incomplete',
            'header.settling',
            'order.voided',
        ]
    ]
    waitingUntilFrom: NotRequired[CalendarDate]
    waitingUntilTo: NotRequired[CalendarDate]
    assignedTo: NotRequired[CodeOrNumber]
    headerOf: NotRequired[list[int | str]]
    hasAttachment: NotRequired[bool]
    held: NotRequired[bool]
    hasComments: NotRequired[bool]
    requestId: NotRequired[int | str]
    importDraft: NotRequired[int | str]
    runId: NotRequired[int | str]
    outcome: NotRequired[
        Literal['ordered', 'held', 'failed', 'passed', 'changed', 'unchanged']
    ]
    poReference: NotRequired[CodeOrNumber]
    promotionCode: NotRequired[CodeOrNumber]
    unresolvedReference: NotRequired[CodeOrNumber]
    exclude: NotRequired[list[int | str]]


class Seller(TypedDict):
    """
    The seller of a sales order, from the letterhead of the organisation.
    """

    name: str
    address1: NotRequired[str]
    address2: NotRequired[str]
    postal: NotRequired[str]
    city: NotRequired[str]
    countryCode: NotRequired[str]
    vatId: NotRequired[str]
    phone: NotRequired[str]
    email: NotRequired[str]
    footer: NotRequired[str]


class SentAgain(TypedDict):
    """
    Result of a resend.
    """

    deliveries: Count


class SentKey(TypedDict):
    """
    A key with which a row names a record.
    """

    key: str
    value: str


class ShipperRecord(TypedDict):
    """
    Shipper
    """

    org: NotRequired[RecordOrg]
    code: RecordCode
    externalId: NotRequired[RecordExternalId]
    name: NotRequired[NullableName]
    active: NotRequired[RecordActive]


class SourceDay(TypedDict):
    """
    Candidates of a data source today, compared with the usual number.
    """

    dataSource: IntakeSourceName
    last: NotRequired[NullableTimestamp]
    today: Count
    usualByNow: NotRequired[int | None]
    usual: NotRequired[int | None]
    quiet: bool


class SpreadsheetFileSettings(TypedDict):
    """
    Settings of a file. Absent settings are detected.
    """

    sheet: NotRequired[str | None]
    headerRow: NotRequired[int | None]
    firstRow: NotRequired[int | None]
    encoding: NotRequired[str | None]
    delimiter: NotRequired[str | None]
    decimalSign: NotRequired[str | None]
    dateOrder: NotRequired[str | None]
    hiddenRows: NotRequired[str | None]


class SpreadsheetSample(TypedDict):
    """
    A value of the sheet.
    """

    cell: str
    text: str


class SpreadsheetSheet(TypedDict):
    """
    A sheet of a workbook.
    """

    name: str
    hidden: bool


class SpreadsheetSkippedRows(TypedDict):
    """
    Numbers of rows that are not imported.
    """

    hidden: Count
    subtotals: Count
    headers: Count
    unmapped: Count
    first: list[int]


class SpreadsheetTextPart(TypedDict):
    """
    One part of a text that contains a separator.
    """

    at: str
    part: Count


class SpreadsheetTotals(TypedDict):
    """
    Counts of the sheet.
    """

    rows: Count
    orders: Count
    unreadable: Count
    edited: Count
    skipped: SpreadsheetSkippedRows


class StatusCounts(TypedDict):
    """
    Number of candidates by current status.
    """

    new: Count
    error: Count
    processed: Count
    inactive: Count


class StoredBytes(TypedDict):
    """
    Stored bytes and their limits.
    """

    disks: list[DiskSpace]
    organisations: list[OrganisationStorage]


class StoredExternalReferenceRecord(TypedDict):
    system: str
    id: str


class Scale1(TypedDict):
    fromQuantity: Decimal
    price: Decimal


StoredRecordActive: TypeAlias = bool


StoredRecordDeliveryRule: TypeAlias = str


StoredRecordDeliveryViaRule: TypeAlias = str


StoredRecordExternalReferences: TypeAlias = list[StoredExternalReferenceRecord]
"""
Ids in external systems, each with `system` and `id`. A list replaces the stored one
"""


StoredRecordOrg: TypeAlias = str


StoredRecordPaymentRule: TypeAlias = Literal['OnCredit', 'Paypal', 'DirectDebit']


StoredRecordPaymentTerm: TypeAlias = str


StoredRecordVersion: TypeAlias = int


StoredRecordWarehouse: TypeAlias = str


class StoredShipperRecord(TypedDict):
    """
    Shipper
    """

    id: int
    version: StoredRecordVersion
    org: NotRequired[StoredRecordOrg]
    code: str
    externalId: NotRequired[str]
    name: NotRequired[str]
    active: NotRequired[StoredRecordActive]


class StoredTaxCategoryRecord(TypedDict):
    """
    Tax category
    """

    id: int
    version: StoredRecordVersion
    org: NotRequired[StoredRecordOrg]
    code: str
    name: str
    active: NotRequired[StoredRecordActive]


class StoredTaxRecord(TypedDict):
    """
    Tax
    """

    id: int
    version: StoredRecordVersion
    org: NotRequired[StoredRecordOrg]
    code: str
    name: NotRequired[str]
    taxCategory: str
    fromCountry: str
    toCountry: NotRequired[str]
    rate: Decimal
    validFrom: CalendarDate
    validTo: NotRequired[CalendarDate]
    requiresVatId: NotRequired[bool]
    reverseCharge: NotRequired[bool]
    perLine: NotRequired[bool]
    active: NotRequired[StoredRecordActive]


StoredUnitConversionRecord = TypedDict(
    'StoredUnitConversionRecord',
    {
        'id': int,
        'version': StoredRecordVersion,
        'from': str,
        'to': str,
        'multiplier': Decimal,
        'divisor': NotRequired[Decimal],
        'active': NotRequired[StoredRecordActive],
    },
)


class StoredUnitRecord(TypedDict):
    """
    Unit
    """

    id: int
    version: StoredRecordVersion
    code: str
    name: str
    precision: NotRequired[int]
    roundConvertedQuantities: NotRequired[bool]
    active: NotRequired[StoredRecordActive]


class StoredWarehouseRecord(TypedDict):
    """
    Warehouse
    """

    id: int
    version: StoredRecordVersion
    org: NotRequired[StoredRecordOrg]
    code: str
    name: NotRequired[str]
    country: NotRequired[str]
    active: NotRequired[StoredRecordActive]


class SuggestedRecord(TypedDict):
    """
    An existing record with a code similar to an unknown one.
    """

    code: str
    name: str


class SyncAdvice(TypedDict):
    """
    Sync advice. The advice of a record takes precedence over the advice of its partner block. Default, also of absent fields: `FAIL` and `DONT_UPDATE`.
    """

    ifNotExists: NotRequired[Literal['CREATE', 'FAIL']]
    ifExists: NotRequired[
        Literal['DONT_UPDATE', 'UPDATE_MERGE', 'UPDATE_REMOVE', 'ASSERT_UNCHANGED']
    ]


class Tag(TypedDict):
    """
    A key and value that the sender added to a file.
    """

    key: str
    value: str


class TaxCategoryRecord(TypedDict):
    """
    Tax category
    """

    org: NotRequired[RecordOrg]
    code: RecordCode
    name: str
    active: NotRequired[RecordActive]


class TaxRecord(TypedDict):
    """
    Tax
    """

    org: NotRequired[RecordOrg]
    code: RecordCode
    name: NotRequired[NullableName]
    taxCategory: CodeOrNumber
    fromCountry: CodeOrNumber
    toCountry: NotRequired[NullableCode]
    rate: Decimal | int
    validFrom: CalendarDate
    validTo: NotRequired[str | None]
    requiresVatId: NotRequired[NullableFlag]
    reverseCharge: NotRequired[NullableFlag]
    perLine: NotRequired[NullableFlag]
    active: NotRequired[RecordActive]


Timestamp: TypeAlias = str


class Total(TypedDict):
    """
    Number of matching entries.
    """

    value: Count
    exact: bool


class TriedMessage(TypedDict):
    """
    A message that a rule would have sent.
    """

    at: Timestamp
    subject: str
    text: str


TriedRule = TypedDict(
    'TriedRule',
    {
        'days': int,
        'from': Timestamp,
        'messages': list[TriedMessage],
        'more': bool,
    },
)


class UndoCounts(TypedDict):
    """
    Counts of an undo. `selected` is the sum of `restored` and `left`.
    """

    selected: Count
    restored: Count
    orders: Count
    left: Count


class UndoRecordBody(TypedDict):
    """
    The change of a record to undo.
    """

    requestId: CodeOrNumber
    reason: NotRequired[str]


class UndoneRecord(TypedDict):
    """
    A record that was restored or removed by an undo.
    """

    kind: str
    id: int
    version: int
    outcome: str
    changes: list[MasterdataMemberChange]


UnitConversionRecord = TypedDict(
    'UnitConversionRecord',
    {
        'from': CodeOrNumber,
        'to': CodeOrNumber,
        'multiplier': Decimal | int,
        'divisor': NotRequired[Decimal | int | None],
        'active': NotRequired[RecordActive],
    },
)


class UnitRecord(TypedDict):
    """
    Unit
    """

    code: RecordCode
    name: str
    precision: NotRequired[int | None]
    roundConvertedQuantities: NotRequired[NullableFlag]
    active: NotRequired[RecordActive]


class UnknownSheetValue(TypedDict):
    """
    A value that names no record.
    """

    member: str
    code: str
    value: str
    rows: Count
    suggestions: list[SuggestedRecord]


class UnresolvedReference(TypedDict):
    """
    A missing record, with the lines that refer to it. Lines of a data source that name the record by the same keys
    are in one entry.
    """

    id: str
    org: Reference
    kind: str
    keys: list[SentKey]
    dataSourceId: Id
    dataSourceInternalName: NotRequired[str]
    externalSystemCode: NotRequired[str]
    bpartner: NotRequired[Reference]
    lines: Count
    orders: Count
    worth: list[GroupWorth]
    unpriced: Count
    oldest: Timestamp
    example: Id


class UnresolvedReferenceDetails(UnresolvedReference):
    """
    An unresolved reference with suggestions.
    """

    suggestions: list[ReferenceSuggestion]


class UnresolvedReferencePage(TypedDict):
    """
    A page of unresolved references.
    """

    items: list[UnresolvedReference]
    next: NotRequired[str]


class UpsertedRow(TypedDict):
    """
    Result for one record.
    """

    index: int
    id: NewId
    version: int
    outcome: str


ValueSource = TypedDict(
    'ValueSource',
    {
        'from': str,
        'code': NotRequired[str],
    },
)


class VoidBody(TypedDict):
    """
    The reason for voiding a sales order.
    """

    reason: NotRequired[str]


class WaitingOrders(TypedDict):
    """
    Sales orders whose transfer is unconfirmed: the receiver has not replied, or has rejected it.
    """

    count: Count
    oldest: NotRequired[NullableTimestamp]


class WarehouseRecord(TypedDict):
    """
    Warehouse
    """

    org: NotRequired[RecordOrg]
    code: RecordCode
    name: NotRequired[NullableName]
    country: NotRequired[NullableCode]
    active: NotRequired[RecordActive]


class Webhook(TypedDict):
    """
    A webhook: a URL that receives events.
    """

    id: Id
    version: int
    url: str
    types: list[str]
    orgCode: NotRequired[str | None]
    dataSourceId: NotRequired[Id | None]
    include: NotRequired[str | None]
    description: NotRequired[str | None]
    status: str
    statusReason: NotRequired[str | None]
    statusBy: NotRequired[str | None]
    statusAt: Timestamp
    createdAt: Timestamp
    createdBy: str
    lastSuccessAt: NotRequired[NullableTimestamp]
    lastFailureAt: NotRequired[NullableTimestamp]
    failingSince: NotRequired[NullableTimestamp]
    waiting: Count
    oldestWaitingAt: NotRequired[NullableTimestamp]
    secretRotatedAt: NotRequired[NullableTimestamp]


class WebhookAttempt(TypedDict):
    """
    An attempt to deliver an event.
    """

    at: Timestamp
    durationMs: int
    status: NotRequired[int | None]
    error: NotRequired[str | None]
    answer: NotRequired[str | None]


class WebhookBody(TypedDict):
    """
    A webhook.
    """

    url: str
    types: NotRequired[
        list[
            Literal[
                'orderdock.candidate.received',
                'orderdock.candidate.corrected',
                'orderdock.candidate.ready',
                'orderdock.candidate.error',
                'orderdock.candidate.inactive',
                'orderdock.candidate.reactivated',
                'orderdock.candidate.ordered',
                'orderdock.order.completed',
                'orderdock.order.handed-over',
                'orderdock.order.voided',
                'orderdock.attachment.added',
                'orderdock.request.rejected',
                'orderdock.run.finished',
                'orderdock.masterdata.changed',
            ]
        ]
    ]
    orgCode: NotRequired[CodeOrNumber]
    dataSource: NotRequired[CodeOrNumber]
    include: NotRequired[Literal['record']]
    description: NotRequired[str]
    active: NotRequired[bool]


class WebhookDelivery(TypedDict):
    """
    A delivery of an event to a webhook.
    """

    id: Id
    eventId: str
    type: str
    subject: NotRequired[str | None]
    status: str
    createdAt: Timestamp
    nextAttemptAt: NotRequired[NullableTimestamp]
    attempts: list[WebhookAttempt]
    attemptCount: int
    manual: bool
    body: NotRequired[str]


class WebhookList(TypedDict):
    """
    The webhooks.
    """

    items: list[Webhook]


class WebhookPatch(TypedDict):
    """
    Changes of a webhook. Absent fields stay unchanged; null clears a field.
    """

    version: int
    url: NotRequired[str]
    types: NotRequired[
        list[
            Literal[
                'orderdock.candidate.received',
                'orderdock.candidate.corrected',
                'orderdock.candidate.ready',
                'orderdock.candidate.error',
                'orderdock.candidate.inactive',
                'orderdock.candidate.reactivated',
                'orderdock.candidate.ordered',
                'orderdock.order.completed',
                'orderdock.order.handed-over',
                'orderdock.order.voided',
                'orderdock.attachment.added',
                'orderdock.request.rejected',
                'orderdock.run.finished',
                'orderdock.masterdata.changed',
            ]
        ]
        | None
    ]
    orgCode: NotRequired[NullableCode]
    dataSource: NotRequired[NullableCode]
    include: NotRequired[Literal['record'] | None]
    description: NotRequired[NullableText]
    active: NotRequired[bool]


class Worth(TypedDict):
    """
    Total value of the orders in one currency.
    """

    currencyCode: str
    orders: Count
    amount: NotRequired[DecimalModel]


class AccessToken(TypedDict):
    """
    An access token. Its secret is not stored.
    """

    id: Id
    name: str
    scopes: list[str]
    organisations: list[Reference]
    createdAt: Timestamp
    createdBy: str
    expiresAt: NotRequired[Timestamp]
    revokedAt: NotRequired[Timestamp]
    lastUsedAt: NotRequired[Timestamp]


class Allocation(TypedDict):
    """
    Quantity of a candidate in an order line.
    """

    candidateId: Id
    qty: DecimalModel


class BusinessPartner(TypedDict):
    """
    A business partner.
    """

    id: NewId
    metasfreshId: NewId
    parentId: NotRequired[Id]
    name: str
    code: NotRequired[str]
    externalId: NotRequired[str]
    name2: NotRequired[str]
    name3: NotRequired[str]
    companyName: NotRequired[str]
    phone: NotRequired[str]
    language: NotRequired[str]
    url: NotRequired[str]
    url2: NotRequired[str]
    url3: NotRequired[str]
    globalId: NotRequired[str]
    vatId: NotRequired[str]
    group: NotRequired[str]
    active: bool
    customer: bool
    vendor: bool
    company: bool


class BusinessPartnerData(TypedDict):
    """
    A business partner. Creating it requires a name.
    """

    active: NotRequired[bool | None]
    code: NotRequired[NullableCode]
    externalId: NotRequired[NullableCode]
    name: NotRequired[NullableName]
    name2: NotRequired[NullableName]
    name3: NotRequired[NullableName]
    companyName: NotRequired[NullableName]
    group: NotRequired[NullableName]
    phone: NotRequired[NullableName]
    language: NotRequired[NullableCode]
    url: NotRequired[NullableText]
    url2: NotRequired[NullableText]
    url3: NotRequired[NullableText]
    globalId: NotRequired[NullableCode]
    vatId: NotRequired[NullableCode]
    parentId: NotRequired[int | str | None]
    customer: NotRequired[bool | None]
    vendor: NotRequired[bool | None]
    invoiceRule: NotRequired[NullableCode]
    syncAdvise: NotRequired[SyncAdvice | None]


class BusinessPartnerGroupRecord(TypedDict):
    """
    Business partner group
    """

    org: NotRequired[RecordOrg]
    name: str
    pricingSystem: NotRequired[RecordPricingSystem]
    paymentRule: NotRequired[RecordPaymentRule]
    paymentTerm: NotRequired[RecordPaymentTerm]
    shipper: NotRequired[RecordShipper]
    warehouse: NotRequired[RecordWarehouse]
    deliveryRule: NotRequired[RecordDeliveryRule]
    deliveryViaRule: NotRequired[RecordDeliveryViaRule]
    active: NotRequired[RecordActive]


class BusinessPartnerProductRecord(TypedDict):
    """
    Business partner product
    """

    org: NotRequired[RecordOrg]
    bpartner: CodeOrNumber
    product: CodeOrNumber
    number: CodeOrNumber
    description: NotRequired[NullableName]
    active: NotRequired[RecordActive]


class BusinessPartnerRecordContacts(TypedDict):
    """
    Contact
    """

    org: NotRequired[NullableCode]
    externalId: NotRequired[RecordExternalId]
    code: NotRequired[NullableCode]
    name: str
    greeting: NotRequired[NullableName]
    firstName: NotRequired[NullableName]
    lastName: NotRequired[NullableName]
    email: NotRequired[NullableName]
    phone: NotRequired[NullableName]
    mobilePhone: NotRequired[NullableName]
    fax: NotRequired[NullableName]
    description: NotRequired[NullableText]
    newsletter: NotRequired[NullableFlag]
    defaultContact: NotRequired[NullableFlag]
    shipToDefault: NotRequired[NullableFlag]
    billToDefault: NotRequired[NullableFlag]
    sales: NotRequired[NullableFlag]
    salesDefault: NotRequired[NullableFlag]
    purchase: NotRequired[NullableFlag]
    purchaseDefault: NotRequired[NullableFlag]
    subjectMatter: NotRequired[NullableFlag]
    externalReferences: NotRequired[RecordExternalReferences]
    active: NotRequired[RecordActive]


class BusinessPartnerRecordLocations(TypedDict):
    """
    Location
    """

    org: NotRequired[NullableCode]
    externalId: NotRequired[RecordExternalId]
    gln: NotRequired[NullableCode]
    name: NotRequired[NullableName]
    bpartnerName: NotRequired[NullableName]
    address1: NotRequired[NullableName]
    address2: NotRequired[NullableName]
    address3: NotRequired[NullableName]
    address4: NotRequired[NullableName]
    poBox: NotRequired[NullableName]
    postal: NotRequired[NullableCode]
    city: NotRequired[NullableName]
    district: NotRequired[NullableName]
    region: NotRequired[NullableName]
    country: CodeOrNumber
    shipTo: NotRequired[bool | None]
    shipToDefault: NotRequired[NullableFlag]
    billTo: NotRequired[bool | None]
    billToDefault: NotRequired[NullableFlag]
    externalReferences: NotRequired[RecordExternalReferences]
    active: NotRequired[RecordActive]
    postalCodeId: NotRequired[int]


class CancelledCandidate(TypedDict):
    """
    A cancelled candidate. Candidates that were already excluded are included.
    """

    id: Id
    externalHeaderId: str
    externalLineId: str
    status: str
    version: int


class CandidateCountsAnswer(TypedDict):
    """
    Number of matching candidates by status.
    """

    all: Total
    new: Total
    ready: Total
    error: Total
    processed: Total
    inactive: Total


class CandidateValues(TypedDict):
    """
    Values, with the field names of an override. References contain `id`, `code` and `name`.
    """

    productDescription: NotRequired[str]
    description: NotRequired[str]
    qty: NotRequired[DecimalModel]
    uomCode: NotRequired[Reference]
    price: NotRequired[DecimalModel]
    currencyCode: NotRequired[str]
    discount: NotRequired[DecimalModel]
    pricingSystemCode: NotRequired[Reference]
    taxCategoryCode: NotRequired[Reference]
    productCode: NotRequired[Reference]
    bpartner: NotRequired[Reference]
    location: NotRequired[Reference]
    contact: NotRequired[Reference]
    billBPartner: NotRequired[RoleNames]
    dropShipBPartner: NotRequired[RoleNames]
    handOverBPartner: NotRequired[RoleNames]
    poReference: NotRequired[str]
    dateOrdered: NotRequired[CalendarDate]
    dateRequired: NotRequired[CalendarDate]
    presetDateInvoiced: NotRequired[CalendarDate]
    presetDateShipped: NotRequired[CalendarDate]
    orderDocType: NotRequired[str]
    invoiceDocType: NotRequired[InvoiceDocumentType]
    paymentRule: NotRequired[str]
    paymentTerm: NotRequired[Reference]
    shipper: NotRequired[Reference]
    salesPartnerCode: NotRequired[Reference]
    warehouseCode: NotRequired[Reference]
    warehouseDestCode: NotRequired[Reference]
    deliveryRule: NotRequired[str]
    deliveryViaRule: NotRequired[str]
    line: NotRequired[int]
    promotionCode: NotRequired[str]


class Comment(TypedDict):
    """
    A comment with its time and author.
    """

    at: Timestamp
    actor: str
    text: str


class Contact(TypedDict):
    """
    A contact person of a business partner.
    """

    id: NewId
    metasfreshId: NewId
    metasfreshBPartnerId: NewId
    name: str
    externalId: NotRequired[str]
    code: NotRequired[str]
    greeting: NotRequired[str]
    firstName: NotRequired[str]
    lastName: NotRequired[str]
    email: NotRequired[str]
    phone: NotRequired[str]
    mobilePhone: NotRequired[str]
    fax: NotRequired[str]
    description: NotRequired[str]
    active: bool
    newsletter: bool
    defaultContact: bool
    shipToDefault: bool
    billToDefault: bool
    sales: bool
    salesDefault: bool
    purchase: bool
    purchaseDefault: bool
    subjectMatter: bool


class ContactData(TypedDict):
    """
    A contact. Creating it requires a name, or first and last name.
    """

    active: NotRequired[bool | None]
    externalId: NotRequired[NullableCode]
    code: NotRequired[NullableCode]
    name: NotRequired[NullableName]
    greeting: NotRequired[NullableName]
    firstName: NotRequired[NullableName]
    lastName: NotRequired[NullableName]
    email: NotRequired[NullableName]
    phone: NotRequired[NullableName]
    mobilePhone: NotRequired[NullableName]
    fax: NotRequired[NullableName]
    description: NotRequired[NullableText]
    newsletter: NotRequired[bool | None]
    defaultContact: NotRequired[bool | None]
    shipToDefault: NotRequired[bool | None]
    billToDefault: NotRequired[bool | None]
    sales: NotRequired[bool | None]
    salesDefault: NotRequired[bool | None]
    purchase: NotRequired[bool | None]
    purchaseDefault: NotRequired[bool | None]
    subjectMatter: NotRequired[bool | None]
    syncAdvise: NotRequired[SyncAdvice | None]


class CountryRecord(TypedDict):
    """
    Country
    """

    code: str
    name: str
    active: NotRequired[RecordActive]


class CreatedRecord(TypedDict):
    """
    A master data record that was created for a row.
    """

    kind: str
    id: NewId
    code: NotRequired[str]


class CreatedWebhook(Webhook):
    """
    A created webhook.
    """

    secret: str


class CrossReferenceRecord(TypedDict):
    """
    Cross-reference
    """

    org: NotRequired[RecordOrg]
    dataSource: NotRequired[NullableCode]
    bpartner: NotRequired[NullableCode]
    kind: Literal[
        'bpartner',
        'location',
        'contact',
        'product',
        'uom',
        'shipper',
        'paymentTerm',
        'warehouse',
    ]
    member: NotRequired[Literal['any', 'code', 'externalId', 'gln'] | None]
    value: CodeOrNumber
    targetBpartner: NotRequired[NullableCode]
    targetLocation: NotRequired[NullableCode]
    targetContact: NotRequired[NullableCode]
    targetProduct: NotRequired[NullableCode]
    targetUom: NotRequired[NullableCode]
    targetShipper: NotRequired[NullableCode]
    targetPaymentTerm: NotRequired[NullableCode]
    targetWarehouse: NotRequired[NullableCode]
    note: NotRequired[NullableText]
    active: NotRequired[RecordActive]
    useCount: NotRequired[int]
    lastUsedAt: NotRequired[str]
    createdBy: NotRequired[str]


class CurrencyRecord(TypedDict):
    """
    Currency
    """

    code: str
    name: str
    precision: NotRequired[int | None]
    active: NotRequired[RecordActive]


class DataSourceProcessing(TypedDict):
    """
    Settings of a data source for its incoming orders. They are part of the master data and are changed there.
    """

    id: Id
    org: Reference
    internalNames: list[str]
    settleSeconds: int
    releaseByHand: bool
    partialHeaders: bool


class DataSourceRecord(TypedDict):
    """
    Data source
    """

    org: NotRequired[RecordOrg]
    internalNames: list[CodeOrNumber]
    externalId: NotRequired[RecordExternalId]
    code: NotRequired[NullableCode]
    name: NotRequired[NullableName]
    settleSeconds: NotRequired[int | None]
    partialHeaders: NotRequired[NullableFlag]
    releaseByHand: NotRequired[NullableFlag]
    keyMismatch: NotRequired[Literal['warn', 'reject'] | None]
    unsupportedMembers: NotRequired[Literal['problem', 'warn'] | None]
    externalSystem: NotRequired[NullableCode]
    externalIds: NotRequired[Literal['shared', 'own'] | None]
    differences: NotRequired[Literal['warn', 'problem'] | None]
    unresolvedReferences: NotRequired[Literal['reject', 'store'] | None]
    active: NotRequired[RecordActive]


class DeliveryPage(TypedDict):
    """
    A page of deliveries, newest first.
    """

    items: list[WebhookDelivery]
    next: NotRequired[str]


class DocumentType(TypedDict):
    """
    Document type of a sales order or of its invoice.
    """

    id: Id
    name: str
    docBaseType: str
    docSubType: NotRequired[str]


class DocumentTypeRecord(TypedDict):
    """
    Document type
    """

    org: NotRequired[RecordOrg]
    name: str
    baseType: Literal['SOO', 'ARI']
    subType: NotRequired[str | None]
    default: NotRequired[NullableFlag]
    active: NotRequired[RecordActive]


class EditedValues(CandidateValues):
    """
    Values of the fields that change.
    """

    status: NotRequired[str]


class EventData(TypedDict):
    """
    Record that the event is about. If the record was archived since, only its id and a few fields are present.
    """

    id: Id
    salesOrderId: NotRequired[SalesOrderId]
    version: NotRequired[int]
    orgCode: NotRequired[str]
    dataSourceId: NotRequired[Id]
    dataSourceInternalName: NotRequired[str]
    externalSystemCode: NotRequired[str]
    externalHeaderId: NotRequired[str]
    externalLineId: NotRequired[str]
    poReference: NotRequired[str]
    documentNo: NotRequired[str]
    status: NotRequired[str]
    kind: NotRequired[str]
    requestId: NotRequired[str]
    filename: NotRequired[str]
    record: NotRequired[dict[str, Any]]


class ExcludedOrder(TypedDict):
    """
    An incoming order that is skipped because `exclude` contains one of its lines.
    """

    candidateId: Id
    externalHeaderId: NotRequired[str]
    poReference: str
    lines: Count


class ExternalSystemRecord(TypedDict):
    """
    External system
    """

    org: NotRequired[RecordOrg]
    code: RecordCode
    name: NotRequired[NullableName]
    active: NotRequired[RecordActive]


class Fix(TypedDict):
    """
    A suggested fix: a change that resolves a problem or ends a hold. It contains either `patch` or `request`.
    """

    kind: str
    words: str
    sureness: str
    needs: str
    shared: NotRequired[bool]
    allowed: bool
    patch: NotRequired[dict[str, Any]]
    members: NotRequired[list[str]]
    caution: NotRequired[str]
    leaves: NotRequired[list[str]]
    request: NotRequired[FixRequest]
    fill: NotRequired[list[str]]


class GroupFix(Fix):
    """
    A suggested fix that may resolve the same problem for many candidates.
    """

    changes: NotRequired[dict[str, Any]]


class HandedOverData(TypedDict):
    """
    Reply of a receiver for one order.
    """

    salesOrderId: int | str
    receiver: CodeOrNumber
    number: NotRequired[CodeOrNumber]
    at: NotRequired[Timestamp]
    refused: NotRequired[str]


class Handover(TypedDict):
    """
    Reply of a receiver to the transfer of a sales order: confirmed, or rejected with a reason.
    """

    receiver: str
    at: Timestamp
    number: NotRequired[str]
    refused: NotRequired[str]


class HeldFigures(TypedDict):
    """
    Number, age and value of candidates on hold.
    """

    candidates: Count
    orders: Count
    since: NotRequired[Timestamp]
    worth: list[GroupWorth]
    unpriced: Count


class HoldGroup(HeldFigures):
    """
    Candidates with the same hold reason.
    """

    hold: str
    releasable: bool
    filter: HoldGroupFilter


class HoldGroupsAnswer(HeldFigures):
    """
    Candidates on hold, grouped by reason.
    """

    items: list[HoldGroup]
    complete: bool


class ImportDraftProblem(TypedDict):
    """
    A problem of a row.
    """

    code: str
    kind: str
    message: str
    params: NotRequired[dict[str, Any]]
    pointer: str
    column: NotRequired[int]
    cell: NotRequired[str]
    seen: NotRequired[str]
    suggestions: list[SuggestedRecord]


class ImportDraftRow(TypedDict):
    """
    A row of an import draft.
    """

    row: int
    cells: list[str]
    edited: list[int]
    check: NotRequired[str]
    headerId: NotRequired[str]
    problems: list[ImportDraftProblem]


class ImportDraftRows(TypedDict):
    """
    A page of rows of an import draft.
    """

    items: list[ImportDraftRow]
    total: Count


class ImportDraftSummary(TypedDict):
    """
    An uploaded spreadsheet.
    """

    id: Id
    version: int
    org: str
    fileName: str
    size: int
    status: str
    createdBy: str
    createdAt: Timestamp
    changedBy: str
    changedAt: Timestamp
    expiresAt: Timestamp
    checks: NotRequired[ImportRowChecks]
    progress: NotRequired[ImportProgress]


class Instance(TypedDict):
    """
    An instance that uses the database or has used it recently.
    """

    id: Id
    name: str
    version: str
    attachments: str
    startedAt: Timestamp
    lastSignAt: Timestamp
    clockAheadSeconds: int
    leads: bool
    answers: bool


class InstancesAnswer(TypedDict):
    """
    The instances that use the database, oldest first.
    """

    items: list[Instance]


class IntakeBucket(StatusCounts):
    """
    Candidates that were received within an hour or a day.
    """

    start: str


class IntakeSource(StatusCounts):
    """
    Number of candidates of a data source.
    """

    dataSource: IntakeSourceName


class Item(TypedDict):
    """
    A problem or a warning.
    """

    code: str
    errorCode: str
    message: str
    params: dict[str, Any]
    parameters: dict[str, str]
    pointer: str
    index: NotRequired[int]
    line: NotRequired[int]
    column: NotRequired[int]
    seen: NotRequired[str]
    fixes: NotRequired[list[Fix]]
    suggestions: NotRequired[list[SuggestedRecord]]


class Location(TypedDict):
    """
    An address of a business partner.
    """

    id: NewId
    metasfreshId: NewId
    postalCodeId: NotRequired[Id]
    countryCode: str
    externalId: NotRequired[str]
    gln: NotRequired[str]
    name: NotRequired[str]
    bpartnerName: NotRequired[str]
    address1: NotRequired[str]
    address2: NotRequired[str]
    address3: NotRequired[str]
    address4: NotRequired[str]
    poBox: NotRequired[str]
    postal: NotRequired[str]
    city: NotRequired[str]
    district: NotRequired[str]
    region: NotRequired[str]
    active: bool
    shipTo: bool
    shipToDefault: bool
    billTo: bool
    billToDefault: bool
    visitorsAddress: bool
    handoverLocation: bool
    remitTo: bool
    replicationLookupDefault: bool


class LocationData(TypedDict):
    """
    A location. Creating it requires a country code.
    """

    active: NotRequired[bool | None]
    externalId: NotRequired[NullableCode]
    gln: NotRequired[NullableCode]
    name: NotRequired[NullableName]
    bpartnerName: NotRequired[NullableName]
    address1: NotRequired[NullableName]
    address2: NotRequired[NullableName]
    address3: NotRequired[NullableName]
    address4: NotRequired[NullableName]
    poBox: NotRequired[NullableName]
    postal: NotRequired[NullableCode]
    city: NotRequired[NullableName]
    district: NotRequired[NullableName]
    region: NotRequired[NullableName]
    countryCode: NotRequired[NullableCode]
    shipTo: NotRequired[bool | None]
    shipToDefault: NotRequired[bool | None]
    billTo: NotRequired[bool | None]
    billToDefault: NotRequired[bool | None]
    state: NotRequired[NullableName]
    syncAdvise: NotRequired[SyncAdvice | None]


class LoggedRequest(TypedDict):
    """
    A write request, without its body.
    """

    id: Id
    requestId: str
    method: str
    path: str
    query: str
    receivedAt: Timestamp
    actor: str
    status: int
    mediaType: str
    size: int
    excerpt: NotRequired[bool]
    replayOf: NotRequired[Id]
    rowsCreated: NotRequired[Count]
    rowsUnchanged: NotRequired[int]
    rowsRejected: NotRequired[int]
    rows: list[LoggedRow]


class MappedReference(TypedDict):
    """
    An unresolved reference for which a user chose a record.
    """

    kind: str
    pointer: str
    keys: list[SentKey]
    targetId: Id
    runId: Id


class MasterdataChange(TypedDict):
    """
    A change of a record or of one of its nested records.
    """

    at: str
    actor: str
    requestId: str
    kind: str
    id: int
    version: int
    event: str
    changes: list[MasterdataMemberChange]
    undoes: NotRequired[int]
    reason: NotRequired[str]


class MasterdataHistoryAnswer(TypedDict):
    """
    A page of the history, newest first.
    """

    items: list[MasterdataChange]
    next: NotRequired[str]


class NotificationRecipient(TypedDict):
    """
    Delivery of a message to one recipient.
    """

    recipient: str
    status: str
    attempts: int
    nextAttemptAt: NotRequired[NullableTimestamp]
    sentAt: NotRequired[NullableTimestamp]
    error: NotRequired[str | None]


NotificationRule = TypedDict(
    'NotificationRule',
    {
        'id': Id,
        'version': int,
        'orgCode': NotRequired[str | None],
        'kind': str,
        'minutes': NotRequired[int | None],
        'hours': NotRequired[int | None],
        'dataSourceId': NotRequired[Id | None],
        'dataSourceInternalName': NotRequired[str | None],
        'weekdays': list[str],
        'from': NotRequired[str | None],
        'to': NotRequired[str | None],
        'timeZone': str,
        'language': str,
        'recipients': list[str],
        'webhookId': NotRequired[Id | None],
        'active': bool,
        'lastSentAt': NotRequired[NullableTimestamp],
        'lastError': NotRequired[str | None],
        'createdAt': Timestamp,
        'createdBy': str,
    },
)


NotificationRuleBody = TypedDict(
    'NotificationRuleBody',
    {
        'version': NotRequired[int],
        'orgCode': NotRequired[NullableCode],
        'kind': NotRequired[
            Literal[
                'candidates-in-error',
                'candidates-rejected',
                'candidates-on-hold',
                'references-unresolved',
                'source-silent',
                'run-failed',
                'webhook-paused',
                'order-not-handed-over',
            ]
        ],
        'minutes': NotRequired[int | None],
        'hours': NotRequired[int | None],
        'dataSource': NotRequired[NullableText],
        'weekdays': NotRequired[
            list[Literal['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']] | None
        ],
        'from': NotRequired[str | None],
        'to': NotRequired[str | None],
        'timeZone': NotRequired[str | None],
        'language': NotRequired[Literal['en', 'de']],
        'recipients': NotRequired[list[Recipient]],
        'webhookId': NotRequired[int | str | None],
        'active': NotRequired[bool],
    },
)


class NotificationRules(TypedDict):
    """
    The notification rules that the caller can read.
    """

    items: list[NotificationRule]
    mailConfigured: bool


class OldestUnprocessed(TypedDict):
    """
    The oldest candidate that is not processed.
    """

    candidateId: Id
    createdAt: Timestamp


class OpenByAge(TypedDict):
    """
    Candidates with status `new` or `error`, by time of receipt.
    """

    today: OpenCandidates
    week: OpenCandidates
    longer: OpenCandidates


class OrderBody(TypedDict):
    """
    A sales order for the default organisation of the caller, with 1 to 10,000 lines.
    """

    shipBPartnerCode: CodeOrNumber
    datePromised: Timestamp
    docTypeName: NotRequired[str]
    lines: list[OrderLineData]


class OrderHistoryEntry(TypedDict):
    """
    One event of a sales order.
    """

    event: str
    at: Timestamp
    actor: NotRequired[str]
    runId: NotRequired[Id]
    requestIds: NotRequired[list[Id]]
    reason: NotRequired[str]
    comment: NotRequired[str]


class OrderToVoid(TypedDict):
    """
    An order that would be voided.
    """

    salesOrderId: SalesOrderId
    documentNo: str
    candidates: int


class OrganisationData(TypedDict):
    """
    An organisation. Creating an organisation requires the scope `admin`.
    """

    code: CodeOrNumber
    name: NotRequired[NullableName]
    syncAdvise: NotRequired[SyncAdvice]


class OrganisationRecord(TypedDict):
    """
    Organisation
    """

    code: RecordCode
    name: str
    timeZone: NotRequired[str | None]
    country: NotRequired[NullableCode]
    pricingSystem: NotRequired[RecordPricingSystem]
    paymentRule: NotRequired[RecordPaymentRule]
    paymentTerm: NotRequired[RecordPaymentTerm]
    shipper: NotRequired[RecordShipper]
    warehouse: NotRequired[RecordWarehouse]
    deliveryRule: NotRequired[RecordDeliveryRule]
    deliveryViaRule: NotRequired[RecordDeliveryViaRule]
    defaultTaxCategory: NotRequired[NullableCode]
    negativePrices: NotRequired[Literal['problem', 'allow'] | None]
    legalName: NotRequired[NullableName]
    address1: NotRequired[NullableName]
    address2: NotRequired[NullableName]
    postal: NotRequired[NullableName]
    city: NotRequired[NullableName]
    vatId: NotRequired[NullableName]
    phone: NotRequired[NullableName]
    email: NotRequired[NullableName]
    footer: NotRequired[NullableText]
    logo: NotRequired[str | None]
    active: NotRequired[RecordActive]


class OverrideData(TypedDict):
    """
    Overrides of imported values. Null removes an override. Partners, locations, contacts, shipper and payment term are identifier strings: `int-…`, `ext-…`, `val-…` or a record id. For locations, `val-` is the GLN.
    """

    bpartner: NotRequired[str | int | None]
    location: NotRequired[str | int | None]
    contact: NotRequired[str | int | None]
    billBPartner: NotRequired[OverrideRole | None]
    dropShipBPartner: NotRequired[OverrideRole | None]
    handOverBPartner: NotRequired[OverrideRole | None]
    productCode: NotRequired[NullableCode]
    taxCategoryCode: NotRequired[NullableCode]
    qty: NotRequired[Decimal | int | None]
    uomCode: NotRequired[NullableCode]
    price: NotRequired[Decimal | int | None]
    currencyCode: NotRequired[NullableCode]
    discount: NotRequired[Decimal | int | None]
    pricingSystemCode: NotRequired[NullableCode]
    productDescription: NotRequired[NullableText]
    description: NotRequired[NullableText]
    poReference: NotRequired[NullableCode]
    dateOrdered: NotRequired[DateOrInstant | None]
    dateRequired: NotRequired[DateOrInstant | None]
    presetDateInvoiced: NotRequired[DateOrInstant | None]
    presetDateShipped: NotRequired[DateOrInstant | None]
    orderDocType: NotRequired[Literal['SalesOrder', 'PrepayOrder'] | None]
    invoiceDocType: NotRequired[OverrideInvoiceDocumentType | None]
    paymentRule: NotRequired[Literal['OnCredit', 'Paypal', 'DirectDebit'] | None]
    paymentTerm: NotRequired[str | int | None]
    shipper: NotRequired[str | int | None]
    salesPartnerCode: NotRequired[NullableCode]
    warehouseCode: NotRequired[NullableCode]
    warehouseDestCode: NotRequired[NullableCode]
    deliveryRule: NotRequired[NullableCode]
    deliveryViaRule: NotRequired[NullableCode]
    line: NotRequired[int | None]
    promotionCode: NotRequired[NullableCode]


class OverrideNote(TypedDict):
    """
    User or access token that set or cleared a value, and the time.
    """

    by: str
    at: Timestamp


class PartnerBlock(TypedDict):
    """
    A business partner with the location and contact that apply.
    """

    bpartner: BusinessPartner
    location: NotRequired[Location]
    contact: NotRequired[Contact]


class PartnerData(TypedDict):
    """
    A business partner with location and contact. It requires a code, an `externalId` or a location with a `gln`.
    """

    bpartner: NotRequired[BusinessPartnerData]
    location: NotRequired[LocationData]
    contact: NotRequired[ContactData]
    bpartnerLookupAdvise: NotRequired[Literal['ExternalId', 'GLN', 'Code']]
    syncAdvise: NotRequired[SyncAdvice]


class PaymentTermRecord(TypedDict):
    """
    Payment term
    """

    org: NotRequired[RecordOrg]
    code: RecordCode
    externalId: NotRequired[RecordExternalId]
    name: NotRequired[NullableName]
    active: NotRequired[RecordActive]


class PlannedHold(TypedDict):
    """
    A reason for which candidates are on hold.
    """

    hold: str
    candidates: Count
    release: NotRequired[PlannedRelease]


class PostalCodeRecord(TypedDict):
    """
    Postal code
    """

    country: CodeOrNumber
    postal: CodeOrNumber
    city: NotRequired[str | None]
    region: NotRequired[NullableName]
    active: NotRequired[RecordActive]


class PriceExplanation(TypedDict):
    """
    Calculation of the price of a line.
    """

    message: str
    source: str
    pricingSystemCode: str
    priceListCode: str
    precision: int
    sent: NotRequired[DecimalModel]
    steps: NotRequired[list[PriceStep]]
    listPrice: NotRequired[DecimalModel]
    scaleFrom: NotRequired[DecimalModel]
    removedTax: NotRequired[RemovedTax]
    discount: DecimalModel
    unrounded: NotRequired[DecimalModel]


class PriceListRecordVersions(TypedDict):
    """
    Price list version
    """

    org: NotRequired[NullableCode]
    validFrom: CalendarDate
    validTo: NotRequired[str | None]
    basePriceList: NotRequired[NullableCode]
    baseValidFrom: NotRequired[str | None]
    active: NotRequired[RecordActive]


class PricingSystemRecord(TypedDict):
    """
    Pricing system
    """

    org: NotRequired[RecordOrg]
    code: RecordCode
    name: str
    active: NotRequired[RecordActive]


class Problem(TypedDict):
    """
    An error response.
    """

    type: str
    title: str
    status: int
    detail: str
    body: str
    requestId: str
    retryable: bool
    errors: list[Item]
    errorsTotal: int
    warnings: NotRequired[list[Item]]
    warningsTotal: NotRequired[int]


class ProblemGroup(TypedDict):
    """
    Candidates in error with the same problem and cause.
    """

    code: str
    message: NotRequired[str | None]
    params: NotRequired[dict[str, Any] | None]
    candidates: Count
    lastWeek: Count
    weekBefore: Count
    orders: Count
    worth: list[GroupWorth]
    unpriced: Count
    oldest: Timestamp
    example: Id
    fixes: list[GroupFix]
    filter: GroupFilter


class ProblemGroupsAnswer(TypedDict):
    """
    Candidates in error, grouped by problem and cause.
    """

    items: list[ProblemGroup]
    more: bool
    groups: Count
    candidates: Count
    summed: bool
    countedSince: NotRequired[Timestamp]


class ProductData(TypedDict):
    """
    A product. Creating it requires name, type and unit.
    """

    code: NotRequired[NullableCode]
    externalId: NotRequired[NullableCode]
    name: NotRequired[NullableName]
    type: NotRequired[Literal['ITEM', 'SERVICE'] | None]
    uomCode: NotRequired[NullableCode]
    priceStd: NotRequired[Decimal | int | None]
    syncAdvise: NotRequired[SyncAdvice | None]


class ProductPriceRecord(TypedDict):
    """
    Product price
    """

    org: NotRequired[RecordOrg]
    priceList: CodeOrNumber
    validFrom: CalendarDate
    product: CodeOrNumber
    uom: CodeOrNumber
    price: Decimal | int
    taxCategory: NotRequired[NullableCode]
    scales: NotRequired[list[Scale]]
    active: NotRequired[RecordActive]


class ProductRecord(TypedDict):
    """
    Product
    """

    org: NotRequired[RecordOrg]
    code: RecordCode
    externalId: NotRequired[RecordExternalId]
    name: str
    type: NotRequired[Literal['ITEM', 'SERVICE'] | None]
    uom: CodeOrNumber
    taxCategory: NotRequired[NullableCode]
    externalReferences: NotRequired[RecordExternalReferences]
    gtins: NotRequired[list[Gtin]]
    active: NotRequired[RecordActive]
    conversions: NotRequired[list[UnitConversionRecord]]


class ReceivedRequest(LoggedRequest):
    """
    A write request as received.
    """

    body: str
    rowsLeftOut: NotRequired[int]


class RefusedCandidate(TypedDict):
    """
    A candidate that cannot be changed.
    """

    candidateId: Id
    problems: list[Item]


class RejectedRow(TypedDict):
    """
    A row that was not stored.
    """

    index: int
    outcome: Outcome
    externalHeaderId: NotRequired[str]
    externalLineId: NotRequired[str]
    errors: list[Item]


class RejectedRowCause(TypedDict):
    """
    Rejected rows with the same first problem and data source.
    """

    code: str
    dataSource: NotRequired[str]
    rows: Count
    fellWith: Count
    senders: Count
    oldest: Timestamp
    newest: Timestamp
    example: Id
    message: str
    filter: dict[str, str]


class RejectedRowCauses(TypedDict):
    """
    Rejected rows, grouped by cause and data source.
    """

    items: list[RejectedRowCause]
    more: bool
    rows: Count
    statuses: dict[str, int]


class RejectedRowEntry(TypedDict):
    """
    A rejected row, or a body that could not be read. Fields that the row does not contain are absent.
    """

    id: Id
    status: str
    orgCode: NotRequired[str]
    dataSource: NotRequired[str]
    externalSystemCode: NotRequired[str]
    externalHeaderId: NotRequired[str]
    externalLineId: NotRequired[str]
    poReference: NotRequired[str]
    customer: NotRequired[str]
    product: NotRequired[str]
    code: str
    message: NotRequired[str]
    problemCount: int
    fellWith: NotRequired[int]
    sender: str
    requestId: Id
    firstRejectedAt: Timestamp
    lastRejectedAt: Timestamp
    count: int
    unreadable: NotRequired[bool]
    cut: NotRequired[bool]
    candidateId: NotRequired[Id]
    closedAt: NotRequired[Timestamp]
    closedBy: NotRequired[str]
    reason: NotRequired[str]
    row: NotRequired[str]
    problems: NotRequired[list[Item]]


class RejectedRowPage(TypedDict):
    """
    A page of rejected rows.
    """

    items: list[RejectedRowEntry]
    next: NotRequired[str]


class RequestPage(TypedDict):
    """
    A page of the request log, newest first.
    """

    items: list[LoggedRequest]
    next: NotRequired[Id]


class ResendBody(TypedDict):
    """
    Deliveries to send again.
    """

    since: Timestamp


class ResultOrder(TypedDict):
    """
    Sales order of a candidate.
    """

    salesOrderId: SalesOrderId | None
    documentNo: NotRequired[str]
    index: NotRequired[int]
    line: int
    splitBy: NotRequired[str]


class ResultRow(TypedDict):
    """
    A row that was stored as a candidate.
    """

    productDescription: NotRequired[str]
    description: NotRequired[str]
    id: NewId
    status: str
    externalHeaderId: str
    externalLineId: str
    poReference: str
    org: Reference
    dataSourceId: Id
    dataSourceInternalName: NotRequired[str]
    externalSystemCode: NotRequired[str]
    dataDestId: Id
    dataDestInternalName: NotRequired[str]
    bpartner: NotRequired[PartnerBlock]
    billBPartner: NotRequired[PartnerBlock]
    dropShipBPartner: NotRequired[PartnerBlock]
    handOverBPartner: NotRequired[PartnerBlock]
    dateOrdered: CalendarDate
    datePromised: NotRequired[CalendarDate]
    presetDateInvoiced: NotRequired[CalendarDate]
    presetDateShipped: NotRequired[CalendarDate]
    line: NotRequired[int]
    headerLineCount: NotRequired[int]
    productId: NotRequired[NewId]
    productCode: NotRequired[str]
    productName: NotRequired[str]
    qty: DecimalModel
    uomId: NotRequired[Id]
    uomCode: NotRequired[str]
    pricingSystemId: NotRequired[Id]
    pricingSystemCode: NotRequired[str]
    price: NotRequired[DecimalModel]
    isWithoutCharge: NotRequired[bool]
    reason: NotRequired[str]
    value: NotRequired[DecimalModel]
    currencyCode: NotRequired[str]
    discount: DecimalModel
    orderDocType: NotRequired[str]
    invoiceDocType: NotRequired[InvoiceDocumentType]
    paymentRule: NotRequired[str]
    paymentTerm: NotRequired[Reference]
    shipper: NotRequired[Reference]
    salesPartner: NotRequired[Reference]
    warehouseId: NotRequired[Id]
    warehouseCode: NotRequired[str]
    warehouseDestId: NotRequired[Id]
    warehouseDestCode: NotRequired[str]
    deliveryRule: NotRequired[str]
    deliveryViaRule: NotRequired[str]
    promotionCode: NotRequired[str]
    extendedProps: NotRequired[dict[str, Any]]
    outcome: Outcome
    problems: list[Item]
    warnings: list[Item]
    created: list[CreatedRecord]


class RotatedSecret(TypedDict):
    """
    A new secret of a webhook.
    """

    secret: str
    oldValidUntil: Timestamp


class Run(TypedDict):
    """
    A run: of the process `C_OLCand process to C_OrderLines`, or one that re-validates or edits candidates, undoes
    another run or maps unresolved references.
    """

    id: Id
    kind: str
    undoes: NotRequired[Id]
    undoneBy: NotRequired[Id]
    trigger: str
    state: str
    stopRequested: NotRequired[bool]
    actor: str
    release: NotRequired[list[str]]
    queuedAt: Timestamp
    startedAt: NotRequired[Timestamp]
    finishedAt: NotRequired[Timestamp]
    total: Count
    counts: RunCounts


class RunPageAnswer(TypedDict):
    """
    A page of runs, newest first.
    """

    items: list[Run]
    next: NotRequired[str]


class RunResult(TypedDict):
    """
    Result of a run for one candidate.
    """

    candidateId: Id
    outcome: str
    order: NotRequired[ResultOrder]
    hold: NotRequired[str]
    holdMessage: NotRequired[str]
    problems: NotRequired[list[Item]]
    status: NotRequired[str]
    warnings: NotRequired[list[Item]]
    externalHeaderId: NotRequired[str]
    poReference: NotRequired[str]
    bpartner: NotRequired[PartnerBlock]


class RunResultPageAnswer(TypedDict):
    """
    A page of the results of a run, by candidate.
    """

    items: list[RunResult]
    next: NotRequired[str]


class SavedView(TypedDict):
    """
    A saved view: filters, sort order and columns of a list.
    """

    id: Id
    version: int
    name: str
    shared: bool
    owner: str
    own: bool
    changeable: bool
    default: bool
    list: str
    query: str
    columns: list[SavedViewColumn]
    createdAt: Timestamp
    changedAt: Timestamp


class SavedViewBody(TypedDict):
    """
    A saved view of a list. In a change, absent fields stay unchanged and null clears a field.
    """

    version: NotRequired[int]
    name: NotRequired[str]
    shared: NotRequired[bool]
    list: NotRequired[Literal['candidates', 'headers']]
    query: NotRequired[str | None]
    columns: NotRequired[list[SavedViewColumnData] | None]


class SavedViewList(TypedDict):
    """
    The saved views that the caller can use.
    """

    items: list[SavedView]


class Schedule(TypedDict):
    """
    Schedule of the runs.
    """

    active: bool
    cron: str
    pausedUntil: NotRequired[Timestamp]
    lastRunAt: NotRequired[Timestamp]
    dueAt: NotRequired[Timestamp]
    nextRuns: list[str]


class SelectionData(TypedDict):
    """
    A selection: exactly one of `ids`, `filter`, or `dataSource` with `externalHeaderId`. Unknown fields are rejected.
    """

    ids: NotRequired[list[int | str]]
    filter: NotRequired[SelectionFilterData]
    exclude: NotRequired[list[int | str]]
    dataSource: NotRequired[CodeOrNumber]
    externalHeaderId: NotRequired[CodeOrNumber]


class Session(TypedDict):
    """
    A session of a user.
    """

    user: str
    role: str
    scopes: list[str]
    organisations: list[Reference]
    csrfToken: str
    expiresAt: Timestamp


class SpreadsheetColumn(TypedDict):
    """
    A column of the sheet.
    """

    column: int
    letters: str
    name: str
    header: str
    filled: Count
    samples: list[SpreadsheetSample]
    member: NotRequired[str]


class SpreadsheetFile(TypedDict):
    """
    Structure of the file.
    """

    kind: str
    encoding: NotRequired[str]
    delimiter: NotRequired[str]
    sheets: list[SpreadsheetSheet]
    sheet: str
    headerRow: int
    firstRow: int
    rows: Count
    hiddenRows: Count
    mergedCells: Count


class SpreadsheetMemberSource(TypedDict):
    """
    Source of a member: one or several columns, a constant, or a number. A text is split, padded, joined and replaced, in
    this order.
    """

    column: NotRequired[str | None]
    columns: NotRequired[list[str]]
    join: NotRequired[str | None]
    split: NotRequired[SpreadsheetTextPart | None]
    pad: NotRequired[int | None]
    values: NotRequired[dict[str, str]]
    constant: NotRequired[str | None]
    default: NotRequired[str | None]
    numbered: NotRequired[bool]


class SpreadsheetQuestion(TypedDict):
    """
    A decision that is not guessed.
    """

    kind: str
    setting: str
    text: str
    choices: list[str]
    samples: list[SpreadsheetSample]


class StoredBusinessPartnerGroupRecord(TypedDict):
    """
    Business partner group
    """

    id: int
    version: StoredRecordVersion
    org: NotRequired[StoredRecordOrg]
    name: str
    pricingSystem: NotRequired[str]
    paymentRule: NotRequired[StoredRecordPaymentRule]
    paymentTerm: NotRequired[StoredRecordPaymentTerm]
    shipper: NotRequired[str]
    warehouse: NotRequired[StoredRecordWarehouse]
    deliveryRule: NotRequired[StoredRecordDeliveryRule]
    deliveryViaRule: NotRequired[StoredRecordDeliveryViaRule]
    active: NotRequired[StoredRecordActive]


class StoredBusinessPartnerProductRecord(TypedDict):
    """
    Business partner product
    """

    id: int
    version: StoredRecordVersion
    org: NotRequired[StoredRecordOrg]
    bpartner: str
    product: str
    number: str
    description: NotRequired[str]
    active: NotRequired[StoredRecordActive]


class StoredBusinessPartnerRecordContacts(TypedDict):
    """
    Contact
    """

    id: int
    version: StoredRecordVersion
    org: NotRequired[str]
    externalId: NotRequired[str]
    code: NotRequired[str]
    name: str
    greeting: NotRequired[str]
    firstName: NotRequired[str]
    lastName: NotRequired[str]
    email: NotRequired[str]
    phone: NotRequired[str]
    mobilePhone: NotRequired[str]
    fax: NotRequired[str]
    description: NotRequired[str]
    newsletter: NotRequired[bool]
    defaultContact: NotRequired[bool]
    shipToDefault: NotRequired[bool]
    billToDefault: NotRequired[bool]
    sales: NotRequired[bool]
    salesDefault: NotRequired[bool]
    purchase: NotRequired[bool]
    purchaseDefault: NotRequired[bool]
    subjectMatter: NotRequired[bool]
    externalReferences: NotRequired[StoredRecordExternalReferences]
    active: NotRequired[StoredRecordActive]


class StoredBusinessPartnerRecordLocations(TypedDict):
    """
    Location
    """

    id: int
    version: StoredRecordVersion
    org: NotRequired[str]
    externalId: NotRequired[str]
    gln: NotRequired[str]
    name: NotRequired[str]
    bpartnerName: NotRequired[str]
    address1: NotRequired[str]
    address2: NotRequired[str]
    address3: NotRequired[str]
    address4: NotRequired[str]
    poBox: NotRequired[str]
    postal: NotRequired[str]
    city: NotRequired[str]
    district: NotRequired[str]
    region: NotRequired[str]
    country: str
    shipTo: NotRequired[bool]
    shipToDefault: NotRequired[bool]
    billTo: NotRequired[bool]
    billToDefault: NotRequired[bool]
    externalReferences: NotRequired[StoredRecordExternalReferences]
    active: NotRequired[StoredRecordActive]
    postalCodeId: NotRequired[int]


class StoredCountryRecord(TypedDict):
    """
    Country
    """

    id: int
    version: StoredRecordVersion
    code: str
    name: str
    active: NotRequired[StoredRecordActive]


class StoredCrossReferenceRecord(TypedDict):
    """
    Cross-reference
    """

    id: int
    version: StoredRecordVersion
    org: NotRequired[StoredRecordOrg]
    dataSource: NotRequired[str]
    bpartner: NotRequired[str]
    kind: Literal[
        'bpartner',
        'location',
        'contact',
        'product',
        'uom',
        'shipper',
        'paymentTerm',
        'warehouse',
    ]
    member: NotRequired[Literal['any', 'code', 'externalId', 'gln']]
    value: str
    targetBpartner: NotRequired[str]
    targetLocation: NotRequired[str]
    targetContact: NotRequired[str]
    targetProduct: NotRequired[str]
    targetUom: NotRequired[str]
    targetShipper: NotRequired[str]
    targetPaymentTerm: NotRequired[str]
    targetWarehouse: NotRequired[str]
    note: NotRequired[str]
    active: NotRequired[StoredRecordActive]
    useCount: NotRequired[int]
    lastUsedAt: NotRequired[str]
    createdBy: NotRequired[str]


class StoredCurrencyRecord(TypedDict):
    """
    Currency
    """

    id: int
    version: StoredRecordVersion
    code: str
    name: str
    precision: NotRequired[int]
    active: NotRequired[StoredRecordActive]


class StoredDataSourceRecord(TypedDict):
    """
    Data source
    """

    id: int
    version: StoredRecordVersion
    org: NotRequired[StoredRecordOrg]
    internalNames: list[str]
    externalId: NotRequired[str]
    code: NotRequired[str]
    name: NotRequired[str]
    settleSeconds: NotRequired[int]
    partialHeaders: NotRequired[bool]
    releaseByHand: NotRequired[bool]
    keyMismatch: NotRequired[Literal['warn', 'reject']]
    unsupportedMembers: NotRequired[Literal['problem', 'warn']]
    externalSystem: NotRequired[str]
    externalIds: NotRequired[Literal['shared', 'own']]
    differences: NotRequired[Literal['warn', 'problem']]
    unresolvedReferences: NotRequired[Literal['reject', 'store']]
    active: NotRequired[StoredRecordActive]


class StoredDocumentTypeRecord(TypedDict):
    """
    Document type
    """

    id: int
    version: StoredRecordVersion
    org: NotRequired[StoredRecordOrg]
    name: str
    baseType: Literal['SOO', 'ARI']
    subType: NotRequired[str]
    default: NotRequired[bool]
    active: NotRequired[StoredRecordActive]


class StoredExternalSystemRecord(TypedDict):
    """
    External system
    """

    id: int
    version: StoredRecordVersion
    org: NotRequired[StoredRecordOrg]
    code: str
    name: NotRequired[str]
    active: NotRequired[StoredRecordActive]


class StoredOrganisationRecord(TypedDict):
    """
    Organisation
    """

    id: int
    version: StoredRecordVersion
    code: str
    name: str
    timeZone: NotRequired[str]
    country: NotRequired[str]
    pricingSystem: NotRequired[str]
    paymentRule: NotRequired[StoredRecordPaymentRule]
    paymentTerm: NotRequired[StoredRecordPaymentTerm]
    shipper: NotRequired[str]
    warehouse: NotRequired[StoredRecordWarehouse]
    deliveryRule: NotRequired[StoredRecordDeliveryRule]
    deliveryViaRule: NotRequired[StoredRecordDeliveryViaRule]
    defaultTaxCategory: NotRequired[str]
    negativePrices: NotRequired[Literal['problem', 'allow']]
    legalName: NotRequired[str]
    address1: NotRequired[str]
    address2: NotRequired[str]
    postal: NotRequired[str]
    city: NotRequired[str]
    vatId: NotRequired[str]
    phone: NotRequired[str]
    email: NotRequired[str]
    footer: NotRequired[str]
    logo: NotRequired[str]
    active: NotRequired[StoredRecordActive]


class StoredPaymentTermRecord(TypedDict):
    """
    Payment term
    """

    id: int
    version: StoredRecordVersion
    org: NotRequired[StoredRecordOrg]
    code: str
    externalId: NotRequired[str]
    name: NotRequired[str]
    active: NotRequired[StoredRecordActive]


class StoredPostalCodeRecord(TypedDict):
    """
    Postal code
    """

    id: int
    version: StoredRecordVersion
    country: str
    postal: str
    city: NotRequired[str]
    region: NotRequired[str]
    active: NotRequired[StoredRecordActive]


class StoredPriceListRecordVersions(TypedDict):
    """
    Price list version
    """

    id: int
    version: StoredRecordVersion
    org: NotRequired[str]
    validFrom: CalendarDate
    validTo: NotRequired[CalendarDate]
    basePriceList: NotRequired[str]
    baseValidFrom: NotRequired[CalendarDate]
    active: NotRequired[StoredRecordActive]


class StoredPricingSystemRecord(TypedDict):
    """
    Pricing system
    """

    id: int
    version: StoredRecordVersion
    org: NotRequired[StoredRecordOrg]
    code: str
    name: str
    active: NotRequired[StoredRecordActive]


class StoredProductPriceRecord(TypedDict):
    """
    Product price
    """

    id: int
    version: StoredRecordVersion
    org: NotRequired[StoredRecordOrg]
    priceList: str
    validFrom: CalendarDate
    product: str
    uom: str
    price: Decimal
    taxCategory: NotRequired[str]
    scales: NotRequired[list[Scale1]]
    active: NotRequired[StoredRecordActive]


class StoredProductRecord(TypedDict):
    """
    Product
    """

    id: int
    version: StoredRecordVersion
    org: NotRequired[StoredRecordOrg]
    code: str
    externalId: NotRequired[str]
    name: str
    type: NotRequired[Literal['ITEM', 'SERVICE']]
    uom: str
    taxCategory: NotRequired[str]
    externalReferences: NotRequired[StoredRecordExternalReferences]
    gtins: NotRequired[list[str]]
    active: NotRequired[StoredRecordActive]
    conversions: NotRequired[list[StoredUnitConversionRecord]]


class TokensAnswer(TypedDict):
    """
    The access tokens, without their secrets.
    """

    items: list[AccessToken]


class UndoneAnswer(TypedDict):
    """
    Result of an undo, or of its dry run.
    """

    records: list[UndoneRecord]


class UpsertedAnswer(TypedDict):
    """
    Result of an upsert.
    """

    result: list[UpsertedRow]
    counts: dict[str, Any]
    warnings: NotRequired[list[Item]]


class Attachment(TypedDict):
    """
    A file attached to an incoming order or a sales order.
    """

    salesOrderId: NotRequired[str]
    externalReference: NotRequired[str]
    dataSourceName: NotRequired[str]
    externalSystemCode: NotRequired[str]
    id: Id
    attachmentId: str
    type: str
    filename: str
    mimeType: str
    size: int
    sha256: str
    url: str
    createdBy: str
    createdAt: Timestamp
    tags: NotRequired[list[Tag]]
    warnings: NotRequired[list[Item]]


class BusinessPartnerRecord(TypedDict):
    """
    Business partner
    """

    org: NotRequired[RecordOrg]
    code: RecordCode
    externalId: NotRequired[RecordExternalId]
    name: str
    name2: NotRequired[NullableName]
    name3: NotRequired[NullableName]
    companyName: NotRequired[NullableName]
    group: NotRequired[NullableCode]
    phone: NotRequired[NullableName]
    language: NotRequired[NullableCode]
    url: NotRequired[NullableText]
    url2: NotRequired[NullableText]
    url3: NotRequired[NullableText]
    globalId: NotRequired[NullableCode]
    vatId: NotRequired[NullableCode]
    parent: NotRequired[NullableCode]
    customer: NotRequired[bool | None]
    vendor: NotRequired[NullableFlag]
    invoiceRule: NotRequired[NullableCode]
    salesCode: NotRequired[NullableCode]
    taxExempt: NotRequired[NullableFlag]
    pricingSystem: NotRequired[RecordPricingSystem]
    paymentRule: NotRequired[RecordPaymentRule]
    paymentTerm: NotRequired[RecordPaymentTerm]
    shipper: NotRequired[RecordShipper]
    warehouse: NotRequired[RecordWarehouse]
    deliveryRule: NotRequired[RecordDeliveryRule]
    deliveryViaRule: NotRequired[RecordDeliveryViaRule]
    externalReferences: NotRequired[RecordExternalReferences]
    active: NotRequired[RecordActive]
    locations: NotRequired[list[BusinessPartnerRecordLocations]]
    contacts: NotRequired[list[BusinessPartnerRecordContacts]]


class CancelledAnswer(TypedDict):
    """
    The cancelled candidates.
    """

    candidates: list[CancelledCandidate]


class CandidateBody(TypedDict):
    """
    An order candidate. It requires `externalHeaderId` and `externalLineId`, or only `externalId` in the short shape. Identifier strings are `int-…`, `ext-…`, `val-…` or a record id.
    """

    org: NotRequired[OrganisationData]
    externalId: NotRequired[CodeOrNumber]
    externalHeaderId: NotRequired[CodeOrNumber]
    externalLineId: NotRequired[CodeOrNumber]
    dataSource: NotRequired[str | int]
    dataSourceInternalName: NotRequired[CodeOrNumber]
    dataDest: NotRequired[str | int]
    dataDestInternalName: NotRequired[CodeOrNumber]
    externalSystemCode: NotRequired[CodeOrNumber]
    bpartner: PartnerData
    billBPartner: NotRequired[PartnerData]
    dropShipBPartner: NotRequired[PartnerData]
    handOverBPartner: NotRequired[PartnerData]
    product: NotRequired[ProductData]
    productCode: NotRequired[CodeOrNumber]
    packingMaterialId: NotRequired[Any]
    qtyItemCapacity: NotRequired[Any]
    orderLineGroup: NotRequired[Any]
    qty: Decimal | int
    uomCode: NotRequired[CodeOrNumber]
    price: NotRequired[Decimal | int]
    currencyCode: NotRequired[CodeOrNumber]
    discount: NotRequired[Decimal | int]
    pricingSystemCode: NotRequired[CodeOrNumber]
    productDescription: NotRequired[str]
    description: NotRequired[str]
    poReference: CodeOrNumber
    dateOrdered: NotRequired[DateOrInstant]
    dateRequired: NotRequired[DateOrInstant]
    presetDateInvoiced: NotRequired[DateOrInstant]
    presetDateShipped: NotRequired[DateOrInstant]
    orderDocType: NotRequired[Literal['SalesOrder', 'PrepayOrder']]
    invoiceDocType: NotRequired[InvoiceDocumentTypeData]
    paymentRule: NotRequired[Literal['OnCredit', 'Paypal', 'DirectDebit']]
    paymentTerm: NotRequired[str | int]
    shipper: NotRequired[str | int]
    salesPartnerCode: NotRequired[CodeOrNumber]
    warehouseCode: NotRequired[CodeOrNumber]
    warehouseDestCode: NotRequired[CodeOrNumber]
    deliveryRule: NotRequired[CodeOrNumber]
    deliveryViaRule: NotRequired[CodeOrNumber]
    line: NotRequired[int]
    headerLineCount: NotRequired[int]
    isWithoutCharge: NotRequired[bool]
    reason: NotRequired[str]
    promotionCode: NotRequired[CodeOrNumber]
    extendedProps: NotRequired[dict[str, Any]]


class CandidateHeader(TypedDict):
    """
    An incoming order. Totals include all of its candidates, even those that the filter excludes.
    """

    candidateId: Id
    externalHeaderId: NotRequired[str]
    org: Reference
    dataSourceId: Id
    dataSourceInternalName: NotRequired[str]
    externalSystemCode: NotRequired[str]
    poReference: str
    bpartner: NotRequired[PartnerBlock]
    bpartnerAsSent: NotRequired[str]
    dateRequired: NotRequired[CalendarDate]
    lines: Count
    matching: Count
    counts: HeaderCounts
    totals: list[GroupWorth]
    unpriced: Count
    problem: NotRequired[Item]
    problemCandidateId: NotRequired[Id]
    hold: NotRequired[str]
    holdMessage: NotRequired[str]
    heldSince: NotRequired[Timestamp]
    announcedLines: NotRequired[Count]
    waitingUntil: NotRequired[CalendarDate]
    assignedTo: list[str]
    comments: Count
    createdAt: Timestamp
    lastCreatedAt: Timestamp


class CandidatePatchBody(TypedDict):
    """
    A JSON Merge Patch. Unknown fields are errors.
    """

    override: NotRequired[OverrideData | None]
    clear: NotRequired[list[str] | None]
    active: NotRequired[bool]
    waitingUntil: NotRequired[str | None]
    assignedTo: NotRequired[NullableCode]
    comment: NotRequired[str]


class CandidateRow(TypedDict):
    """
    Effective values of a candidate. Fields without a value are absent.
    """

    productDescription: NotRequired[str]
    description: NotRequired[str]
    id: Id
    status: str
    externalHeaderId: str
    externalLineId: str
    poReference: str
    org: Reference
    dataSourceId: Id
    dataSourceInternalName: NotRequired[str]
    externalSystemCode: NotRequired[str]
    dataDestId: Id
    dataDestInternalName: NotRequired[str]
    bpartner: NotRequired[PartnerBlock]
    billBPartner: NotRequired[PartnerBlock]
    dropShipBPartner: NotRequired[PartnerBlock]
    handOverBPartner: NotRequired[PartnerBlock]
    dateOrdered: CalendarDate
    datePromised: NotRequired[CalendarDate]
    presetDateInvoiced: NotRequired[CalendarDate]
    presetDateShipped: NotRequired[CalendarDate]
    line: NotRequired[int]
    headerLineCount: NotRequired[int]
    productId: NotRequired[Id]
    productCode: NotRequired[str]
    productName: NotRequired[str]
    qty: DecimalModel
    uomId: NotRequired[Id]
    uomCode: NotRequired[str]
    pricingSystemId: NotRequired[Id]
    pricingSystemCode: NotRequired[str]
    price: NotRequired[DecimalModel]
    isWithoutCharge: NotRequired[bool]
    reason: NotRequired[str]
    value: NotRequired[DecimalModel]
    currencyCode: NotRequired[str]
    discount: DecimalModel
    orderDocType: NotRequired[str]
    invoiceDocType: NotRequired[InvoiceDocumentType]
    paymentRule: NotRequired[str]
    paymentTerm: NotRequired[Reference]
    shipper: NotRequired[Reference]
    salesPartner: NotRequired[Reference]
    warehouseId: NotRequired[Id]
    warehouseCode: NotRequired[str]
    warehouseDestId: NotRequired[Id]
    warehouseDestCode: NotRequired[str]
    deliveryRule: NotRequired[str]
    deliveryViaRule: NotRequired[str]
    promotionCode: NotRequired[str]
    extendedProps: NotRequired[dict[str, Any]]


class DayAnswer(TypedDict):
    """
    Statistics of today in the time zone of the caller's first organisation, compared with the same weekday of previous
    weeks.
    """

    open: OpenByAge
    openWhole: bool
    mine: OwnQueue
    orders: OrdersOfDay
    ordersWeekAgo: OrdersOfDay
    ordered: Count
    untouched: Count
    sources: list[SourceDay]
    storage: StoredBytes


class EditBody(TypedDict):
    """
    An edit: at least one of `changes`, `active`, `waitingUntil` and `assignedTo`. Unknown fields are errors.
    """

    selection: SelectionData
    scope: NotRequired[Literal['order', 'selection']]
    changes: NotRequired[EditChanges]
    active: NotRequired[bool]
    waitingUntil: NotRequired[str | None]
    assignedTo: NotRequired[NullableCode]
    comment: NotRequired[str]


class EditedCandidate(TypedDict):
    """
    A candidate before and after a change.
    """

    candidateId: Id
    externalHeaderId: str
    externalLineId: str
    poReference: str
    before: EditedValues
    after: EditedValues
    problems: list[Item]


class Event(TypedDict):
    """
    An event in the CloudEvents 1.0 format.
    """

    specversion: str
    id: str
    source: str
    type: str
    subject: str
    time: Timestamp
    datacontenttype: str
    data: EventData


class HandedOverBody(TypedDict):
    """
    Replies of a receiver to transferred orders.
    """

    orders: list[HandedOverData]


class HandedOverOrder(TypedDict):
    """
    Result of the reply for one order.
    """

    salesOrderId: SalesOrderId
    outcome: str
    handedOver: NotRequired[Handover]
    errors: NotRequired[list[Item]]


class HeaderPageAnswer(TypedDict):
    """
    A page of incoming orders.
    """

    items: list[CandidateHeader]
    next: NotRequired[str]
    previous: NotRequired[str]
    total: Total


class HistoryEntry(TypedDict):
    """
    One change of a candidate.
    """

    version: int
    at: Timestamp
    actor: NotRequired[str]
    event: str
    statusBefore: NotRequired[str]
    status: str
    changes: dict[str, ChangeShape]
    problems: list[Item]
    salesOrderId: NotRequired[str]
    documentNo: NotRequired[str]
    runId: NotRequired[Id]
    released: NotRequired[list[str]]
    waitingUntil: NotRequired[str | None]
    assignedTo: NotRequired[str | None]
    comment: NotRequired[str]
    requestId: NotRequired[Id]


class ImportDraftPage(TypedDict):
    """
    A page of import drafts.
    """

    items: list[ImportDraftSummary]
    next: NotRequired[str]


ImportedRow: TypeAlias = ResultRow | RejectedRow


IntakeAnswer = TypedDict(
    'IntakeAnswer',
    {
        'period': str,
        'from': Timestamp,
        'to': Timestamp,
        'buckets': list[IntakeBucket],
        'sources': list[IntakeSource],
        'problems': list[ProblemCount],
        'new': Count,
        'error': Count,
        'processedToday': Count,
        'oldestUnprocessed': NotRequired[OldestUnprocessed | None],
        'waitingOrders': WaitingOrders,
        'failedRuns': Count,
    },
)


class LeftGroup(TypedDict):
    """
    Candidates that would be skipped for the same kind of reason.
    """

    code: str
    candidates: Count
    sample: list[RefusedCandidate]


class Notification(TypedDict):
    """
    A message created by a notification rule.
    """

    id: Id
    ruleId: Id
    kind: str
    orgCode: NotRequired[str | None]
    at: Timestamp
    subject: str
    text: str
    status: str
    error: NotRequired[str | None]
    recipients: list[NotificationRecipient]


class NotificationPage(TypedDict):
    """
    A page of messages, newest first.
    """

    items: list[Notification]
    next: NotRequired[str]


class OrderHistoryAnswer(TypedDict):
    """
    A page of the history of a sales order.
    """

    items: list[OrderHistoryEntry]
    next: NotRequired[str]


class OrderLine(TypedDict):
    """
    A line of a sales order.
    """

    line: int
    productId: Id
    productCode: str
    productName: str
    productDescription: NotRequired[str]
    description: NotRequired[str]
    promotionCode: NotRequired[str]
    extendedProps: NotRequired[dict[str, Any]]
    qty: DecimalModel
    uomCode: str
    qtyInPriceUom: DecimalModel
    multiplier: NotRequired[DecimalModel]
    divisor: NotRequired[DecimalModel]
    priceUom: str
    priceEntered: DecimalModel
    discount: DecimalModel
    price: DecimalModel
    net: DecimalModel
    isWithoutCharge: NotRequired[bool]
    reason: NotRequired[str]
    value: NotRequired[DecimalModel]
    taxCode: NotRequired[str]
    taxRate: NotRequired[DecimalModel]
    priceExplanation: PriceExplanation
    dateRequired: NotRequired[CalendarDate]
    presetDateInvoiced: NotRequired[CalendarDate]
    presetDateShipped: NotRequired[CalendarDate]
    warehouseDest: NotRequired[Reference]
    allocations: list[Allocation]


class OrderValues(TypedDict):
    """
    A sales order without its lines. Contains master data as it was when the order was created.
    """

    documentNo: NotRequired[str]
    docType: DocumentType
    status: str
    awaitsPayment: bool
    org: Reference
    dataSourceInternalName: NotRequired[str]
    externalSystemCode: NotRequired[str]
    externalHeaderId: NotRequired[str]
    poReference: NotRequired[str]
    promotionCode: NotRequired[str]
    bpartner: PartnerBlock
    billBPartner: NotRequired[PartnerBlock]
    dropShipBPartner: NotRequired[PartnerBlock]
    handOverBPartner: NotRequired[PartnerBlock]
    salesPartner: NotRequired[Reference]
    currencyCode: str
    pricingSystem: Reference
    priceList: Reference
    dateOrdered: CalendarDate
    datePromised: str
    invoiceDocType: NotRequired[DocumentType]
    paymentRule: NotRequired[str]
    paymentTerm: NotRequired[Reference]
    shipper: NotRequired[Reference]
    warehouse: NotRequired[Reference]
    deliveryRule: NotRequired[str]
    deliveryViaRule: NotRequired[str]
    valuesFrom: NotRequired[dict[str, ValueSource]]
    lineCount: int
    totalLines: DecimalModel
    totalTax: DecimalModel
    grandTotal: DecimalModel
    taxIncluded: bool
    runId: NotRequired[Id]
    version: int
    createdAt: Timestamp
    updatedAt: Timestamp
    handedOver: NotRequired[Handover]


class PlannedEdit(TypedDict):
    """
    Planned result of a bulk edit.
    """

    counts: EditCounts
    remaining: list[RemainingProblem]
    sample: list[EditedCandidate]
    refused: list[RefusedCandidate]


class PlannedOrderHead(OrderValues):
    salesOrderId: SalesOrderId | None


class PlannedUndo(TypedDict):
    """
    Planned result of undoing a run.
    """

    counts: UndoCounts
    sample: list[EditedCandidate]
    orders: list[OrderToVoid]
    left: list[LeftGroup]


class PriceListRecord(TypedDict):
    """
    Price list
    """

    org: NotRequired[RecordOrg]
    code: RecordCode
    name: str
    pricingSystem: CodeOrNumber
    country: NotRequired[NullableCode]
    currency: CodeOrNumber
    sales: NotRequired[bool | None]
    taxIncluded: NotRequired[NullableFlag]
    precision: NotRequired[int | None]
    netPrecision: NotRequired[Literal['currency', 'list'] | None]
    exemptBuyers: NotRequired[Literal['keepGross', 'removeTax'] | None]
    defaultTaxCategory: NotRequired[NullableCode]
    active: NotRequired[RecordActive]
    versions: NotRequired[list[PriceListRecordVersions]]


class ProcessBody(TypedDict):
    """
    A selection of candidates for which sales orders are created.
    """

    selection: SelectionData
    scope: NotRequired[Literal['order', 'selection']]
    release: NotRequired[
        list[
            Literal[
                'release',
                'sibling.error',
                'sibling.rejected',
                'header.incomplete',
                'partial',
            ]
        ]
    ]


class ProcessSettings(TypedDict):
    """
    Settings of an organisation for creating sales orders from candidates.
    """

    org: Reference
    schedule: Schedule
    mergeLines: bool
    handOverSince: NotRequired[Timestamp]
    numberPatterns: list[NumberPattern]


class ReleasedOrder(TypedDict):
    """
    An order that would not be created, or would have fewer lines, without a release.
    """

    hold: str
    index: NotRequired[int]
    order: PlannedOrderHead


class SelectionBody(TypedDict):
    """
    A selection of candidates.
    """

    selection: SelectionData


class SpreadsheetMapping(TypedDict):
    """
    Mapping of the columns of a sheet to members of order candidates.
    """

    file: SpreadsheetFileSettings
    members: dict[str, SpreadsheetMemberSource]


class SpreadsheetMappingChange(TypedDict):
    """
    A change of the mapping.
    """

    file: NotRequired[SpreadsheetFileSettings | None]
    members: NotRequired[dict[str, SpreadsheetMemberSource]]


class StoredBusinessPartnerRecord(TypedDict):
    """
    Business partner
    """

    id: int
    version: StoredRecordVersion
    org: NotRequired[StoredRecordOrg]
    code: str
    externalId: NotRequired[str]
    name: str
    name2: NotRequired[str]
    name3: NotRequired[str]
    companyName: NotRequired[str]
    group: NotRequired[str]
    phone: NotRequired[str]
    language: NotRequired[str]
    url: NotRequired[str]
    url2: NotRequired[str]
    url3: NotRequired[str]
    globalId: NotRequired[str]
    vatId: NotRequired[str]
    parent: NotRequired[str]
    customer: NotRequired[bool]
    vendor: NotRequired[bool]
    invoiceRule: NotRequired[str]
    salesCode: NotRequired[str]
    taxExempt: NotRequired[bool]
    pricingSystem: NotRequired[str]
    paymentRule: NotRequired[StoredRecordPaymentRule]
    paymentTerm: NotRequired[StoredRecordPaymentTerm]
    shipper: NotRequired[str]
    warehouse: NotRequired[StoredRecordWarehouse]
    deliveryRule: NotRequired[StoredRecordDeliveryRule]
    deliveryViaRule: NotRequired[StoredRecordDeliveryViaRule]
    externalReferences: NotRequired[StoredRecordExternalReferences]
    active: NotRequired[StoredRecordActive]
    locations: NotRequired[list[StoredBusinessPartnerRecordLocations]]
    contacts: NotRequired[list[StoredBusinessPartnerRecordContacts]]


class StoredPriceListRecord(TypedDict):
    """
    Price list
    """

    id: int
    version: StoredRecordVersion
    org: NotRequired[StoredRecordOrg]
    code: str
    name: str
    pricingSystem: str
    country: NotRequired[str]
    currency: str
    sales: NotRequired[bool]
    taxIncluded: NotRequired[bool]
    precision: NotRequired[int]
    netPrecision: NotRequired[Literal['currency', 'list']]
    exemptBuyers: NotRequired[Literal['keepGross', 'removeTax']]
    defaultTaxCategory: NotRequired[str]
    active: NotRequired[StoredRecordActive]
    versions: NotRequired[list[StoredPriceListRecordVersions]]


class AllProcessSettings(TypedDict):
    """
    The settings of all organisations of the caller.
    """

    items: list[ProcessSettings]
    dataSources: list[DataSourceProcessing]


class BulkBody(TypedDict):
    """
    A bulk import of 1 to 10,000 order candidates.
    """

    requests: list[CandidateBody]


class Candidate(CandidateRow):
    """
    An order candidate.
    """

    problems: list[Item]
    hold: NotRequired[str]
    holdMessage: NotRequired[str]
    waitingUntil: NotRequired[CalendarDate]
    assignedTo: NotRequired[str]
    holdFixes: NotRequired[list[Fix]]
    order: NotRequired[OrderOfCandidate | None]
    imported: dict[str, Any]
    mapped: NotRequired[list[MappedReference]]
    override: CandidateValues
    clear: list[str]
    overriddenBy: dict[str, OverrideNote]
    effective: CandidateValues
    valuesFrom: dict[str, ValueSource]
    attachments: list[Attachment]
    comments: Count
    requestId: Id
    version: int
    createdAt: Timestamp
    updatedAt: Timestamp


class CandidatePageAnswer(TypedDict):
    """
    A page of candidates.
    """

    items: list[Candidate]
    next: NotRequired[str]
    previous: NotRequired[str]
    total: Total


class CandidatesAnswer(TypedDict):
    """
    Result of an import, with one entry per row in the order of the request.
    """

    result: list[ImportedRow]
    errorsTotal: NotRequired[int]
    warnings: NotRequired[list[Item]]
    warningsTotal: NotRequired[int]


class CorrectedCandidate(Candidate):
    """
    A candidate after its correction.
    """

    warnings: list[Item]


class HandedOverAnswer(TypedDict):
    """
    Results of the replies.
    """

    orders: list[HandedOverOrder]


class HistoryAnswer(TypedDict):
    """
    A page of the history of a candidate.
    """

    items: list[HistoryEntry]
    next: NotRequired[str]


class ImportDraft(TypedDict):
    """
    An uploaded spreadsheet with its structure, mapping and results.
    """

    id: Id
    version: int
    org: str
    fileName: str
    size: int
    status: str
    createdBy: str
    createdAt: Timestamp
    changedBy: str
    changedAt: Timestamp
    expiresAt: Timestamp
    checks: NotRequired[ImportRowChecks]
    progress: NotRequired[ImportProgress]
    file: SpreadsheetFile
    columns: list[SpreadsheetColumn]
    mapping: SpreadsheetMapping
    confirmed: bool
    mappingName: NotRequired[str]
    questions: list[SpreadsheetQuestion]
    unused: list[str]
    dataSource: NotRequired[str]
    errorPolicy: str
    unresolved: str
    totals: SpreadsheetTotals
    created: dict[str, int]
    values: list[UnknownSheetValue]
    result: NotRequired[ImportDraftResult]
    failure: NotRequired[str]
    undoRun: NotRequired[Id]
    sameFile: NotRequired[ImportDraftSummary]


class ImportDraftChange(TypedDict):
    """
    A change of an import draft. Absent fields stay unchanged.
    """

    version: int
    mapping: NotRequired[SpreadsheetMappingChange | None]
    dataSource: NotRequired[str | None]
    errorPolicy: NotRequired[str | None]
    unresolved: NotRequired[str | None]
    edits: NotRequired[list[EditedCell]]
    replace: NotRequired[CellReplacement | None]


class ImportMapping(TypedDict):
    """
    A mapping that is applied to files with the same column names.
    """

    id: Id
    org: str
    name: str
    mapping: SpreadsheetMapping
    dataSource: NotRequired[str]
    errorPolicy: str
    unresolved: str
    changedBy: str
    changedAt: Timestamp


class ImportMappingList(TypedDict):
    """
    The saved mappings of the caller's organisations.
    """

    items: list[ImportMapping]


MasterdataRecord: TypeAlias = (
    OrganisationRecord
    | CountryRecord
    | CurrencyRecord
    | UnitRecord
    | ExternalSystemRecord
    | DataSourceRecord
    | DocumentTypeRecord
    | TaxCategoryRecord
    | TaxRecord
    | PricingSystemRecord
    | PriceListRecord
    | WarehouseRecord
    | ShipperRecord
    | PaymentTermRecord
    | BusinessPartnerGroupRecord
    | UnitConversionRecord
    | PostalCodeRecord
    | BusinessPartnerRecord
    | ProductRecord
    | ProductPriceRecord
    | BusinessPartnerProductRecord
    | CrossReferenceRecord
)


MasterdataRecords: TypeAlias = list[MasterdataRecord]
"""
Records of the kind, as in a master data file.
"""


class OrderHead(OrderValues):
    salesOrderId: SalesOrderId


class OrderPageAnswer(TypedDict):
    """
    A page of sales orders.
    """

    items: list[OrderHead]
    next: NotRequired[str]
    total: Total


class PlannedOrder(PlannedOrderHead):
    """
    A sales order.
    """

    seller: NotRequired[Seller]
    lines: list[OrderLine]
    taxes: list[OrderTax]
    candidates: NotRequired[list[OrderedCandidate]]
    attachments: NotRequired[list[Attachment]]


class PlannedRun(TypedDict):
    """
    Planned result of a run.
    """

    counts: RunCounts
    excluded: list[ExcludedOrder]
    excludedOrders: Count
    stays: PlannedStays
    holds: list[PlannedHold]
    orders: list[PlannedOrder]
    released: list[ReleasedOrder]
    worth: list[Worth]
    results: list[RunResult]


StoredMasterdataRecord: TypeAlias = (
    StoredOrganisationRecord
    | StoredCountryRecord
    | StoredCurrencyRecord
    | StoredUnitRecord
    | StoredExternalSystemRecord
    | StoredDataSourceRecord
    | StoredDocumentTypeRecord
    | StoredTaxCategoryRecord
    | StoredTaxRecord
    | StoredPricingSystemRecord
    | StoredPriceListRecord
    | StoredWarehouseRecord
    | StoredShipperRecord
    | StoredPaymentTermRecord
    | StoredBusinessPartnerGroupRecord
    | StoredUnitConversionRecord
    | StoredPostalCodeRecord
    | StoredBusinessPartnerRecord
    | StoredProductRecord
    | StoredProductPriceRecord
    | StoredBusinessPartnerProductRecord
    | StoredCrossReferenceRecord
)


class ByReference(TypedDict):
    """
    The candidates, sales orders and attachments of an incoming order.
    """

    externalHeaderId: str
    candidates: list[Candidate]
    orders: list[OrderHead]
    attachments: list[Attachment]


class MasterdataPageAnswer(TypedDict):
    """
    A page of records.
    """

    items: list[StoredMasterdataRecord]
    next: NotRequired[str]
    previous: NotRequired[str]
    total: Total


class Order(OrderHead):
    """
    A sales order.
    """

    seller: NotRequired[Seller]
    lines: list[OrderLine]
    taxes: list[OrderTax]
    candidates: NotRequired[list[OrderedCandidate]]
    attachments: NotRequired[list[Attachment]]


class PlannedCreatedOrder(PlannedOrder):
    """
    A created sales order.
    """

    warnings: NotRequired[list[Item]]
    warningsTotal: NotRequired[int]


class CreatedOrder(Order):
    """
    A created sales order.
    """

    warnings: NotRequired[list[Item]]
    warningsTotal: NotRequired[int]
