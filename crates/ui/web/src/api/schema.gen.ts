// Generated from docs/openapi.json by `npm run generate`.
import type { Decimal } from "../values/decimal";

export interface paths {
    "/api/sales/order/candidates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List candidates.
         * @description Returns the matching candidates, page by page. Filters are combined with AND.
         *
         *     Needs the scope `candidates:read`.
         */
        get: operations["listCandidates"];
        put?: never;
        /**
         * Import one order candidate.
         * @description Creates or matches the partner, location, contact and product according to the sync advice, and stores the
         *     candidate. A candidate that cannot become an order line yet is stored with its problems (`status: "error"`). The
         *     pair of external ids is unique forever: a repeated row is `unchanged`; different content is rejected with 409.
         *
         *     With `unresolved=store`, unknown records are problems of the stored candidate (`product.unresolved`, …).
         *
         *     Needs the scope `candidates:write`.
         *
         *     Errors:
         *
         *     - `409`: The row was imported before with different content.
         */
        post: operations["importCandidate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sales/order/candidates/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import up to 10,000 order candidates.
         * @description Rows are processed in order; a row can use records that earlier rows created. By default, one faulty row rejects the
         *     request. `errorPolicy=header` or `row` accepts the correct rows.
         *
         *     Needs the scope `candidates:write`.
         *
         *     Errors:
         *
         *     - `400`: All rows were rejected, or the request cannot be read.
         *     - `409`: A row was imported before with different content.
         */
        post: operations["importCandidatesBulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sales/order/candidates/headers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List incoming orders.
         * @description Returns one entry per incoming order with a matching candidate, in the order of the first matching candidate.
         *
         *     Needs the scope `candidates:read`.
         */
        get: operations["listCandidateHeaders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sales/order/candidates/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count candidates.
         * @description Returns the number of matching candidates by status. The filter `status` is ignored.
         *
         *     Needs the scope `candidates:read`.
         */
        get: operations["countCandidates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sales/order/candidates/problems": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Group candidates by problem.
         * @description Groups candidates in error by problem and cause. Each group contains the number of candidates and incoming orders,
         *     their value, suggested fixes, and a filter for lists and runs.
         *
         *     Needs the scope `candidates:read`.
         */
        get: operations["groupProblems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sales/order/candidates/holds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Group candidates on hold by reason.
         * @description Groups candidates with status `new` that a run would skip because they are on hold. Each group contains the number of
         *     candidates and incoming orders, their value, the age of the oldest hold, and a filter for lists and runs.
         *
         *     Needs the scope `candidates:read`.
         */
        get: operations["groupHolds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sales/order/candidates/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export candidates.
         * @description Returns the candidates as a file for spreadsheets, at most 1,000,000 rows. Times are in the time zone of the
         *     candidate's organisation.
         *
         *     `csv`: English files use commas and decimal points, German files semicolons and decimal commas. Texts that a
         *     spreadsheet could run as a formula start with an apostrophe.
         *
         *     `xlsx`: numbers, dates and times are cells of these types; codes are texts. Numbers with more than 15 digits are texts
         *     too, because a spreadsheet would round them. Texts are cut after 32,767 characters.
         *
         *     Needs the scope `candidates:read`.
         */
        get: operations["exportCandidates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import-templates/orders.xlsx": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a workbook for order lines.
         * @description Returns an XLSX file to fill and to import as a spreadsheet: an empty sheet with columns that the import recognises,
         *     the meaning of the columns, and lists of codes that the cells offer. The lists contain the active customers, products,
         *     units and currencies that the caller can see, at most 20,000 of each.
         *
         *     Needs the scope `candidates:read`.
         */
        get: operations["getOrderTemplate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/unresolved-references": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List unresolved references.
         * @description Returns the missing records that stored lines refer to, page by page, with the number and value of these lines.
         *
         *     Needs the scope `candidates:read`.
         */
        get: operations["listUnresolvedReferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/unresolved-references/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an unresolved reference.
         * @description Returns the entry with suggestions: existing records with a similar code or name, products of the last orders of the
         *     customer of the oldest line, and the locations or contacts of the partner.
         *
         *     Needs the scope `candidates:read`.
         *
         *     Errors:
         *
         *     - `404`: No line has this reference.
         */
        get: operations["getUnresolvedReference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/unresolved-references/{id}/map": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Map an unresolved reference to a record.
         * @description Starts a run that maps the lines to an existing record. Location and contact of a chosen partner are looked up as
         *     they were sent. With `remember`, a cross-reference maps later rows too. If the value is already mapped to
         *     another record, nothing is changed. Undoing the run deactivates the cross-reference and makes the lines unresolved again,
         *     unless they were changed since. With `Prefer: wait=SECONDS` (at most 300), the response waits for the end of the run.
         *
         *     Needs the scope `references:write`.
         *
         *     Errors:
         *
         *     - `404`: No line has this reference.
         *     - `409`: The value is already mapped to another record.
         */
        post: operations["mapUnresolvedReference"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/statistics/intake": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read intake statistics.
         * @description Returns the number of candidates by time of receipt, data source and problem. Hours and days are those of the
         *     caller's first organisation.
         *
         *     Needs the scope `candidates:read`.
         */
        get: operations["getIntake"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/statistics/day": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the statistics of today.
         * @description Returns open candidates by age and value, candidates assigned to the caller, orders compared with a week ago, the
         *     number of candidates without manual changes, and whether data sources send as usual.
         *
         *     Needs the scope `candidates:read`.
         */
        get: operations["getDay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sales/order/candidates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a candidate.
         * @description Returns imported values, overrides and effective values, and suggested fixes for each problem based on the current
         *     master data.
         *
         *     Needs the scope `candidates:read`.
         *
         *     Errors:
         *
         *     - `404`: Candidate not found.
         */
        get: operations["getCandidate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Correct a candidate.
         * @description Accepts a JSON Merge Patch. An override replaces the imported value; null removes the override. `clear` lists the
         *     fields whose imported values are ignored. `active: false` excludes the candidate and `true` restores it. The
         *     candidate is validated immediately. A new `bpartner` without `location` gets its default ship-to location.
         *
         *     Needs the scope `candidates:write`.
         *
         *     Errors:
         *
         *     - `404`: Candidate not found.
         *     - `409`: The candidate is processed.
         *     - `412`: The version is outdated (the response names the user and the changed fields), or the candidate never had it.
         *     - `428`: `If-Match` is missing.
         */
        patch: operations["correctCandidate"];
        trace?: never;
    };
    "/api/sales/order/candidates/{id}/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the request of a candidate.
         * @description Returns the request as it was received. An access token can read its own requests. Users can also read requests with
         *     rows of their organisations; rows of other organisations are replaced by blanks. All other requests require the
         *     scope `admin` for all organisations.
         *
         *     Needs the scope `candidates:read`.
         *
         *     Errors:
         *
         *     - `404`: Candidate not found, or another sender sent its request.
         */
        get: operations["getCandidateRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sales/order/candidates/by-ref/{dataSource}/{externalHeaderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an incoming order by its header id.
         * @description Returns all candidates of the incoming order, in all organisations of the caller, with their sales orders and
         *     attachments. For a data source, this is the incoming order without an external system, otherwise the only one with
         *     this id; if several external systems have it, the response is 409 `identity.ambiguous`. For an external system that has
         *     the id in several data sources, it is 409 `candidate.ambiguous`.
         *
         *     Needs the scope `candidates:read`.
         *
         *     Errors:
         *
         *     - `404`: Candidate not found.
         *     - `409`: Several incoming orders have this id; the response names them.
         */
        get: operations["getCandidatesByHeader"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sales/order/candidates/by-ref/{dataSource}/{externalHeaderId}/{externalLineId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a candidate by header and line id.
         * @description Searches all organisations of the caller. A line id `cancel` must be written as `%63ancel`, because the path that
         *     ends in `cancel` cancels the incoming order.
         *
         *     Needs the scope `candidates:read`.
         *
         *     Errors:
         *
         *     - `404`: Candidate not found.
         *     - `409`: Several candidates have these ids; the response names their systems.
         */
        get: operations["getCandidatesByLine"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sales/order/candidates/{dataSourceName}/{externalReference}/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Attach a file to an incoming order.
         * @description Attaches the file to all candidates of the incoming order, including candidates that are imported later. The media
         *     type is detected from the content, otherwise from the file extension, otherwise from the part. Repeating the same
         *     bytes returns the existing attachment.
         *
         *     Needs the scope `attachments:write`.
         *
         *     Errors:
         *
         *     - `404`: Candidate not found.
         *     - `415`: The body is not `multipart/form-data`.
         */
        post: operations["attachFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sales/order/candidates/{externalId}/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Attach a file by external id.
         * @description Attaches the file to the incoming order with this id. If several data sources, external systems or organisations have
         *     it, the response is 409 and lists them.
         *
         *     Needs the scope `attachments:write`.
         *
         *     Errors:
         *
         *     - `404`: Candidate not found.
         *     - `415`: The body is not `multipart/form-data`.
         */
        post: operations["attachFileByExternalId"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/attachments/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download an attachment.
         * @description Returns the file as a download. Media types that a browser could execute are sent as `application/octet-stream`.
         *
         *     Needs the scope `candidates:read`.
         *
         *     Errors:
         *
         *     - `404`: Attachment not found.
         */
        get: operations["getAttachmentContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sales/order/candidates/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the history of a candidate.
         * @description Returns corrections, validations, orders and comments, oldest first unless `sort` is `-at`.
         *
         *     Needs the scope `candidates:read`.
         *
         *     Errors:
         *
         *     - `404`: Candidate not found.
         */
        get: operations["getCandidateHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sales/order/candidates/assignees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List possible assignees.
         * @description Returns the active users with access to `org`, or without it to any of the caller's organisations, sorted by name.
         *
         *     Needs the scope `candidates:write`.
         */
        get: operations["listAssignees"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sales/order/candidates/{id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Comment on a candidate.
         * @description Adds a comment to the history of the candidate. The candidate and its version do not change. The comment cannot be
         *     edited. Candidates of any status accept comments.
         *
         *     Needs the scope `candidates:write`.
         *
         *     Errors:
         *
         *     - `404`: Candidate not found.
         */
        post: operations["commentOnCandidate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sales/order/candidates/by-ref/{dataSource}/{externalHeaderId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an incoming order by its header id.
         * @description Excludes all candidates of the incoming order, or none. If a candidate is already in a sales order, the request is
         *     rejected with 409, which names the order. Repeating the request changes nothing. For a data source, the incoming order
         *     without an external system is cancelled, otherwise the only one with this id; if several external systems have it, the
         *     response is 409 `identity.ambiguous`.
         *
         *     Needs the scope `candidates:write`.
         *
         *     Errors:
         *
         *     - `404`: Candidate not found.
         *     - `409`: A candidate is already in a sales order; nothing was changed.
         */
        post: operations["cancelHeader"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sales/order/candidates/by-ref/{dataSource}/{externalHeaderId}/{externalLineId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a candidate by header and line id.
         * @description Excludes the candidate. A candidate that is already in a sales order is rejected with 409.
         *
         *     Needs the scope `candidates:write`.
         *
         *     Errors:
         *
         *     - `404`: Candidate not found.
         *     - `409`: The candidate is already in a sales order; nothing was changed.
         */
        post: operations["cancelLine"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sales/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sales orders.
         * @description Filters are combined with AND. Orders are sorted by creation.
         *
         *     Needs the scope `candidates:read`.
         */
        get: operations["listOrders"];
        put?: never;
        /**
         * Create a sales order.
         * @description Creates and completes a sales order with prices, taxes and totals, for the default organisation of the caller.
         *     Every quantity must be greater than 0.
         *
         *     Needs the scope `orders:write`.
         */
        post: operations["createOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sales/order/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export sales orders.
         * @description Returns the sales orders as a file for spreadsheets, at most 1,000,000 rows, in the same formats as the export of
         *     candidates.
         *
         *     Needs the scope `candidates:read`.
         */
        get: operations["exportOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sales/order/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a sales order.
         * @description Returns the order with lines, taxes, price calculations, candidates and attachments.
         *
         *     Needs the scope `candidates:read`.
         *
         *     Errors:
         *
         *     - `404`: Sales order not found.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sales/order/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the history of a sales order.
         * @description Returns creation, voiding and comments, oldest first unless `sort` is `-at`.
         *
         *     Needs the scope `candidates:read`.
         *
         *     Errors:
         *
         *     - `404`: Sales order not found.
         */
        get: operations["getOrderHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sales/order/{salesOrderId}/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the attachments of a sales order.
         * @description Returns the attachments of the order and of the incoming orders of its candidates.
         *
         *     Needs the scope `candidates:read`.
         *
         *     Errors:
         *
         *     - `404`: Sales order not found.
         */
        get: operations["listOrderAttachments"];
        put?: never;
        /**
         * Attach a file to a sales order.
         * @description Attaches the file to this order only. Repeating the same bytes returns the existing attachment.
         *
         *     Needs the scope `attachments:write`.
         *
         *     Errors:
         *
         *     - `404`: Sales order not found.
         *     - `415`: The body is not `multipart/form-data`.
         */
        post: operations["attachFileToOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sales/order/{id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Comment on a sales order.
         * @description Adds a comment to the history of the order. The comment cannot be edited.
         *
         *     Needs the scope `orders:write`.
         *
         *     Errors:
         *
         *     - `404`: Sales order not found.
         */
        post: operations["commentOnOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sales/order/handed-over": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the transfer of sales orders.
         * @description Records that a receiver confirms the transfer of an order (`number` is the order number in the receiver's system) or
         *     rejects it (`refused` is the reason). Repeating the request changes nothing. Each order has its own result; a reply
         *     that cannot be recorded does not affect the others. A reply cannot be recorded if the order is voided, or if its
         *     transfer was already confirmed by another receiver.
         *
         *     Needs the scope `orders:write`.
         *
         *     Errors:
         *
         *     - `413`: More than 1,000 orders.
         */
        post: operations["handOverOrders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sales/order/{id}/void": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Void a sales order.
         * @description Voids the order and excludes its candidates. Number and attachments are kept. The body may contain a reason, which
         *     the history records.
         *
         *     Needs the scope `orders:write`.
         *
         *     Errors:
         *
         *     - `404`: Sales order not found.
         *     - `409`: The order is already voided, or some of its candidates are archived.
         */
        post: operations["voidOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sales/order/candidates/process": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create sales orders from candidates.
         * @description Starts a run that creates sales orders from the selected candidates and the other open lines of the same incoming
         *     orders. `counts.added` is the number of these other lines. An incoming order is skipped if `exclude` contains one of
         *     its lines. With `"scope": "selection"` and `"release": ["partial"]`, only the selected lines are processed. The run does
         *     not wait for lines that may still arrive. Candidates on hold for another reason are skipped unless `release` names
         *     that reason; the history records each release. With `Prefer: wait=SECONDS` (at most 300), the response waits for
         *     the end of the run. A dry run returns the orders that would result, the skipped candidates with reasons and the
         *     effect of each release (`PlannedRun`).
         *
         *     Needs the scope `process:run`.
         *
         *     Errors:
         *
         *     - `404`: A selected candidate was not found.
         */
        post: operations["processCandidates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sales/order/candidates/revalidate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Re-validate candidates.
         * @description Starts a run that validates the selected candidates, for example after changes of master data. Candidates with
         *     status `new` or `error` get the status that follows from the validation; other candidates are not changed. With
         *     `Prefer: wait=SECONDS` (at most 300), the response waits for the end of the run. A dry run returns the result of the
         *     validation (`PlannedRun`).
         *
         *     Needs the scope `candidates:write`.
         *
         *     Errors:
         *
         *     - `404`: A selected candidate was not found.
         */
        post: operations["revalidateCandidates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sales/order/candidates/edit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Edit many candidates.
         * @description Starts a run that sets, changes or removes overrides of the selected candidates, or excludes or restores them.
         *     Each candidate is validated immediately and gets a history entry. The run works in chunks; each chunk is written
         *     completely or not at all. Processed candidates and candidates with an invalid result (a quantity that is not
         *     positive, a discount above 100, a step without a value) are skipped, with a reason. An interrupted run has a
         *     result for every candidate that it edited: do not repeat a `changeBy` for them.
         *
         *     With `Prefer: wait=SECONDS` (at most 300), the response waits for the end of the run. A dry run returns the totals
         *     and the first five candidates before and after (`PlannedEdit`).
         *
         *     Needs the scope `candidates:write`.
         *
         *     Errors:
         *
         *     - `404`: A selected candidate was not found.
         */
        post: operations["editCandidates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/process-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List runs.
         * @description Returns the runs, newest first. Scheduled runs without work are not stored.
         *
         *     Needs the scope `candidates:read`.
         */
        get: operations["listRuns"];
        put?: never;
        /**
         * Start the scheduled run now.
         * @description Starts the run that the schedule would start: it creates sales orders from all incoming orders that are not on hold.
         *
         *     Needs the scope `process:run`.
         */
        post: operations["startRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/process-runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a run.
         * @description Needs the scope `candidates:read`.
         *
         *     Errors:
         *
         *     - `404`: Run not found.
         */
        get: operations["getRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/process-runs/{id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the results of a run.
         * @description Returns the results by candidate. A scheduled run stores results of changed candidates only.
         *
         *     Needs the scope `candidates:read`.
         *
         *     Errors:
         *
         *     - `404`: Run not found.
         */
        get: operations["getRunResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/process-runs/{id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a run.
         * @description Stops the run before its next chunk of candidates. A run that has ended is not changed.
         *
         *     Needs the scope `process:run`.
         *
         *     Errors:
         *
         *     - `404`: Run not found.
         */
        post: operations["stopRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/process-runs/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a run.
         * @description Starts a run that reverts the changes of another run. Edited, excluded and restored candidates get their previous
         *     values; created orders are voided with the given reason and their candidates are excluded. Candidates and orders
         *     that were changed since are skipped, with a reason: for example if a candidate was processed or the transfer of an
         *     order was confirmed. Undoing an undo restores candidates; the orders stay voided. A run can be undone once, unless
         *     the undo was interrupted. Undoing a run that created orders also requires `process:run` and `orders:write`.
         *
         *     With `Prefer: wait=SECONDS` (at most 300), the response waits for the end of the run. A dry run returns the
         *     totals, the first five candidates before and after, the first five orders, and the reasons for skipped ones
         *     (`PlannedUndo`).
         *
         *     Needs the scope `candidates:write`.
         *
         *     Errors:
         *
         *     - `404`: Run not found.
         *     - `409`: The run has not ended, is already undone, or has no changes that can be undone.
         */
        post: operations["undoRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/instances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List instances.
         * @description Returns the instances that use the database, their start times and the one that runs the schedules.
         *
         *     Needs the scope `process:run`.
         */
        get: operations["listInstances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/process-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List process settings.
         * @description Returns schedules and settings of all organisations of the caller, and the settings of data sources for incoming
         *     orders.
         *
         *     Needs the scope `candidates:read`.
         */
        get: operations["listProcessSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/process-settings/{org}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the process settings of an organisation.
         * @description Needs the scope `candidates:read`.
         */
        get: operations["getProcessSettings"];
        /**
         * Change the process settings of an organisation.
         * @description Changes the given fields. Absent fields stay unchanged. `active: false` switches the schedule off.
         *     `pausedUntil` pauses it until a time; null ends the pause.
         *
         *     Needs the scope `admin`.
         */
        put: operations["putProcessSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/masterdata/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the JSON Schema of master data files.
         * @description Returns the schema of master data files, for use in editors. The list of one kind is the body of an upsert.
         *
         *     Needs the scope `candidates:read`.
         */
        get: operations["getMasterdataSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/masterdata/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List master data records of a kind.
         * @description Returns own and shared records in order of creation. Each record contains its first 100 nested records of each
         *     kind.
         *
         *     Needs the scope `candidates:read`.
         *
         *     Errors:
         *
         *     - `404`: The kind is unknown.
         */
        get: operations["listMasterdata"];
        /**
         * Create or update master data records.
         * @description Accepts the list of a master data file. Records are matched by their keys; absent fields are unchanged, null clears a
         *     field, and equal records are not written. All records are written in one transaction. Limit: 10,000 records
         *     including nested ones. Shared records require access to all organisations; organisations require the scope
         *     `admin`.
         *
         *     Needs the scope `masterdata:write`.
         *
         *     Errors:
         *
         *     - `404`: The kind is unknown.
         */
        put: operations["putMasterdata"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/masterdata/{kind}/{id}/{nested}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List nested master data records.
         * @description Returns all nested records, page by page. The record itself contains the first 100.
         *
         *     Needs the scope `candidates:read`.
         *
         *     Errors:
         *
         *     - `404`: The kind is unknown, or the record was not found.
         */
        get: operations["listNestedMasterdata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/masterdata/{kind}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a master data record.
         * @description Returns the record with the first 100 nested records of each kind that the caller can see. `locationsTotal`
         *     and similar fields contain the total.
         *
         *     Needs the scope `candidates:read`.
         *
         *     Errors:
         *
         *     - `404`: The kind is unknown, or the record was not found.
         */
        get: operations["getMasterdata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/masterdata/{kind}/{id}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deactivate a master data record.
         * @description Sets the record inactive; nothing is deleted. Deactivating an inactive record changes nothing. To activate a
         *     record, send `active: true` in an upsert. The request has no body.
         *
         *     Needs the scope `masterdata:write`.
         *
         *     Errors:
         *
         *     - `404`: The kind is unknown, or the record was not found.
         */
        post: operations["deactivateMasterdata"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/masterdata/{kind}/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a change of a master data record.
         * @description Reverts the changes of one request to a record and its nested records. Prices, conversions, taxes and versions
         *     that the request created are removed. The history records both requests. The undo is rejected if a record was
         *     changed since, is referenced by another record, or was used in an order that is not voided. A dry run applies the
         *     same rules and writes nothing. The next run re-validates the affected candidates; to re-validate them
         *     immediately, use `…/revalidate`.
         *
         *     Needs the scope `masterdata:write`.
         *
         *     Errors:
         *
         *     - `404`: The kind is unknown, the record was not found, or the request did not change it.
         *     - `409`: The record was changed or used since, or the change cannot be undone.
         */
        post: operations["undoMasterdata"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/masterdata/{kind}/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the history of a master data record.
         * @description Returns the changes of the record and its nested records, newest first. Changes by master data files, requests and
         *     imported rows are included.
         *
         *     Needs the scope `candidates:read`.
         *
         *     Errors:
         *
         *     - `404`: The kind is unknown, or the record was not found.
         */
        get: operations["getMasterdataHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rejected-rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List rejected rows.
         * @description Returns rows that imports rejected because of their own errors, and unreadable bodies. A row that is rejected again
         *     stays one entry. Rows without an organisation are only returned to callers for all organisations.
         *
         *     Needs the scope `candidates:read`.
         */
        get: operations["listRejectedRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rejected-rows/causes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Group rejected rows.
         * @description Groups rejected rows by their first problem and data source. Without `status`, only open rows are grouped.
         *
         *     Needs the scope `candidates:read`.
         */
        get: operations["groupRejectedRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rejected-rows/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export rejected rows.
         * @description Returns rejected rows as a file; without `status`, the open ones. `ndjson` leaves out unreadable bodies and rows that
         *     are not stored completely.
         *
         *     Needs the scope `candidates:read`.
         */
        get: operations["exportRejectedRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rejected-rows/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dismiss rejected rows.
         * @description Dismisses the open rows of a list of ids or of a filter.
         *
         *     Needs the scope `candidates:write`.
         */
        post: operations["dismissRejectedRows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rejected-rows/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a rejected row.
         * @description Needs the scope `candidates:read`.
         *
         *     Errors:
         *
         *     - `404`: Not found.
         */
        get: operations["getRejectedRow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rejected-rows/{id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a rejected row again.
         * @description Imports the row as sent, or the corrected row of the body, with the rights of the caller. Its identity must stay the
         *     same. Rows of the same incoming order that were rejected with it are imported after it; lines that are still rejected
         *     put the order on hold (`sibling.rejected`). If a row is rejected, nothing is imported.
         *
         *     Needs the scope `candidates:write`.
         *
         *     Errors:
         *
         *     - `404`: Not found.
         *     - `409`: The row was imported, or the entry has no row.
         */
        post: operations["sendRejectedRow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rejected-rows/{id}/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dismiss a rejected row.
         * @description It stays dismissed while the same content is rejected for the same reasons.
         *
         *     Needs the scope `candidates:write`.
         *
         *     Errors:
         *
         *     - `404`: Not found.
         *     - `409`: The row was imported.
         */
        post: operations["dismissRejectedRow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rejected-rows/{id}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reopen a dismissed row.
         * @description Needs the scope `candidates:write`.
         *
         *     Errors:
         *
         *     - `404`: Not found.
         *     - `409`: The row was imported.
         */
        post: operations["reopenRejectedRow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import-drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List import drafts.
         * @description Returns the uploaded spreadsheets of the caller's organisations, newest first. A draft is deleted 30 days after its last
         *     change.
         *
         *     Needs the scope `candidates:read`.
         */
        get: operations["listImportDrafts"];
        put?: never;
        /**
         * Upload a spreadsheet.
         * @description Creates a draft from a CSV, XLSX or ODS file with one order line per row. The response contains the structure of the
         *     file, a proposed mapping of its columns and the questions that must be answered before a check. A saved mapping for the
         *     same column names is applied. Nothing is imported yet.
         *
         *     Needs the scope `candidates:write`.
         *
         *     Errors:
         *
         *     - `400`: The file cannot be read as a spreadsheet.
         *     - `409`: The organisation has 200 drafts.
         *     - `413`: The file is larger than 64 MiB.
         */
        post: operations["createImportDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import-drafts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an import draft.
         * @description Returns the structure of the file, the mapping, open questions, counts and results. While the draft is checked or
         *     imported, poll this operation for the progress.
         *
         *     Needs the scope `candidates:read`.
         *
         *     Errors:
         *
         *     - `404`: Draft not found.
         */
        get: operations["getImportDraft"];
        put?: never;
        post?: never;
        /**
         * Delete an import draft.
         * @description Deletes the file, its settings and results. Imported lines stay.
         *
         *     Needs the scope `candidates:write`.
         *
         *     Errors:
         *
         *     - `404`: Draft not found.
         *     - `409`: The draft is in progress.
         */
        delete: operations["removeImportDraft"];
        options?: never;
        head?: never;
        /**
         * Change an import draft.
         * @description Changes settings, mapping or cells. The draft must then be checked again. After an import, rejected rows can be corrected
         *     and imported in the same way: rows that were imported stay unchanged.
         *
         *     Needs the scope `candidates:write`.
         *
         *     Errors:
         *
         *     - `400`: The body is invalid, or the mapping does not fit the file.
         *     - `404`: Draft not found.
         *     - `409`: The draft was changed since it was read, is in progress, or was undone.
         */
        patch: operations["changeImportDraft"];
        trace?: never;
    };
    "/api/import-drafts/{id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List rows of an import draft.
         * @description Returns rows of the sheet with their cells, in the order of the sheet. After a check or an import, they have results and
         *     problems. Before a check, all rows that will be imported are returned.
         *
         *     Needs the scope `candidates:read`.
         *
         *     Errors:
         *
         *     - `404`: Draft not found.
         */
        get: operations["listImportDraftRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import-drafts/{id}/rows/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export rows of an import draft.
         * @description Returns rows as a CSV file with the columns of the sheet and a column `Problem`; without `check`, the rejected and
         *     conflicting ones, at most 10,000. The corrected file can be uploaded again.
         *
         *     Needs the scope `candidates:read`.
         *
         *     Errors:
         *
         *     - `404`: Draft not found.
         */
        get: operations["exportImportDraftRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import-drafts/{id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check an import draft.
         * @description Starts a check of all rows by the rules of the import. Nothing is imported. Poll the draft for progress and results.
         *
         *     Needs the scope `candidates:write`.
         *
         *     Errors:
         *
         *     - `404`: Draft not found.
         *     - `409`: Questions are open, or the draft was changed, is in progress, or was undone.
         */
        post: operations["checkImportDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import-drafts/{id}/commit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a checked draft.
         * @description Starts the import of all rows in bulks of whole incoming orders, or continues a stopped import. Poll the draft for
         *     progress and results. With `saveMapping`, the mapping is applied to later files with the same column names.
         *
         *     Needs the scope `candidates:write`.
         *
         *     Errors:
         *
         *     - `404`: Draft not found.
         *     - `409`: The draft was not checked, has rejected rows under the policy `all`, was changed, is in progress, or was undone.
         */
        post: operations["commitImportDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import-drafts/{id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a check or import.
         * @description Stops before the next bulk. Imported rows stay; a stopped import can be continued.
         *
         *     Needs the scope `candidates:write`.
         *
         *     Errors:
         *
         *     - `404`: Draft not found.
         */
        post: operations["stopImportDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import-drafts/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo the import of a draft.
         * @description Starts a run that excludes the imported lines. Lines in sales orders stay; the results of the run list them.
         *
         *     Needs the scope `candidates:write`.
         *
         *     Errors:
         *
         *     - `404`: Draft not found.
         *     - `409`: Nothing was imported, or the draft was changed, is in progress, or was undone.
         */
        post: operations["undoImportDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import-mappings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List saved mappings.
         * @description Returns the mappings that are applied to files with the same column names.
         *
         *     Needs the scope `candidates:read`.
         */
        get: operations["listImportMappings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import-mappings/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a saved mapping.
         * @description Needs the scope `candidates:write`.
         *
         *     Errors:
         *
         *     - `404`: Mapping not found.
         */
        delete: operations["removeImportMapping"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List write requests.
         * @description Returns the requests of the caller, newest first. Users also see imports with rows of their organisations; rows of
         *     other organisations are hidden. The scope `admin` for all organisations includes all requests. A request
         *     is kept as long as a candidate that it created exists, otherwise 30 days. At most 60
         *     rejected requests without a body are stored per minute and access token. Path and query are stored up to 2,000 characters.
         *
         *     Needs the scope `candidates:read`.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a write request.
         * @description Returns the request as it was received. An access token can read its own requests. Users can also read imports with
         *     rows of their organisations; rows of other organisations are replaced by blanks. All other requests require the
         *     scope `admin` for all organisations.
         *
         *     Needs the scope `candidates:read`.
         *
         *     Errors:
         *
         *     - `404`: The request is not stored, or the caller cannot read it.
         */
        get: operations["getRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/requests/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend an import.
         * @description Sends the stored request again with the organisations and scopes of its original sender, even if its access token
         *     has expired. Rows that already exist are returned as unchanged. Use it after the cause of the errors is resolved.
         *
         *     Needs the scope `candidates:write`.
         *
         *     Errors:
         *
         *     - `404`: The request is not stored, or the caller cannot read it.
         *     - `409`: The request is not an import, or only its faulty rows are stored.
         */
        post: operations["replayRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notification rules.
         * @description Returns the rules of the caller's organisations. Callers with access to all organisations see all rules.
         *
         *     Needs the scope `admin`.
         */
        get: operations["listNotificationRules"];
        put?: never;
        /**
         * Create a notification rule.
         * @description A rule of an organisation covers the data of that organisation only. A message is sent for new occurrences, at
         *     most once an hour, and repeated after a day while the condition lasts. Each organisation, data source and webhook
         *     has its own messages.
         *
         *     Needs the scope `admin`.
         *
         *     Errors:
         *
         *     - `404`: Webhook not found.
         *     - `409`: The limit of 200 rules is reached.
         */
        post: operations["createNotificationRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification-rules/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try an unsaved notification rule.
         * @description Returns the messages that the rule would have created if it had been active during the last 7 days.
         *
         *     Needs the scope `admin`.
         *
         *     Errors:
         *
         *     - `404`: Webhook not found.
         */
        post: operations["tryNewNotificationRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification-rules/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notification messages.
         * @description Returns messages of notification rules with their delivery state. Messages are kept for 30 days.
         *
         *     Needs the scope `admin`.
         */
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification-rules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a notification rule.
         * @description Needs the scope `admin`.
         *
         *     Errors:
         *
         *     - `404`: Notification rule not found.
         */
        get: operations["getNotificationRule"];
        put?: never;
        post?: never;
        /**
         * Delete a notification rule.
         * @description Deletes the rule. Messages that it created are still sent.
         *
         *     Needs the scope `admin`.
         *
         *     Errors:
         *
         *     - `404`: Notification rule not found.
         */
        delete: operations["removeNotificationRule"];
        options?: never;
        head?: never;
        /**
         * Change a notification rule.
         * @description Changes the given fields. Absent fields stay unchanged; null clears a field. `version` is the version
         *     that was read.
         *
         *     Needs the scope `admin`.
         *
         *     Errors:
         *
         *     - `404`: Notification rule not found.
         *     - `409`: The rule was changed since it was read.
         */
        patch: operations["changeNotificationRule"];
        trace?: never;
    };
    "/api/notification-rules/{id}/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a notification rule.
         * @description Returns the messages that the rule would have created if it had been active during the last 7 days.
         *
         *     Needs the scope `admin`.
         *
         *     Errors:
         *
         *     - `404`: Notification rule not found.
         */
        post: operations["tryNotificationRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream changes as server-sent events.
         * @description Returns a stream of server-sent events. It ends when the access token or the session is no longer valid. `hello` is
         *     the first event and contains the `version` of the service. `run` contains a queued or active run, and is sent again
         *     when its state or counts change and when it ends. `changed` is sent at most once a second after a commit, so that
         *     clients can reload.
         *
         *     Needs the scope `candidates:read`.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/event-feed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the event feed.
         * @description Returns a batch of CloudEvents, oldest first. Each committed change is one event, and all readers get the events in
         *     the same order. To continue, send the `id` of the last processed event as `after`; no event is lost or repeated. The
         *     header `Link` contains the next page, even if the list is empty. Events are kept for 30 days by default.
         *
         *     Needs the scope `candidates:read`.
         *
         *     Errors:
         *
         *     - `410`: The cursor has expired or belongs to another database.
         */
        get: operations["readEventFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks.
         * @description Returns the webhooks of the caller's organisations with their delivery status.
         *
         *     Needs the scope `admin`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook.
         * @description Sends each new event to the URL as one CloudEvent, at least once. The events of one incoming order or sales order
         *     are sent in order. Requests are signed according to Standard Webhooks. Only this response contains the
         *     secret.
         *
         *     Needs the scope `admin`.
         *
         *     Errors:
         *
         *     - `409`: The limit of 100 webhooks per organisation is reached.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook.
         * @description Needs the scope `admin`.
         *
         *     Errors:
         *
         *     - `404`: Webhook not found.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook.
         * @description Stops all deliveries and deletes their log.
         *
         *     Needs the scope `admin`.
         *
         *     Errors:
         *
         *     - `404`: Webhook not found.
         */
        delete: operations["removeWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook.
         * @description Accepts a JSON Merge Patch with the version that was read. `active: false` pauses the webhook. `true` resumes it
         *     with all pending deliveries, even if it was paused or ended because of failed deliveries.
         *
         *     Needs the scope `admin`.
         *
         *     Errors:
         *
         *     - `404`: Webhook not found.
         *     - `409`: The webhook was changed since it was read.
         */
        patch: operations["changeWebhook"];
        trace?: never;
    };
    "/api/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a webhook.
         * @description Sends one event `orderdock.webhook.test` to the receiver immediately, even if the webhook is not active.
         *
         *     Needs the scope `admin`.
         *
         *     Errors:
         *
         *     - `404`: Webhook not found.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook.
         * @description Requests are signed with both secrets for a transition period (default 24 hours), so that the receiver can switch.
         *
         *     Needs the scope `admin`.
         *
         *     Errors:
         *
         *     - `404`: Webhook not found.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook.
         * @description Returns the deliveries with their attempts, newest first. Deliveries are stored as long as their events.
         *
         *     Needs the scope `admin`.
         *
         *     Errors:
         *
         *     - `404`: Webhook not found.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a delivery.
         * @description Returns the delivery with the body as it would be sent now.
         *
         *     Needs the scope `admin`.
         *
         *     Errors:
         *
         *     - `404`: Delivery not found.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/deliveries/{deliveryId}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend a delivery.
         * @description Sends the delivery again with the same `webhook-id`. A pending delivery is sent immediately; otherwise a new delivery
         *     is created.
         *
         *     Needs the scope `admin`.
         *
         *     Errors:
         *
         *     - `404`: Delivery not found.
         */
        post: operations["resendWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend deliveries since a time.
         * @description Sends all events again whose delivery was created since the given time and is no longer pending, each once, with the same
         *     `webhook-id`. Failed deliveries are included.
         *
         *     Needs the scope `admin`.
         *
         *     Errors:
         *
         *     - `404`: Webhook not found.
         *     - `409`: Too many deliveries are already pending.
         */
        post: operations["resendWebhookDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List saved views.
         * @description Returns the views of the caller and the views shared by users of the same organisations. A view contains no
         *     records: its result depends on the permissions of the reader.
         */
        get: operations["listViews"];
        put?: never;
        /**
         * Save a view.
         * @description Saves a view for the caller. Limit: 100 views per user. Filters and sort order must be valid for the list.
         *
         *     Errors:
         *
         *     - `400`: The body is invalid, or contains filters that the list rejects.
         *     - `409`: The name is already used, or the limit of 100 views is reached.
         *     - `413`: The body is larger than 16 KiB.
         */
        post: operations["createView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/views/default": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the default view.
         * @description Sets the view that the list opens with for the caller. It can be a view that another user shares.
         *
         *     Errors:
         *
         *     - `404`: View not found.
         */
        put: operations["setDefaultView"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/views/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a saved view.
         * @description Errors:
         *
         *     - `404`: View not found.
         */
        get: operations["getView"];
        put?: never;
        post?: never;
        /**
         * Delete a saved view.
         * @description Deletes the view. Only the owner and administrators can delete a shared view.
         *
         *     Errors:
         *
         *     - `403`: The view belongs to another user, or the CSRF token is missing or invalid.
         *     - `404`: View not found.
         */
        delete: operations["removeView"];
        options?: never;
        head?: never;
        /**
         * Change a saved view.
         * @description Changes the given fields. Absent fields stay unchanged; null clears a field. `version` is the version
         *     that was read. Only the owner and administrators can change a shared view.
         *
         *     Errors:
         *
         *     - `400`: The body is invalid, or contains filters that the list rejects.
         *     - `403`: The view belongs to another user, or the CSRF token is missing or invalid.
         *     - `404`: View not found.
         *     - `409`: The view was changed since it was read, or the name is already used.
         *     - `413`: The body is larger than 16 KiB.
         */
        patch: operations["changeView"];
        trace?: never;
    };
    "/api/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List access tokens.
         * @description Returns the tokens without their secrets, including expired and revoked ones. Tokens that can access other organisations
         *     than the caller are omitted. Tokens are created and revoked on the command line.
         *
         *     Needs the scope `admin`.
         */
        get: operations["listTokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the session.
         * @description Returns the session of the cookie. The request counts as use of the session, unless it has the header
         *     `X-Background: true`.
         */
        get: operations["getSession"];
        put?: never;
        /**
         * Sign in.
         * @description Sets the cookie `orderdock_session` (`__Host-orderdock_session` behind TLS), which every endpoint accepts if the
         *     request has no `Authorization` header. A session expires after twelve hours without use, and after seven days in
         *     any case. Requests with the header `X-Background: true` and the stream `/api/events` do not count as use. If the
         *     request contains the cookie of a session, that session ends.
         *
         *     A second cookie, `orderdock_browser`, grants no access. It identifies a known browser, so that its user can sign in
         *     while others guess passwords. After many failed attempts for a user name or an address, responses to wrong
         *     passwords are increasingly delayed.
         *
         *     Errors:
         *
         *     - `400`: The body is invalid.
         *     - `401`: Incorrect user name or password.
         *     - `408`: Timeout while reading the body.
         *     - `413`: The body is too large or has too many rows.
         *     - `415`: The media type or the `Content-Encoding` of the body is not supported.
         *     - `429`: Too many sign-in attempts from this address. Retry after `Retry-After`.
         *     - `500`: Internal error. The log contains details under the `requestId`.
         *     - `503`: The server is overloaded, or the outcome is unknown.
         */
        post: operations["signIn"];
        /**
         * Sign out.
         * @description Ends the session. Requires the header `X-CSRF-Token`, like every request by session except GET.
         *
         *     Errors:
         *
         *     - `403`: The CSRF token is missing or invalid.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check liveness.
         * @description Returns 200 while the process can respond. The database is not checked.
         */
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check readiness.
         * @description Checks that the database accepts a write. The response is sent within a second, based on a check that ended at most
         *     two seconds ago. Use it for load balancers.
         *
         *     Errors:
         *
         *     - `503`: The database does not accept writes at the moment.
         *     - `507`: No space left on the server.
         */
        get: operations["ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read metrics.
         * @description Returns metrics in the OpenMetrics text format, for example for Prometheus.
         */
        get: operations["metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description An access token. Its secret is not stored. */
        AccessToken: {
            id: components["schemas"]["Id"];
            /** @example shop */
            name: string;
            /**
             * @example [
             *       "candidates:write",
             *       "candidates:read"
             *     ]
             */
            scopes: string[];
            /** @description Organisations that the token can access. */
            organisations: components["schemas"]["Reference"][];
            createdAt: components["schemas"]["Timestamp"];
            createdBy: string;
            expiresAt?: components["schemas"]["Timestamp"];
            revokedAt?: components["schemas"]["Timestamp"];
            /** @description Time of the last request with the token, recorded at intervals. */
            lastUsedAt?: components["schemas"]["Timestamp"];
        };
        /** @description The settings of all organisations of the caller. */
        AllProcessSettings: {
            items: components["schemas"]["ProcessSettings"][];
            dataSources: components["schemas"]["DataSourceProcessing"][];
        };
        /** @description Quantity of a candidate in an order line. */
        Allocation: {
            candidateId: components["schemas"]["Id"];
            /** @description Quantity in the unit of the line. */
            qty: components["schemas"]["Decimal"];
        };
        /** @description A user. */
        Assignee: {
            /** @example anna */
            name: string;
        };
        /** @description Users to whom candidates can be assigned. */
        Assignees: {
            items: components["schemas"]["Assignee"][];
        };
        /** @description A file attached to an incoming order or a sales order. */
        Attachment: {
            /** @description Id of the sales order. Absent for a file of an incoming order. */
            salesOrderId?: string;
            /** @description External header id. Absent for a file of a sales order. */
            externalReference?: string;
            /** @description Internal name of the data source of the incoming order. */
            dataSourceName?: string;
            /** @description Code of the external system of the incoming order; without one the same value as `dataSourceName`. */
            externalSystemCode?: string;
            /** @description Same value as `attachmentId`, as a number. */
            id: components["schemas"]["Id"];
            attachmentId: string;
            /** @description Always `Data`. */
            type: string;
            filename: string;
            /**
             * @description Detected media type. Downloads may use `application/octet-stream` instead.
             * @example application/pdf
             */
            mimeType: string;
            /**
             * Format: int64
             * @description Size in bytes.
             */
            size: number;
            /** @description SHA-256 hash of the content, in hexadecimal. */
            sha256: string;
            /**
             * @description Path for downloading the content.
             * @example /api/attachments/1000123/content
             */
            url: string;
            /** @description Name of the access token or user that uploaded the file. */
            createdBy: string;
            createdAt: components["schemas"]["Timestamp"];
            tags?: components["schemas"]["Tag"][];
            /** @description Warnings about the request that attached the file. */
            warnings?: components["schemas"]["Item"][];
        };
        /** @description A file and its tags. */
        AttachmentForm: {
            /**
             * Format: binary
             * @description The file, with its name and media type.
             */
            file: Blob;
            /** @description Tags as alternating keys and values. A key without a value at the end is ignored. */
            tags?: string[];
        };
        /** @description A bulk import of 1 to 10,000 order candidates. */
        BulkBody: {
            requests: components["schemas"]["CandidateBody"][];
        } & {
            [key: string]: unknown;
        };
        /** @description A business partner. */
        BusinessPartner: {
            id: components["schemas"]["NewId"];
            metasfreshId: components["schemas"]["NewId"];
            parentId?: components["schemas"]["Id"];
            name: string;
            code?: string;
            externalId?: string;
            name2?: string;
            name3?: string;
            companyName?: string;
            phone?: string;
            language?: string;
            url?: string;
            url2?: string;
            url3?: string;
            globalId?: string;
            vatId?: string;
            group?: string;
            active: boolean;
            customer: boolean;
            vendor: boolean;
            company: boolean;
        };
        /** @description A business partner. Creating it requires a name. */
        BusinessPartnerData: {
            active?: boolean | null;
            code?: components["schemas"]["NullableCode"];
            externalId?: components["schemas"]["NullableCode"];
            name?: components["schemas"]["NullableName"];
            name2?: components["schemas"]["NullableName"];
            name3?: components["schemas"]["NullableName"];
            companyName?: components["schemas"]["NullableName"];
            /** @description Name of a partner group. The group is created if it does not exist. */
            group?: components["schemas"]["NullableName"];
            phone?: components["schemas"]["NullableName"];
            language?: components["schemas"]["NullableCode"];
            url?: components["schemas"]["NullableText"];
            url2?: components["schemas"]["NullableText"];
            url3?: components["schemas"]["NullableText"];
            globalId?: components["schemas"]["NullableCode"];
            vatId?: components["schemas"]["NullableCode"];
            /**
             * Format: int64
             * @description Record id of the parent partner.
             */
            parentId?: number | string | null;
            customer?: boolean | null;
            vendor?: boolean | null;
            invoiceRule?: components["schemas"]["NullableCode"];
            syncAdvise?: components["schemas"]["SyncAdvice"] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description Business partner group */
        BusinessPartnerGroupRecord: {
            org?: components["schemas"]["RecordOrg"];
            /** @description Name */
            name: string;
            pricingSystem?: components["schemas"]["RecordPricingSystem"];
            paymentRule?: components["schemas"]["RecordPaymentRule"];
            paymentTerm?: components["schemas"]["RecordPaymentTerm"];
            shipper?: components["schemas"]["RecordShipper"];
            warehouse?: components["schemas"]["RecordWarehouse"];
            deliveryRule?: components["schemas"]["RecordDeliveryRule"];
            deliveryViaRule?: components["schemas"]["RecordDeliveryViaRule"];
            active?: components["schemas"]["RecordActive"];
        };
        /** @description Business partner product */
        BusinessPartnerProductRecord: {
            org?: components["schemas"]["RecordOrg"];
            /** @description Code of the partner */
            bpartner: components["schemas"]["CodeOrNumber"];
            /** @description Code of the product */
            product: components["schemas"]["CodeOrNumber"];
            /** @description Number that the partner uses for the product */
            number: components["schemas"]["CodeOrNumber"];
            /** @description Name that the partner uses for the product */
            description?: components["schemas"]["NullableName"];
            active?: components["schemas"]["RecordActive"];
        };
        /** @description Business partner */
        BusinessPartnerRecord: {
            org?: components["schemas"]["RecordOrg"];
            code: components["schemas"]["RecordCode"];
            externalId?: components["schemas"]["RecordExternalId"];
            /** @description Name */
            name: string;
            /** @description Second name */
            name2?: components["schemas"]["NullableName"];
            /** @description Third name */
            name3?: components["schemas"]["NullableName"];
            /** @description Name of the company */
            companyName?: components["schemas"]["NullableName"];
            /** @description Name of the partner group */
            group?: components["schemas"]["NullableCode"];
            /** @description Phone number */
            phone?: components["schemas"]["NullableName"];
            /** @description Language */
            language?: components["schemas"]["NullableCode"];
            /** @description Web page */
            url?: components["schemas"]["NullableText"];
            /** @description Second web page */
            url2?: components["schemas"]["NullableText"];
            /** @description Third web page */
            url3?: components["schemas"]["NullableText"];
            /** @description Global id */
            globalId?: components["schemas"]["NullableCode"];
            /** @description VAT id */
            vatId?: components["schemas"]["NullableCode"];
            /** @description Code of the parent partner */
            parent?: components["schemas"]["NullableCode"];
            /**
             * @description Whether the partner is a customer
             * @default true
             */
            customer: boolean | null;
            /** @description Whether the partner is a vendor */
            vendor?: components["schemas"]["NullableFlag"];
            /** @description Invoice rule */
            invoiceRule?: components["schemas"]["NullableCode"];
            /** @description Code of the partner as a sales partner */
            salesCode?: components["schemas"]["NullableCode"];
            /** @description Whether the partner is exempt from tax */
            taxExempt?: components["schemas"]["NullableFlag"];
            pricingSystem?: components["schemas"]["RecordPricingSystem"];
            paymentRule?: components["schemas"]["RecordPaymentRule"];
            paymentTerm?: components["schemas"]["RecordPaymentTerm"];
            shipper?: components["schemas"]["RecordShipper"];
            warehouse?: components["schemas"]["RecordWarehouse"];
            deliveryRule?: components["schemas"]["RecordDeliveryRule"];
            deliveryViaRule?: components["schemas"]["RecordDeliveryViaRule"];
            externalReferences?: components["schemas"]["RecordExternalReferences"];
            active?: components["schemas"]["RecordActive"];
            /** @description Nested records. Absent ones stay unchanged. */
            locations?: components["schemas"]["BusinessPartnerRecordLocations"][];
            /** @description Nested records. Absent ones stay unchanged. */
            contacts?: components["schemas"]["BusinessPartnerRecordContacts"][];
        };
        /** @description Contact */
        BusinessPartnerRecordContacts: {
            /** @description Code of the organisation that owns the record; that of the parent record if absent */
            org?: components["schemas"]["NullableCode"];
            externalId?: components["schemas"]["RecordExternalId"];
            /** @description Code of the record */
            code?: components["schemas"]["NullableCode"];
            /** @description Name */
            name: string;
            /** @description Greeting */
            greeting?: components["schemas"]["NullableName"];
            /** @description First name */
            firstName?: components["schemas"]["NullableName"];
            /** @description Last name */
            lastName?: components["schemas"]["NullableName"];
            /** @description E-mail address */
            email?: components["schemas"]["NullableName"];
            /** @description Phone number */
            phone?: components["schemas"]["NullableName"];
            /** @description Mobile phone number */
            mobilePhone?: components["schemas"]["NullableName"];
            /** @description Fax */
            fax?: components["schemas"]["NullableName"];
            /** @description Description */
            description?: components["schemas"]["NullableText"];
            /** @description Whether the contact wants the newsletter */
            newsletter?: components["schemas"]["NullableFlag"];
            /** @description Whether it is the default contact of the partner */
            defaultContact?: components["schemas"]["NullableFlag"];
            /** @description Whether it is the default contact for shipments */
            shipToDefault?: components["schemas"]["NullableFlag"];
            /** @description Whether it is the default contact for invoices */
            billToDefault?: components["schemas"]["NullableFlag"];
            /** @description Whether it is a sales contact */
            sales?: components["schemas"]["NullableFlag"];
            /** @description Whether it is the default sales contact */
            salesDefault?: components["schemas"]["NullableFlag"];
            /** @description Whether it is a purchase contact */
            purchase?: components["schemas"]["NullableFlag"];
            /** @description Whether it is the default purchase contact */
            purchaseDefault?: components["schemas"]["NullableFlag"];
            /** @description Whether it is a subject-matter contact */
            subjectMatter?: components["schemas"]["NullableFlag"];
            externalReferences?: components["schemas"]["RecordExternalReferences"];
            active?: components["schemas"]["RecordActive"];
        };
        /** @description Location */
        BusinessPartnerRecordLocations: {
            /** @description Code of the organisation that owns the record; that of the parent record if absent */
            org?: components["schemas"]["NullableCode"];
            externalId?: components["schemas"]["RecordExternalId"];
            /** @description Global location number */
            gln?: components["schemas"]["NullableCode"];
            /** @description Name */
            name?: components["schemas"]["NullableName"];
            /** @description Name of the partner at this address */
            bpartnerName?: components["schemas"]["NullableName"];
            /** @description Address, first line */
            address1?: components["schemas"]["NullableName"];
            /** @description Address, second line */
            address2?: components["schemas"]["NullableName"];
            /** @description Address, third line */
            address3?: components["schemas"]["NullableName"];
            /** @description Address, fourth line */
            address4?: components["schemas"]["NullableName"];
            /** @description Post-office box */
            poBox?: components["schemas"]["NullableName"];
            /** @description Postal code */
            postal?: components["schemas"]["NullableCode"];
            /** @description City */
            city?: components["schemas"]["NullableName"];
            /** @description District */
            district?: components["schemas"]["NullableName"];
            /** @description Region */
            region?: components["schemas"]["NullableName"];
            /** @description Two-letter code of the country */
            country: components["schemas"]["CodeOrNumber"];
            /**
             * @description Whether goods can be shipped to the location
             * @default true
             */
            shipTo: boolean | null;
            /** @description Whether it is the default ship-to location; true for the first location of a new partner */
            shipToDefault?: components["schemas"]["NullableFlag"];
            /**
             * @description Whether invoices can be sent to the location
             * @default true
             */
            billTo: boolean | null;
            /** @description Whether it is the default bill-to location; true for the first location of a new partner */
            billToDefault?: components["schemas"]["NullableFlag"];
            externalReferences?: components["schemas"]["RecordExternalReferences"];
            active?: components["schemas"]["RecordActive"];
            /** @description Record id of the linked postal code. Absent if none matches. Ignored in requests. */
            readonly postalCodeId?: number;
        };
        /** @description The candidates, sales orders and attachments of an incoming order. */
        ByReference: {
            externalHeaderId: string;
            /** @description Candidates with their problems, in order of receipt. */
            candidates: components["schemas"]["Candidate"][];
            /** @description Sales orders created from the candidates, including voided ones. */
            orders: components["schemas"]["OrderHead"][];
            /** @description Attachments, in order of receipt. */
            attachments: components["schemas"]["Attachment"][];
        };
        /** Format: date */
        CalendarDate: string;
        /** @description The cancelled candidates. */
        CancelledAnswer: {
            candidates: components["schemas"]["CancelledCandidate"][];
        };
        /** @description A cancelled candidate. Candidates that were already excluded are included. */
        CancelledCandidate: {
            id: components["schemas"]["Id"];
            externalHeaderId: string;
            externalLineId: string;
            /** @description Status of the candidate, always `inactive`. */
            status: string;
            /** Format: int64 */
            version: number;
        };
        /** @description An order candidate. */
        Candidate: components["schemas"]["CandidateRow"] & {
            /** @description Problems that prevent the candidate from becoming an order line. Pointers are relative to the candidate. */
            problems: components["schemas"]["Item"][];
            /**
             * @description Reason why the candidate is on hold: a run skips it even if it has no problem. Absent if it is not on hold.
             * @example header.incomplete
             */
            hold?: string;
            /** @description Description of `hold`, in the requested language. */
            holdMessage?: string;
            /**
             * @description Date until which the candidate waits for the customer. The hold ends at the start of this day in the
             *     organisation's time zone.
             */
            waitingUntil?: components["schemas"]["CalendarDate"];
            /**
             * @description User name of the assignee. Absent if the candidate is unassigned.
             * @example anna
             */
            assignedTo?: string;
            /** @description Suggested fixes that end the hold. Only present when a single candidate on hold is read. */
            holdFixes?: components["schemas"]["Fix"][];
            order?: components["schemas"]["OrderOfCandidate"] | null;
            /** @description Imported values, with the field names of the request. */
            imported: Record<string, never>;
            /** @description Unresolved references of the row for which a user chose a record. Absent if there are none. */
            mapped?: components["schemas"]["MappedReference"][];
            /** @description Values that replace the imported ones. */
            override: components["schemas"]["CandidateValues"];
            /** @description Fields whose imported values are treated as absent. */
            clear: string[];
            /** @description User or access token that set or cleared each value, and the time, by field. */
            overriddenBy: {
                [key: string]: components["schemas"]["OverrideNote"];
            };
            /**
             * @description Effective values: the override, otherwise the imported value, otherwise the default of the partner, group or
             *     organisation. Defaults are those of the current master data; an order keeps the values from when it was
             *     created.
             */
            effective: components["schemas"]["CandidateValues"];
            /** @description Sources of the effective values that the partner, group or organisation can provide, by field. */
            valuesFrom: {
                [key: string]: components["schemas"]["ValueSource"];
            };
            /** @description Attachments of the incoming order. */
            attachments: components["schemas"]["Attachment"][];
            /** @description Number of comments. The history contains the comments. */
            comments: components["schemas"]["Count"];
            /**
             * @description Id of the stored request that imported the candidate. It differs from the request id in the response and in
             *     log lines.
             */
            requestId: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Version of the candidate, also returned as `ETag`.
             */
            version: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description An order candidate. It requires `externalHeaderId` and `externalLineId`, or only `externalId` in the short shape. Identifier strings are `int-…`, `ext-…`, `val-…` or a record id. */
        CandidateBody: {
            org?: components["schemas"]["OrganisationData"];
            /** @description Flat external id of the short shape. Replaces `externalHeaderId` and `externalLineId`. */
            externalId?: components["schemas"]["CodeOrNumber"];
            /** @description Header id of the sender. Header and line id together are unique forever within organisation, data source and external system. */
            externalHeaderId?: components["schemas"]["CodeOrNumber"];
            externalLineId?: components["schemas"]["CodeOrNumber"];
            /** @description Variant A: identifier string of the data source. `int-` refers to its internal name. */
            dataSource?: string | number;
            /** @description Variant B: internal name of the data source. */
            dataSourceInternalName?: components["schemas"]["CodeOrNumber"];
            /** @description Variant A: identifier string of the destination. */
            dataDest?: string | number;
            /** @description Variant B: internal name of the destination. */
            dataDestInternalName?: components["schemas"]["CodeOrNumber"];
            /** @description Code of the external system that the row originates from, for example one of several shops. An unknown one is created. It is part of the identity of the row: several systems can have the same header and line ids. If no other field specifies the data source, it is the internal name of the data source instead. */
            externalSystemCode?: components["schemas"]["CodeOrNumber"];
            bpartner: components["schemas"]["PartnerData"];
            billBPartner?: components["schemas"]["PartnerData"];
            dropShipBPartner?: components["schemas"]["PartnerData"];
            handOverBPartner?: components["schemas"]["PartnerData"];
            product?: components["schemas"]["ProductData"];
            /** @description Product code. Alternative to `product`. */
            productCode?: components["schemas"]["CodeOrNumber"];
            /** @description Not supported because it changes prices. Values other than null, 0 and empty cause the problem `property.unsupported`. */
            packingMaterialId?: unknown;
            /** @description Not supported, like `packingMaterialId`. */
            qtyItemCapacity?: unknown;
            /** @description Not supported, like `packingMaterialId`. */
            orderLineGroup?: unknown;
            /**
             * Format: decimal
             * @description Ordered quantity. If it is not greater than 0, the candidate is stored with a problem.
             */
            qty: Decimal;
            /** @description Unit code (UN/ECE, X12 DE 355). Default: the unit of the product. */
            uomCode?: components["schemas"]["CodeOrNumber"];
            /**
             * Format: decimal
             * @description Manual price per `uomCode`, used instead of the list price. 0 is a valid price. With a price below 0, the candidate is stored with the problem `price.negative`, unless the organisation has `negativePrices: allow`.
             */
            price?: Decimal;
            /** @description Currency code. Required with `price`, except in the short shape. */
            currencyCode?: components["schemas"]["CodeOrNumber"];
            /**
             * Format: decimal
             * @description Discount in percent, at most 100. A value below 0 is a surcharge.
             */
            discount?: Decimal;
            pricingSystemCode?: components["schemas"]["CodeOrNumber"];
            productDescription?: string;
            description?: string;
            /** @description Order reference of the customer. */
            poReference: components["schemas"]["CodeOrNumber"];
            /** @description Order date. Default: the date of the first candidate of the incoming order, otherwise today. */
            dateOrdered?: components["schemas"]["DateOrInstant"];
            /** @description Required unless the destination is `DEST.de.metas.invoicecandidate`. In every date, an instant with offset or `Z` is converted to the day in the organisation's time zone. */
            dateRequired?: components["schemas"]["DateOrInstant"];
            presetDateInvoiced?: components["schemas"]["DateOrInstant"];
            presetDateShipped?: components["schemas"]["DateOrInstant"];
            /** @enum {string} */
            orderDocType?: "SalesOrder" | "PrepayOrder";
            invoiceDocType?: components["schemas"]["InvoiceDocumentTypeData"];
            /** @enum {string} */
            paymentRule?: "OnCredit" | "Paypal" | "DirectDebit";
            /** @description Identifier string. */
            paymentTerm?: string | number;
            /** @description Identifier string. */
            shipper?: string | number;
            salesPartnerCode?: components["schemas"]["CodeOrNumber"];
            warehouseCode?: components["schemas"]["CodeOrNumber"];
            warehouseDestCode?: components["schemas"]["CodeOrNumber"];
            deliveryRule?: components["schemas"]["CodeOrNumber"];
            deliveryViaRule?: components["schemas"]["CodeOrNumber"];
            line?: number;
            /** @description Number of lines of the incoming order. If present, the lines are on hold until all have arrived. */
            headerLineCount?: number;
            /** @description Whether the line is free of charge, regardless of the price list. A `price` sent with it is stored as its value. */
            isWithoutCharge?: boolean;
            /** @description Reason why the line is free of charge. */
            reason?: string;
            /** @description Promotion code. Any code is accepted. */
            promotionCode?: components["schemas"]["CodeOrNumber"];
            /** @description Custom properties, an object of at most 16,384 characters without white space. They are stored and returned as sent. Null and an empty object count as absent. */
            extendedProps?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /** @description Number of matching candidates by status. */
        CandidateCountsAnswer: {
            all: components["schemas"]["Total"];
            new: components["schemas"]["Total"];
            /** @description Candidates with status `new` that are not on hold. A run started now would process them. */
            ready: components["schemas"]["Total"];
            error: components["schemas"]["Total"];
            processed: components["schemas"]["Total"];
            inactive: components["schemas"]["Total"];
        };
        /** @description An incoming order. Totals include all of its candidates, even those that the filter excludes. */
        CandidateHeader: {
            /**
             * @description Representative candidate: the first matching one in the ascending order of the list. Send its id as `headerOf`,
             *     in lists or in the `filter` of a selection, to select all candidates of the incoming order.
             */
            candidateId: components["schemas"]["Id"];
            /**
             * @description Header id of the sender. Absent for candidates with a flat `externalId`, which are grouped by buyer and
             *     `poReference`.
             */
            externalHeaderId?: string;
            org: components["schemas"]["Reference"];
            dataSourceId: components["schemas"]["Id"];
            dataSourceInternalName?: string;
            /** @description Code of the external system of the representative candidate. */
            externalSystemCode?: string;
            /** @description `poReference` of the representative candidate. */
            poReference: string;
            /** @description Buyer of the representative candidate. */
            bpartner?: components["schemas"]["PartnerBlock"];
            /** @description Name or key of an unresolved buyer, as sent. */
            bpartnerAsSent?: string;
            /** @description Earliest required date of the candidates. */
            dateRequired?: components["schemas"]["CalendarDate"];
            /** @description Number of candidates. */
            lines: components["schemas"]["Count"];
            /** @description Number of matching candidates. */
            matching: components["schemas"]["Count"];
            counts: components["schemas"]["HeaderCounts"];
            /**
             * @description Current value by currency, from the prices of the candidates and of price lists. Excluded candidates are not
             *     included.
             */
            totals: components["schemas"]["GroupWorth"][];
            /** @description Number of candidates not in `totals`: without a price, or with a list price that may refer to another unit. */
            unpriced: components["schemas"]["Count"];
            /** @description First problem of a candidate in error. */
            problem?: components["schemas"]["Item"];
            /** @description Record id of the candidate with this problem. */
            problemCandidateId?: components["schemas"]["Id"];
            /**
             * @description Hold reason of the first candidate that is on hold.
             * @example header.incomplete
             */
            hold?: string;
            /** @description Hold reason as text. */
            holdMessage?: string;
            /**
             * @description Start of the longest hold: the time at which a candidate was received, last changed its status, or began to wait
             *     for the customer.
             */
            heldSince?: components["schemas"]["Timestamp"];
            /** @description Number of lines that the sender announced (`headerLineCount`). */
            announcedLines?: components["schemas"]["Count"];
            /** @description Latest date until which a candidate waits for the customer. */
            waitingUntil?: components["schemas"]["CalendarDate"];
            /** @description User names of the assignees, sorted, without duplicates. */
            assignedTo: string[];
            /** @description Number of comments on the candidates. */
            comments: components["schemas"]["Count"];
            /** @description Time at which the first candidate was received. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Time at which the last candidate was received. */
            lastCreatedAt: components["schemas"]["Timestamp"];
        };
        /** @description A page of candidates. */
        CandidatePageAnswer: {
            items: components["schemas"]["Candidate"][];
            /** @description Cursor of the next page for `after`. Absent on the last page. */
            next?: string;
            /** @description Cursor for the previous page, to be sent as `before`. Absent on the first page. */
            previous?: string;
            total: components["schemas"]["Total"];
        };
        /** @description A JSON Merge Patch. Unknown fields are errors. */
        CandidatePatchBody: {
            override?: components["schemas"]["OverrideData"] | null;
            clear?: string[] | null;
            /** @description `false` excludes the candidate, `true` restores it. */
            active?: boolean;
            /**
             * Format: date
             * @description Date until which the candidate waits for the customer: after today, at most 366 days ahead. Runs skip all candidates of the incoming order until then. Null ends the wait.
             */
            waitingUntil?: string | null;
            /** @description User name of the assignee, or `me` for the caller. Null removes the assignee. */
            assignedTo?: components["schemas"]["NullableCode"];
            /** @description Comment on the change, for the history of the candidate. */
            comment?: string;
        };
        /** @description Effective values of a candidate. Fields without a value are absent. */
        CandidateRow: {
            productDescription?: string;
            description?: string;
            id: components["schemas"]["Id"];
            /** @description Status: `new`, `error`, `processed` or `inactive`. */
            status: string;
            externalHeaderId: string;
            externalLineId: string;
            poReference: string;
            org: components["schemas"]["Reference"];
            dataSourceId: components["schemas"]["Id"];
            dataSourceInternalName?: string;
            /** @description Code of the external system of the row. */
            externalSystemCode?: string;
            dataDestId: components["schemas"]["Id"];
            dataDestInternalName?: string;
            bpartner?: components["schemas"]["PartnerBlock"];
            /** @description Bill partner; the buyer by default. */
            billBPartner?: components["schemas"]["PartnerBlock"];
            dropShipBPartner?: components["schemas"]["PartnerBlock"];
            handOverBPartner?: components["schemas"]["PartnerBlock"];
            dateOrdered: components["schemas"]["CalendarDate"];
            /** @description `dateRequired` of the row. */
            datePromised?: components["schemas"]["CalendarDate"];
            presetDateInvoiced?: components["schemas"]["CalendarDate"];
            presetDateShipped?: components["schemas"]["CalendarDate"];
            /** Format: int64 */
            line?: number;
            /** Format: int64 */
            headerLineCount?: number;
            productId?: components["schemas"]["Id"];
            productCode?: string;
            productName?: string;
            qty: components["schemas"]["Decimal"];
            uomId?: components["schemas"]["Id"];
            uomCode?: string;
            /** @description Pricing system of the row, otherwise of the bill partner, its group or the organisation. */
            pricingSystemId?: components["schemas"]["Id"];
            pricingSystemCode?: string;
            /** @description Price per unit before discount: the manual price, otherwise the list price. 0 if the line is free of charge. */
            price?: components["schemas"]["Decimal"];
            /** @description Whether the line is free of charge. */
            isWithoutCharge?: boolean;
            /** @description Reason why the line is free of charge. */
            reason?: string;
            /** @description Price sent with a line that is free of charge. */
            value?: components["schemas"]["Decimal"];
            currencyCode?: string;
            /** @description Discount in percent. */
            discount: components["schemas"]["Decimal"];
            orderDocType?: string;
            invoiceDocType?: components["schemas"]["InvoiceDocumentType"];
            paymentRule?: string;
            paymentTerm?: components["schemas"]["Reference"];
            shipper?: components["schemas"]["Reference"];
            salesPartner?: components["schemas"]["Reference"];
            warehouseId?: components["schemas"]["Id"];
            warehouseCode?: string;
            warehouseDestId?: components["schemas"]["Id"];
            warehouseDestCode?: string;
            deliveryRule?: string;
            deliveryViaRule?: string;
            promotionCode?: string;
            /** @description Custom properties, as sent. */
            extendedProps?: {
                [key: string]: unknown;
            };
        };
        /** @description Values, with the field names of an override. References contain `id`, `code` and `name`. */
        CandidateValues: {
            productDescription?: string;
            description?: string;
            qty?: components["schemas"]["Decimal"];
            uomCode?: components["schemas"]["Reference"];
            price?: components["schemas"]["Decimal"];
            currencyCode?: string;
            discount?: components["schemas"]["Decimal"];
            pricingSystemCode?: components["schemas"]["Reference"];
            taxCategoryCode?: components["schemas"]["Reference"];
            productCode?: components["schemas"]["Reference"];
            bpartner?: components["schemas"]["Reference"];
            location?: components["schemas"]["Reference"];
            contact?: components["schemas"]["Reference"];
            billBPartner?: components["schemas"]["RoleNames"];
            dropShipBPartner?: components["schemas"]["RoleNames"];
            handOverBPartner?: components["schemas"]["RoleNames"];
            poReference?: string;
            dateOrdered?: components["schemas"]["CalendarDate"];
            dateRequired?: components["schemas"]["CalendarDate"];
            presetDateInvoiced?: components["schemas"]["CalendarDate"];
            presetDateShipped?: components["schemas"]["CalendarDate"];
            orderDocType?: string;
            invoiceDocType?: components["schemas"]["InvoiceDocumentType"];
            paymentRule?: string;
            paymentTerm?: components["schemas"]["Reference"];
            shipper?: components["schemas"]["Reference"];
            salesPartnerCode?: components["schemas"]["Reference"];
            warehouseCode?: components["schemas"]["Reference"];
            warehouseDestCode?: components["schemas"]["Reference"];
            deliveryRule?: string;
            deliveryViaRule?: string;
            /** Format: int64 */
            line?: number;
            promotionCode?: string;
        };
        /** @description Result of an import, with one entry per row in the order of the request. */
        CandidatesAnswer: {
            result: components["schemas"]["ImportedRow"][];
            /** @description Total number of errors, if any. The response contains the first 1,000. */
            errorsTotal?: number;
            /** @description Warnings about the request as a whole. */
            warnings?: components["schemas"]["Item"][];
            /** @description Total number of warnings, if any. The response contains the first 1,000. */
            warningsTotal?: number;
        };
        /** @description Replaces texts in a column. */
        CellReplacement: {
            /**
             * Format: int32
             * @description Column number, from 0.
             */
            column: number;
            find: string;
            replace: string;
            /** @description Whether the whole cell must equal `find`. Default: false. */
            whole?: boolean;
        };
        /** @description The values before and after a change. */
        ChangeShape: {
            old?: string | null;
            new?: string | null;
        };
        CodeOrNumber: string | Decimal;
        /** @description A comment with its time and author. */
        Comment: {
            at: components["schemas"]["Timestamp"];
            actor: string;
            text: string;
        };
        /** @description A comment. */
        CommentBody: {
            text: string;
        };
        /** @description A contact person of a business partner. */
        Contact: {
            id: components["schemas"]["NewId"];
            metasfreshId: components["schemas"]["NewId"];
            metasfreshBPartnerId: components["schemas"]["NewId"];
            name: string;
            externalId?: string;
            code?: string;
            greeting?: string;
            firstName?: string;
            lastName?: string;
            email?: string;
            phone?: string;
            mobilePhone?: string;
            fax?: string;
            description?: string;
            active: boolean;
            newsletter: boolean;
            defaultContact: boolean;
            shipToDefault: boolean;
            billToDefault: boolean;
            sales: boolean;
            salesDefault: boolean;
            purchase: boolean;
            purchaseDefault: boolean;
            subjectMatter: boolean;
        };
        /** @description A contact. Creating it requires a name, or first and last name. */
        ContactData: {
            active?: boolean | null;
            externalId?: components["schemas"]["NullableCode"];
            code?: components["schemas"]["NullableCode"];
            name?: components["schemas"]["NullableName"];
            greeting?: components["schemas"]["NullableName"];
            firstName?: components["schemas"]["NullableName"];
            lastName?: components["schemas"]["NullableName"];
            email?: components["schemas"]["NullableName"];
            phone?: components["schemas"]["NullableName"];
            mobilePhone?: components["schemas"]["NullableName"];
            fax?: components["schemas"]["NullableName"];
            description?: components["schemas"]["NullableText"];
            newsletter?: boolean | null;
            defaultContact?: boolean | null;
            shipToDefault?: boolean | null;
            billToDefault?: boolean | null;
            sales?: boolean | null;
            salesDefault?: boolean | null;
            purchase?: boolean | null;
            purchaseDefault?: boolean | null;
            subjectMatter?: boolean | null;
            syncAdvise?: components["schemas"]["SyncAdvice"] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A candidate after its correction. */
        CorrectedCandidate: components["schemas"]["Candidate"] & {
            /** @description Problems that do not prevent a sales order. */
            warnings: components["schemas"]["Item"][];
        };
        /** Format: int64 */
        Count: number;
        /** @description Country */
        CountryRecord: {
            /** @description Two-letter code (ISO 3166-1) */
            code: string;
            /** @description Name */
            name: string;
            active?: components["schemas"]["RecordActive"];
        };
        /** @description A created sales order. */
        CreatedOrder: components["schemas"]["Order"] & {
            /** @description Warnings about the request, at most 1,000. */
            warnings?: components["schemas"]["Item"][];
            warningsTotal?: number;
        };
        /** @description A master data record that was created for a row. */
        CreatedRecord: {
            /** @description Kind of the record: `org`, `bpartner`, `location`, `contact`, `group`, `product` or `productPrice`. */
            kind: string;
            id: components["schemas"]["NewId"];
            code?: string;
        };
        /** @description A created webhook. */
        CreatedWebhook: components["schemas"]["Webhook"] & {
            /**
             * @description Secret that signs the requests. No other response contains it.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret: string;
        };
        /** @description Cross-reference */
        CrossReferenceRecord: {
            org?: components["schemas"]["RecordOrg"];
            /** @description Internal name of the data source whose rows contain the value; all data sources if absent */
            dataSource?: components["schemas"]["NullableCode"];
            /** @description Code of the buyer whose rows contain the value; all buyers if absent. For a location or contact, the partner that it belongs to (required) */
            bpartner?: components["schemas"]["NullableCode"];
            /**
             * @description Kind of the target
             * @enum {string}
             */
            kind: "bpartner" | "location" | "contact" | "product" | "uom" | "shipper" | "paymentTerm" | "warehouse";
            /**
             * @description Field of the row that contains the value
             * @default any
             * @enum {string|null}
             */
            member: "any" | "code" | "externalId" | "gln" | null;
            /** @description Value as rows contain it */
            value: components["schemas"]["CodeOrNumber"];
            /** @description Code of the partner, for kind `bpartner` */
            targetBpartner?: components["schemas"]["NullableCode"];
            /** @description `externalId` or `gln` of the location, otherwise `int-` and its id, for kind `location` */
            targetLocation?: components["schemas"]["NullableCode"];
            /** @description `externalId` of the contact, otherwise `int-` and its id, for kind `contact` */
            targetContact?: components["schemas"]["NullableCode"];
            /** @description Code of the product, for kind `product` */
            targetProduct?: components["schemas"]["NullableCode"];
            /** @description Code of the unit, for kind `uom` */
            targetUom?: components["schemas"]["NullableCode"];
            /** @description Code of the shipper, for kind `shipper` */
            targetShipper?: components["schemas"]["NullableCode"];
            /** @description Code of the payment term, for kind `paymentTerm` */
            targetPaymentTerm?: components["schemas"]["NullableCode"];
            /** @description Code of the warehouse, for kind `warehouse` */
            targetWarehouse?: components["schemas"]["NullableCode"];
            /** @description Note */
            note?: components["schemas"]["NullableText"];
            active?: components["schemas"]["RecordActive"];
            /** @description Number of imported rows that used it. Absent for shared records, unless the caller can access all organisations. */
            readonly useCount?: number;
            /**
             * Format: date-time
             * @description Time of the last import that used it. Absent if `useCount` is absent or 0.
             */
            readonly lastUsedAt?: string;
            /** @description Actor that created it. Ignored in requests. */
            readonly createdBy?: string;
        };
        /** @description Currency */
        CurrencyRecord: {
            /** @description Three-letter code (ISO 4217) */
            code: string;
            /** @description Name */
            name: string;
            /**
             * @description Decimal places of an amount
             * @default 2
             */
            precision: number | null;
            active?: components["schemas"]["RecordActive"];
        };
        /** @description Settings of a data source for its incoming orders. They are part of the master data and are changed there. */
        DataSourceProcessing: {
            id: components["schemas"]["Id"];
            org: components["schemas"]["Reference"];
            internalNames: string[];
            /**
             * Format: int64
             * @description Settle time in seconds: minimum age of the newest candidate before a run processes the incoming order.
             */
            settleSeconds: number;
            /** @description Whether incoming orders are on hold until a clerk releases them. */
            releaseByHand: boolean;
            /** @description Whether an incoming order is processed without its candidates in error. */
            partialHeaders: boolean;
        };
        /** @description Data source */
        DataSourceRecord: {
            org?: components["schemas"]["RecordOrg"];
            /** @description Internal names; responses contain the first one. Names are never removed */
            internalNames: components["schemas"]["CodeOrNumber"][];
            externalId?: components["schemas"]["RecordExternalId"];
            /** @description Code of the record */
            code?: components["schemas"]["NullableCode"];
            /** @description Name */
            name?: components["schemas"]["NullableName"];
            /**
             * @description Settle time in seconds: how long a run waits for further lines of an incoming order
             * @default 30
             */
            settleSeconds: number | null;
            /** @description Whether an incoming order can be processed without its lines in error */
            partialHeaders?: components["schemas"]["NullableFlag"];
            /** @description Whether incoming orders stay on hold until a clerk releases them */
            releaseByHand?: components["schemas"]["NullableFlag"];
            /**
             * @description Effect of a key of a partner or location that differs from the record found by another key: `warn` (a warning) or `reject` (the row is rejected)
             * @default warn
             * @enum {string|null}
             */
            keyMismatch: "warn" | "reject" | null;
            /**
             * @description Effect of `packingMaterialId`, `qtyItemCapacity` and `orderLineGroup`: `problem` (the candidate cannot become an order line) or `warn` (a warning)
             * @default problem
             * @enum {string|null}
             */
            unsupportedMembers: "problem" | "warn" | null;
            /** @description Code of the external system of rows without `externalSystemCode`, for look-ups of external ids */
            externalSystem?: components["schemas"]["NullableCode"];
            /**
             * @description Look-up of external ids: `shared` (ids of the row's external system, otherwise ids without a system) or `own` (ids of the row's external system only). Use `own` for systems that number records alike. Under `own`, rows of a system create records whose ids belong to that system
             * @default shared
             * @enum {string|null}
             */
            externalIds: "shared" | "own" | null;
            /**
             * @description Effect of a name, postal code, city or country that differs clearly from the partner, location or product found: `warn` (a warning) or `problem` (the candidate cannot become an order line)
             * @default warn
             * @enum {string|null}
             */
            differences: "warn" | "problem" | null;
            /**
             * @description Effect of an unknown partner, product or other record: `reject` (the row is rejected) or `store` (the candidate is stored with a problem until the record exists)
             * @default reject
             * @enum {string|null}
             */
            unresolvedReferences: "reject" | "store" | null;
            active?: components["schemas"]["RecordActive"];
        };
        DateOrInstant: string | number[];
        /**
         * @description Statistics of today in the time zone of the caller's first organisation, compared with the same weekday of previous
         *     weeks.
         */
        DayAnswer: {
            open: components["schemas"]["OpenByAge"];
            /** @description Whether `open` includes all open candidates. Only the 20,000 oldest of each status are summed. */
            openWhole: boolean;
            /** @description Candidates with status `new` or `error` that are assigned to the caller (`assignedTo=me` in lists). */
            mine: components["schemas"]["OwnQueue"];
            /** @description Sales orders created today, without voided ones. */
            orders: components["schemas"]["OrdersOfDay"];
            /** @description Sales orders of the same weekday a week ago, up to the same time of day. */
            ordersWeekAgo: components["schemas"]["OrdersOfDay"];
            /** @description Number of candidates in today's sales orders, counted up to 20,001; this value means more than 20,000. */
            ordered: components["schemas"]["Count"];
            /** @description Number of these candidates that were not corrected, excluded or released manually. */
            untouched: components["schemas"]["Count"];
            /** @description Data sources that sent candidates today or on the same weekday of the last four weeks. */
            sources: components["schemas"]["SourceDay"][];
            storage: components["schemas"]["StoredBytes"];
        };
        /**
         * Format: decimal
         * @description Exact decimal number with up to 28 significant digits, never rounded to binary floating point.
         */
        Decimal: Decimal;
        /** @description The default view of the caller. */
        DefaultViewBody: {
            /** @description Record id of the view. Null for no default view. */
            id?: number | null;
        };
        /** @description A page of deliveries, newest first. */
        DeliveryPage: {
            items: components["schemas"]["WebhookDelivery"][];
            /** @description Cursor of the next page for `after`. Absent on the last page. */
            next?: string;
        };
        /** @description Free space of a disk. If it is less than `floorBytes`, write requests are rejected with 507. */
        DiskSpace: {
            /** @description Data on the disk: `database` or `attachments`. */
            name: string;
            freeBytes: components["schemas"]["Count"];
            floorBytes: components["schemas"]["Count"];
        };
        /** @description Number of dismissed rows. */
        DismissedRows: {
            dismissed: components["schemas"]["Count"];
        };
        /** @description Document type of a sales order or of its invoice. */
        DocumentType: {
            id: components["schemas"]["Id"];
            name: string;
            docBaseType: string;
            docSubType?: string;
        };
        /** @description Document type */
        DocumentTypeRecord: {
            org?: components["schemas"]["RecordOrg"];
            /** @description Name */
            name: string;
            /**
             * @description Base type: `SOO` (sales order) or `ARI` (invoice)
             * @enum {string}
             */
            baseType: "SOO" | "ARI";
            /** @description Sub type. Sales orders: SO (standard), PR (prepay), ON (proposal), OB (quotation). Invoices: any */
            subType?: string | null;
            /** @description Whether it is the default document type */
            default?: components["schemas"]["NullableFlag"];
            active?: components["schemas"]["RecordActive"];
        };
        /** @description An edit: at least one of `changes`, `active`, `waitingUntil` and `assignedTo`. Unknown fields are errors. */
        EditBody: {
            selection: components["schemas"]["SelectionData"];
            /**
             * @description `selection` (default) edits only the selected candidates. `order` adds the other lines of the same incoming orders that are not processed.
             * @enum {string}
             */
            scope?: "order" | "selection";
            changes?: components["schemas"]["EditChanges"];
            /** @description `false` excludes the candidates, `true` restores them. */
            active?: boolean;
            /**
             * Format: date
             * @description Date until which the candidates wait for the customer: after today, at most 366 days ahead. Runs skip all candidates of the incoming orders until then. Null ends the wait.
             */
            waitingUntil?: string | null;
            /** @description User name of the assignee, or `me` for the caller. Null removes the assignee. */
            assignedTo?: components["schemas"]["NullableCode"];
            /** @description Comment on the change, for the history of the candidates. */
            comment?: string;
        };
        /** @description A change of one field: exactly one of `set`, `changeBy` and `clear`. */
        EditChange: {
            /** @description New value, in the format of an override. */
            set?: unknown;
            /** @description Step from the effective value, with a sign: for qty, price and discount a percentage (`+10%`) or an amount (`-2.5`), for dates a number of days (`+3`). Quantity and discount are calculated exactly. A price is rounded half up to the decimal places of its price list, or to 4 without a price list. Candidates without a value of their own, for example with a price from the list, are skipped. */
            changeBy?: components["schemas"]["CodeOrNumber"];
            /** @description `true` removes the override, so that the imported value applies again. */
            clear?: boolean;
        };
        /** @description Changes by field. Absent fields stay unchanged. Values of `set` have the format of an override. */
        EditChanges: {
            bpartner?: components["schemas"]["EditChange"];
            location?: components["schemas"]["EditChange"];
            contact?: components["schemas"]["EditChange"];
            billBPartner?: components["schemas"]["EditChange"];
            dropShipBPartner?: components["schemas"]["EditChange"];
            handOverBPartner?: components["schemas"]["EditChange"];
            productCode?: components["schemas"]["EditChange"];
            taxCategoryCode?: components["schemas"]["EditChange"];
            qty?: components["schemas"]["EditChange"];
            uomCode?: components["schemas"]["EditChange"];
            price?: components["schemas"]["EditChange"];
            currencyCode?: components["schemas"]["EditChange"];
            discount?: components["schemas"]["EditChange"];
            pricingSystemCode?: components["schemas"]["EditChange"];
            productDescription?: components["schemas"]["EditChange"];
            description?: components["schemas"]["EditChange"];
            poReference?: components["schemas"]["EditChange"];
            dateOrdered?: components["schemas"]["EditChange"];
            dateRequired?: components["schemas"]["EditChange"];
            presetDateInvoiced?: components["schemas"]["EditChange"];
            presetDateShipped?: components["schemas"]["EditChange"];
            orderDocType?: components["schemas"]["EditChange"];
            invoiceDocType?: components["schemas"]["EditChange"];
            paymentRule?: components["schemas"]["EditChange"];
            paymentTerm?: components["schemas"]["EditChange"];
            shipper?: components["schemas"]["EditChange"];
            salesPartnerCode?: components["schemas"]["EditChange"];
            warehouseCode?: components["schemas"]["EditChange"];
            warehouseDestCode?: components["schemas"]["EditChange"];
            deliveryRule?: components["schemas"]["EditChange"];
            deliveryViaRule?: components["schemas"]["EditChange"];
            line?: components["schemas"]["EditChange"];
            promotionCode?: components["schemas"]["EditChange"];
        };
        /** @description Counts of a bulk edit. `selected` is the sum of `changed`, `unchanged` and `refused`. */
        EditCounts: {
            /** @description Number of selected candidates. */
            selected: components["schemas"]["Count"];
            /** @description Number of candidates that would change. */
            changed: components["schemas"]["Count"];
            /** @description Number of candidates that already have the requested values. */
            unchanged: components["schemas"]["Count"];
            /** @description Number of candidates that are processed, or for which the result would be invalid. */
            refused: components["schemas"]["Count"];
            /** @description Number of candidates in error that would no longer be in error. */
            resolved: components["schemas"]["Count"];
        };
        /** @description A candidate before and after a change. */
        EditedCandidate: {
            candidateId: components["schemas"]["Id"];
            externalHeaderId: string;
            externalLineId: string;
            poReference: string;
            before: components["schemas"]["EditedValues"];
            after: components["schemas"]["EditedValues"];
            /** @description Problems that the candidate would have. Pointers are relative to the candidate. */
            problems: components["schemas"]["Item"][];
        };
        /** @description A cell with a new text. */
        EditedCell: {
            /**
             * Format: int32
             * @description Row number in the sheet, from 1.
             */
            row: number;
            /**
             * Format: int32
             * @description Column number, from 0.
             */
            column: number;
            /** @description New text; null restores the value of the file. */
            text: string | null;
        };
        /** @description Values of the fields that change. */
        EditedValues: components["schemas"]["CandidateValues"] & {
            /** @description Status of the candidate. Absent if it does not change. */
            status?: string;
        };
        /** @description An event in the CloudEvents 1.0 format. */
        Event: {
            /** @example 1.0 */
            specversion: string;
            /**
             * @description Id of the event, and its position in the feed: pass it as `after` to read the following events. It is the same
             *     in every response and delivery.
             * @example 4711-1
             */
            id: string;
            /** @example /orderdock */
            source: string;
            /** @example orderdock.candidate.received */
            type: string;
            /**
             * @description Path of the record.
             * @example /api/sales/order/candidates/1000123
             */
            subject: string;
            time: components["schemas"]["Timestamp"];
            /** @example application/json */
            datacontenttype: string;
            data: components["schemas"]["EventData"];
        };
        /** @description Record that the event is about. If the record was archived since, only its id and a few fields are present. */
        EventData: {
            id: components["schemas"]["Id"];
            /** @description Id of the sales order. Only for events about sales orders. */
            salesOrderId?: components["schemas"]["SalesOrderId"];
            /**
             * Format: int64
             * @description Version of the record after the event.
             */
            version?: number;
            /** @description Code of the organisation. Absent if the event concerns all or several organisations. */
            orgCode?: string;
            dataSourceId?: components["schemas"]["Id"];
            dataSourceInternalName?: string;
            /** @description Code of the external system that a candidate was sent with. */
            externalSystemCode?: string;
            externalHeaderId?: string;
            externalLineId?: string;
            poReference?: string;
            documentNo?: string;
            /**
             * @description Status of a candidate after the event, final state of a run, or HTTP status of the response to a request.
             * @example new
             */
            status?: string;
            /**
             * @description Kind of master data.
             * @example bpartners.locations
             */
            kind?: string;
            /** @description Request id of the response. */
            requestId?: string;
            /** @description Name of the file. */
            filename?: string;
            /** @description Current record, as returned by its read endpoint. Only present if requested and if the record still exists. */
            record?: Record<string, never>;
        };
        /** @description An incoming order that is skipped because `exclude` contains one of its lines. */
        ExcludedOrder: {
            /** @description Id of its first line that matches the filter. */
            candidateId: components["schemas"]["Id"];
            /** @description External header id. Absent for rows with a flat external id. */
            externalHeaderId?: string;
            poReference: string;
            /** @description Number of its lines that match the filter. */
            lines: components["schemas"]["Count"];
        };
        ExternalReferenceRecord: {
            /** @description Code of the external system */
            system: components["schemas"]["CodeOrNumber"];
            /** @description Id in the external system */
            id: components["schemas"]["CodeOrNumber"];
        };
        /** @description External system */
        ExternalSystemRecord: {
            org?: components["schemas"]["RecordOrg"];
            code: components["schemas"]["RecordCode"];
            /** @description Name */
            name?: components["schemas"]["NullableName"];
            active?: components["schemas"]["RecordActive"];
        };
        /** @description A suggested fix: a change that resolves a problem or ends a hold. It contains either `patch` or `request`. */
        Fix: {
            /**
             * @description Stable name of the kind of fix.
             * @example currency.take_list
             */
            kind: string;
            /**
             * @description Description of the fix, in the requested language.
             * @example Change the currency to EUR, the currency of price list “DE-EUR”.
             */
            words: string;
            /**
             * @description Confidence. `certain`: only one value is possible, and all values from the sender keep their meaning.
             *     `likely`: most probably the intended value. `possible`: resolves the problem if a person confirms it.
             * @example certain
             */
            sureness: string;
            /**
             * @description Scope that the fix requires.
             * @example candidates:write
             */
            needs: string;
            /**
             * @description True if the fix writes a record that all organisations share; this requires a caller with access to all
             *     organisations. Absent otherwise.
             */
            shared?: boolean;
            /** @description Whether the caller is allowed to apply the fix. */
            allowed: boolean;
            /** @description Correction of the candidate: the body of a `PATCH` request. */
            patch?: Record<string, never>;
            /**
             * @description With `patch`: all fields whose effective value changes, including price and currency if they change as a
             *     result.
             * @example [
             *       "taxCategoryCode",
             *       "currencyCode"
             *     ]
             */
            members?: string[];
            /**
             * @description Reason why the fix is never suggested first: `tax_class` (it changes how the line is taxed) or `past_date` (it
             *     moves a date into the past). Absent if there is none.
             * @example tax_class
             */
            caution?: string;
            /** @description With `patch`: codes of the problems that remain afterwards, determined with the current master data. */
            leaves?: string[];
            /** @description Request that applies the fix. Send it unchanged, except for the values in `fill`. */
            request?: components["schemas"]["FixRequest"];
            /**
             * @description JSON Pointers to the values in `patch`, or in the body of `request`, that a person must enter first.
             * @example [
             *       "/override/price"
             *     ]
             */
            fill?: string[];
        };
        /** @description A request that resolves a problem. */
        FixRequest: {
            /** @example PUT */
            method: string;
            /** @example /api/masterdata/product-prices */
            path: string;
            body: unknown;
        };
        /** @description Filter that matches exactly this group: the `filter` of a selection, or parameters of the list. */
        GroupFilter: {
            /** @example error */
            status: string;
            problem: string;
            cause: string;
            dataSource?: string;
            org?: string;
        };
        /** @description A suggested fix that may resolve the same problem for many candidates. */
        GroupFix: components["schemas"]["Fix"] & {
            /** @description With `patch`: the equivalent `changes` of a bulk edit. */
            changes?: Record<string, never>;
        };
        /** @description An amount in a currency. */
        GroupWorth: {
            currencyCode: string;
            net: components["schemas"]["Decimal"];
        };
        /** @description Results of the replies. */
        HandedOverAnswer: {
            orders: components["schemas"]["HandedOverOrder"][];
        };
        /** @description Replies of a receiver to transferred orders. */
        HandedOverBody: {
            /** @description Replies, at most 1,000. */
            orders: components["schemas"]["HandedOverData"][];
        };
        /** @description Reply of a receiver for one order. */
        HandedOverData: {
            /** Format: int64 */
            salesOrderId: number | string;
            /** @description Name of the receiver, for example `ERP`. It must be the same for all replies to an order. */
            receiver: components["schemas"]["CodeOrNumber"];
            /** @description Number of the order in the receiver's system. Only in a confirmation. */
            number?: components["schemas"]["CodeOrNumber"];
            /** @description Time of the confirmation or rejection. Default: now. */
            at?: components["schemas"]["Timestamp"];
            /** @description Reason for a rejection. Without it, the transfer is confirmed. */
            refused?: string;
        };
        /** @description Result of the reply for one order. */
        HandedOverOrder: {
            salesOrderId: components["schemas"]["SalesOrderId"];
            /** @description Result: `noted` (recorded), `unchanged` (already recorded) or `rejected` (not recorded). */
            outcome: string;
            /** @description Recorded state of the transfer. Absent if the reply was not recorded (outcome `rejected`). */
            handedOver?: components["schemas"]["Handover"];
            /** @description Reasons why the reply was not recorded. */
            errors?: components["schemas"]["Item"][];
        };
        /** @description Reply of a receiver to the transfer of a sales order: confirmed, or rejected with a reason. */
        Handover: {
            /** @example ERP */
            receiver: string;
            /** @description Time of the confirmation or rejection, as reported by the receiver. */
            at: components["schemas"]["Timestamp"];
            /** @description Number of the order in the receiver's system. */
            number?: string;
            /** @description Reason for the rejection. Absent if the transfer is confirmed. */
            refused?: string;
        };
        /** @description Number of candidates of an incoming order by status. */
        HeaderCounts: {
            new: components["schemas"]["Count"];
            /** @description Number of `new` candidates that are on hold. */
            held: components["schemas"]["Count"];
            error: components["schemas"]["Count"];
            processed: components["schemas"]["Count"];
            inactive: components["schemas"]["Count"];
        };
        /** @description A page of incoming orders. */
        HeaderPageAnswer: {
            items: components["schemas"]["CandidateHeader"][];
            /** @description Cursor of the next page for `after`. Absent on the last page. */
            next?: string;
            /** @description Cursor for the previous page, to be sent as `before`. Absent on the first page. */
            previous?: string;
            /** @description Number of matching incoming orders. Exact if at most 30,000 candidates match, or with `countAll`. */
            total: components["schemas"]["Total"];
        };
        /** @description Liveness of the process. */
        Health: {
            /** @example alive */
            status: string;
        };
        /** @description Number, age and value of candidates on hold. */
        HeldFigures: {
            candidates: components["schemas"]["Count"];
            /** @description Number of incoming orders with these candidates. */
            orders: components["schemas"]["Count"];
            /** @description Time since which the first of them is on hold, as `heldSince` of an incoming order. */
            since?: components["schemas"]["Timestamp"];
            /** @description Value by currency, from the prices of the candidates and of price lists. */
            worth: components["schemas"]["GroupWorth"][];
            /** @description Number of candidates not in `worth`: without a price, or with a list price that may refer to another unit. */
            unpriced: components["schemas"]["Count"];
        };
        /** @description A page of the history of a candidate. */
        HistoryAnswer: {
            items: components["schemas"]["HistoryEntry"][];
            /** @description Cursor of the next page for `after`. Absent on the last page. */
            next?: string;
        };
        /** @description One change of a candidate. */
        HistoryEntry: {
            /**
             * Format: int64
             * @description Version of the candidate after the change.
             */
            version: number;
            at: components["schemas"]["Timestamp"];
            /** @description Name of the access token or user, `cli` or `scheduler`. */
            actor?: string;
            /**
             * @description Type of the change: `imported`, `corrected`, `putAside`, `takenBack`, `cancelled`, `validated`, `ordered`,
             *     `orderVoided`, `undone`, `mapped`, `waiting`, `takenUp`, `assigned` or `commented`.
             */
            event: string;
            statusBefore?: string;
            /** @description Status after the change. */
            status: string;
            /** @description Changed fields with their old and new values. Records are given by their code at that time. */
            changes: {
                [key: string]: components["schemas"]["ChangeShape"];
            };
            /** @description Problems after the change. */
            problems: components["schemas"]["Item"][];
            salesOrderId?: string;
            documentNo?: string;
            runId?: components["schemas"]["Id"];
            /** @description Only for `ordered`: hold reasons that the actor released, for example `header.incomplete`. */
            released?: string[];
            /**
             * Format: date
             * @description Date until which the candidate waits for the customer, after the change. Null: no longer waiting for the
             *     customer. Absent if unchanged.
             */
            waitingUntil?: string | null;
            /** @description User name of the assignee after the change. Null: unassigned. Absent if unchanged. */
            assignedTo?: string | null;
            /** @description Comment on the candidate or the change. */
            comment?: string;
            /** @description Request that contained the change. */
            requestId?: components["schemas"]["Id"];
        };
        /** @description Candidates with the same hold reason. */
        HoldGroup: components["schemas"]["HeldFigures"] & {
            /**
             * @description Hold reason.
             * @example header.incomplete
             */
            hold: string;
            /** @description Whether a run can ignore the reason: `release` of its request. */
            releasable: boolean;
            filter: components["schemas"]["HoldGroupFilter"];
        };
        /** @description Filter that matches exactly this group: the `filter` of a selection, or parameters of the list. */
        HoldGroupFilter: {
            /** @example new */
            status: string;
            hold: string;
            dataSource?: string;
            org?: string;
        };
        /** @description Candidates on hold, grouped by reason. */
        HoldGroupsAnswer: components["schemas"]["HeldFigures"] & {
            /** @description Groups, largest first. */
            items: components["schemas"]["HoldGroup"][];
            /** @description Whether all candidates are included. At most 50,000 candidates on hold are read. */
            complete: boolean;
        };
        /**
         * Format: int64
         * @description Record id, less than 2^53.
         */
        Id: number;
        /** @description An uploaded spreadsheet with its structure, mapping and results. */
        ImportDraft: {
            id: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Version of the draft. Incremented by each change and when a job begins or ends, but not by its progress.
             */
            version: number;
            /** @description Code of the organisation. */
            org: string;
            fileName: string;
            /**
             * Format: int64
             * @description Size of the file in bytes.
             */
            size: number;
            /**
             * @description `open`: changed since the last check. `checking`, `importing`: in progress. `checked`: the results are current.
             *     `stopped`: the import ended early and can be continued. `imported`. `undone`: the imported lines were excluded.
             */
            status: string;
            createdBy: string;
            createdAt: components["schemas"]["Timestamp"];
            changedBy: string;
            changedAt: components["schemas"]["Timestamp"];
            /** @description Time at which the draft is deleted, unless it is changed before. */
            expiresAt: components["schemas"]["Timestamp"];
            checks?: components["schemas"]["ImportRowChecks"];
            progress?: components["schemas"]["ImportProgress"];
            file: components["schemas"]["SpreadsheetFile"];
            columns: components["schemas"]["SpreadsheetColumn"][];
            mapping: components["schemas"]["SpreadsheetMapping"];
            /** @description Whether a user confirmed the mapping, or a saved mapping was applied. Otherwise it is a proposal. */
            confirmed: boolean;
            /** @description Saved mapping that was applied. */
            mappingName?: string;
            /** @description Decisions that are required before a check. */
            questions: components["schemas"]["SpreadsheetQuestion"][];
            /** @description Names of columns with values that are not imported. */
            unused: string[];
            /** @description Internal name of the data source. Absent for the default one. */
            dataSource?: string;
            /** @description Rows that a rejected row keeps out: `header` all rows of its incoming order, `row` only itself, `all` all rows. */
            errorPolicy: string;
            /** @description Rows with unknown records: `store` stores them with problems, `reject` rejects them. */
            unresolved: string;
            totals: components["schemas"]["SpreadsheetTotals"];
            /** @description Numbers of master data records that are created, by kind. Records without a code are not counted. */
            created: {
                [key: string]: number;
            };
            /** @description Values that name no record, most frequent first, at most 1,000. */
            values: components["schemas"]["UnknownSheetValue"][];
            result?: components["schemas"]["ImportDraftResult"];
            /** @description Reason why the last check or import ended early. */
            failure?: string;
            /** @description Run that excluded the imported lines. */
            undoRun?: components["schemas"]["Id"];
            /** @description Newest other draft with the same file. */
            sameFile?: components["schemas"]["ImportDraftSummary"];
        };
        /** @description A change of an import draft. Absent fields stay unchanged. */
        ImportDraftChange: {
            /**
             * Format: int64
             * @description Version that was read.
             */
            version: number;
            mapping?: components["schemas"]["SpreadsheetMappingChange"] | null;
            /** @description Internal name of the data source; null for the default one. */
            dataSource?: string | null;
            /**
             * @description `header`, `row` or `all`.
             * @example header
             */
            errorPolicy?: string | null;
            /**
             * @description `store` or `reject`.
             * @example store
             */
            unresolved?: string | null;
            /** @description Cells with new texts. */
            edits?: components["schemas"]["EditedCell"][];
            replace?: components["schemas"]["CellReplacement"] | null;
        };
        /** @description The start of an import. */
        ImportDraftCommit: {
            /**
             * Format: int64
             * @description Version that was read.
             */
            version: number;
            /**
             * @description Name under which the mapping is saved for files with the same columns, at most 60 characters. A mapping with this
             *     name is replaced.
             */
            saveMapping?: string | null;
        };
        /** @description A page of import drafts. */
        ImportDraftPage: {
            items: components["schemas"]["ImportDraftSummary"][];
            /** @description Cursor of the next page for `after`. Absent on the last page. */
            next?: string;
        };
        /** @description A problem of a row. */
        ImportDraftProblem: {
            /**
             * @description Code of the problem. Codes that begin with `cell.` are problems of cells that cannot be read.
             * @example product.unresolved
             */
            code: string;
            /** @description `error` rejects the row, `problem` prevents a sales order, `warning` does neither. */
            kind: string;
            /** @description Message in the requested language. Messages about cells are in English. */
            message: string;
            /** @description Values used in the message. */
            params?: Record<string, never>;
            /** @description JSON Pointer to the member of the row. */
            pointer: string;
            /**
             * Format: int32
             * @description Number of the column that contains the value, from 0.
             */
            column?: number;
            /**
             * @description Cell that contains the value.
             * @example B7
             */
            cell?: string;
            /** @description Text of the cell. */
            seen?: string;
            /** @description Records that an unknown code may mean. */
            suggestions: components["schemas"]["SuggestedRecord"][];
        };
        /** @description Result of the import. */
        ImportDraftResult: {
            /** @description Incoming orders of the imported rows. */
            orders: components["schemas"]["Count"];
            /** @description Logged requests that created the candidates. */
            requests: components["schemas"]["Id"][];
        };
        /** @description A row of an import draft. */
        ImportDraftRow: {
            /**
             * Format: int32
             * @description Row number in the sheet.
             */
            row: number;
            /** @description Texts of the cells, in the order of `columns` of the draft. */
            cells: string[];
            /** @description Numbers of edited columns. */
            edited: number[];
            /**
             * @description Result of the last check or import: `ready`, `problems`, `rejected`, `unchanged` or `conflict`. Absent if the row was
             *     not checked.
             */
            check?: string;
            /** @description Id of the incoming order. */
            headerId?: string;
            problems: components["schemas"]["ImportDraftProblem"][];
        };
        /** @description A page of rows of an import draft. */
        ImportDraftRows: {
            items: components["schemas"]["ImportDraftRow"][];
            /** @description Number of all selected rows. */
            total: components["schemas"]["Count"];
        };
        /** @description An uploaded spreadsheet. */
        ImportDraftSummary: {
            id: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Version of the draft. Incremented by each change and when a job begins or ends, but not by its progress.
             */
            version: number;
            /** @description Code of the organisation. */
            org: string;
            fileName: string;
            /**
             * Format: int64
             * @description Size of the file in bytes.
             */
            size: number;
            /**
             * @description `open`: changed since the last check. `checking`, `importing`: in progress. `checked`: the results are current.
             *     `stopped`: the import ended early and can be continued. `imported`. `undone`: the imported lines were excluded.
             */
            status: string;
            createdBy: string;
            createdAt: components["schemas"]["Timestamp"];
            changedBy: string;
            changedAt: components["schemas"]["Timestamp"];
            /** @description Time at which the draft is deleted, unless it is changed before. */
            expiresAt: components["schemas"]["Timestamp"];
            checks?: components["schemas"]["ImportRowChecks"];
            progress?: components["schemas"]["ImportProgress"];
        };
        /** @description The version of an import draft that was read. */
        ImportDraftVersion: {
            /** Format: int64 */
            version: number;
        };
        /** @description A mapping that is applied to files with the same column names. */
        ImportMapping: {
            id: components["schemas"]["Id"];
            /** @description Code of the organisation. */
            org: string;
            name: string;
            mapping: components["schemas"]["SpreadsheetMapping"];
            /** @description Internal name of the data source. */
            dataSource?: string;
            /** @example header */
            errorPolicy: string;
            /** @example store */
            unresolved: string;
            changedBy: string;
            changedAt: components["schemas"]["Timestamp"];
        };
        /** @description The saved mappings of the caller's organisations. */
        ImportMappingList: {
            /** @description Sorted by name. */
            items: components["schemas"]["ImportMapping"][];
        };
        /** @description Progress of the last check or import. */
        ImportProgress: {
            /** @description Processed rows. */
            rows: components["schemas"]["Count"];
            /** @description All rows. */
            total: components["schemas"]["Count"];
        };
        /** @description Numbers of rows by result of the last check or import. */
        ImportRowChecks: {
            /** @description Rows without problems. */
            ready: components["schemas"]["Count"];
            /** @description Rows that become candidates with problems. */
            problems: components["schemas"]["Count"];
            rejected: components["schemas"]["Count"];
            /** @description Rows that were imported before. */
            unchanged: components["schemas"]["Count"];
            /** @description Rows with the ids of an imported row and different content. */
            conflict: components["schemas"]["Count"];
        };
        /** @description Result of one row of the request. */
        ImportedRow: components["schemas"]["ResultRow"] | components["schemas"]["RejectedRow"];
        /** @description An instance that uses the database or has used it recently. */
        Instance: {
            id: components["schemas"]["Id"];
            /**
             * @description Host name and process id.
             * @example dock-1/4711
             */
            name: string;
            version: string;
            /** @description Storage location of attachments, which is the same for all instances. */
            attachments: string;
            startedAt: components["schemas"]["Timestamp"];
            /** @description Time of the last heartbeat. After some seconds without one, other instances take over its work. */
            lastSignAt: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Seconds by which the clock of the host is ahead of the database clock. All instances use the database clock.
             */
            clockAheadSeconds: number;
            /** @description Whether the instance runs the schedules of all organisations. */
            leads: boolean;
            /** @description Whether this instance sent the response. */
            answers: boolean;
        };
        /** @description The instances that use the database, oldest first. */
        InstancesAnswer: {
            items: components["schemas"]["Instance"][];
        };
        /** @description Received and open candidates. */
        IntakeAnswer: {
            /** @example 7d */
            period: string;
            from: components["schemas"]["Timestamp"];
            to: components["schemas"]["Timestamp"];
            /** @description Hours of the period `24h`, otherwise days, in ascending order. */
            buckets: components["schemas"]["IntakeBucket"][];
            /** @description Data sources of the candidates received within the period. */
            sources: components["schemas"]["IntakeSource"][];
            /** @description The ten most frequent problems of the candidates that are currently in error. */
            problems: components["schemas"]["ProblemCount"][];
            /** @description Current number of candidates with status `new`, regardless of the period. */
            new: components["schemas"]["Count"];
            error: components["schemas"]["Count"];
            /** @description Number of candidates in sales orders that were created today and are not voided. */
            processedToday: components["schemas"]["Count"];
            oldestUnprocessed?: components["schemas"]["OldestUnprocessed"] | null;
            /** @description Sales orders whose transfer is unconfirmed, of organisations that transfer orders to a receiver. */
            waitingOrders: components["schemas"]["WaitingOrders"];
            /** @description Number of failed runs within the period. */
            failedRuns: components["schemas"]["Count"];
        };
        /** @description Candidates that were received within an hour or a day. */
        IntakeBucket: components["schemas"]["StatusCounts"] & {
            /**
             * Format: date-time
             * @description Start of the hour or day, with the UTC offset of the organisation.
             * @example 2026-12-08T00:00:00+01:00
             */
            start: string;
        };
        /** @description Number of candidates of a data source. */
        IntakeSource: components["schemas"]["StatusCounts"] & {
            dataSource: components["schemas"]["IntakeSourceName"];
        };
        /** @description A data source with its internal name. */
        IntakeSourceName: {
            id: components["schemas"]["Id"];
            name: string;
        };
        /** @description Document type of the future invoice. */
        InvoiceDocumentType: {
            id: components["schemas"]["Id"];
            docBaseType: string;
            docSubType?: string;
            name: string;
        };
        /** @description A document type by base type and sub type. */
        InvoiceDocumentTypeData: {
            /** @description Base type, for example `ARI`. */
            docBaseType: components["schemas"]["CodeOrNumber"];
            docSubType?: components["schemas"]["CodeOrNumber"];
        } & {
            [key: string]: unknown;
        };
        /** @description A problem or a warning. */
        Item: {
            /**
             * @description Code of the problem, in the form `<thing>.<fault>`. All codes are listed at `/docs/problems`.
             * @example qty.not_positive
             */
            code: string;
            /** @description Same value as `code`, for older clients. */
            errorCode: string;
            /** @description Message in the requested language. */
            message: string;
            /** @description Values used in the message. */
            params: Record<string, never>;
            /** @description Values of `params` as English text, for older clients. */
            parameters: {
                [key: string]: string;
            };
            /**
             * @description JSON Pointer to the value in the body, or to the position of a missing value. For a stored problem, the
             *     pointer is relative to the candidate.
             * @example /requests/3/qty
             */
            pointer: string;
            /** @description Index of the entry in the list, starting at 0. */
            index?: number;
            /**
             * Format: int32
             * @description Line in the body as sent, starting at 1.
             */
            line?: number;
            /**
             * Format: int32
             * @description Column in characters, starting at 1.
             */
            column?: number;
            /** @description Value at this position. */
            seen?: string;
            /**
             * @description Suggested fixes, best first. For a problem of a candidate that is read individually, they resolve the problem.
             *     For an unknown code in a correction, they contain the codes that were probably meant.
             */
            fixes?: components["schemas"]["Fix"][];
            /**
             * @description Existing records that an unknown code of a rejected row may mean, most similar first, at most 3. Determined for
             *     the first 5 unknown codes of partners and products of a request, and for units, currencies, pricing systems,
             *     shippers, payment terms and warehouses. Only with scope `candidates:read`.
             */
            suggestions?: components["schemas"]["SuggestedRecord"][];
        };
        /** @description Candidates that would be skipped for the same kind of reason. */
        LeftGroup: {
            /**
             * @description Problem code of the reason.
             * @example undo.changed
             */
            code: string;
            candidates: components["schemas"]["Count"];
            /** @description The first five, each with its reason. */
            sample: components["schemas"]["RefusedCandidate"][];
        };
        /** @description An address of a business partner. */
        Location: {
            id: components["schemas"]["NewId"];
            metasfreshId: components["schemas"]["NewId"];
            /** @description Id of the postal code record that the address is linked to. Absent if there is none. */
            postalCodeId?: components["schemas"]["Id"];
            countryCode: string;
            externalId?: string;
            gln?: string;
            name?: string;
            bpartnerName?: string;
            address1?: string;
            address2?: string;
            address3?: string;
            address4?: string;
            poBox?: string;
            postal?: string;
            city?: string;
            district?: string;
            region?: string;
            active: boolean;
            shipTo: boolean;
            shipToDefault: boolean;
            billTo: boolean;
            billToDefault: boolean;
            visitorsAddress: boolean;
            handoverLocation: boolean;
            remitTo: boolean;
            replicationLookupDefault: boolean;
        };
        /** @description A location. Creating it requires a country code. */
        LocationData: {
            active?: boolean | null;
            externalId?: components["schemas"]["NullableCode"];
            gln?: components["schemas"]["NullableCode"];
            name?: components["schemas"]["NullableName"];
            bpartnerName?: components["schemas"]["NullableName"];
            address1?: components["schemas"]["NullableName"];
            address2?: components["schemas"]["NullableName"];
            address3?: components["schemas"]["NullableName"];
            address4?: components["schemas"]["NullableName"];
            poBox?: components["schemas"]["NullableName"];
            /** @description Linked to the postal code record of the country. If there is none, it is stored with a warning. */
            postal?: components["schemas"]["NullableCode"];
            city?: components["schemas"]["NullableName"];
            district?: components["schemas"]["NullableName"];
            region?: components["schemas"]["NullableName"];
            /** @description Two-letter country code (ISO 3166-1). */
            countryCode?: components["schemas"]["NullableCode"];
            shipTo?: boolean | null;
            shipToDefault?: boolean | null;
            billTo?: boolean | null;
            billToDefault?: boolean | null;
            /** @description Alias of `region`. Ignored with a warning if `region` is also sent. */
            state?: components["schemas"]["NullableName"];
            syncAdvise?: components["schemas"]["SyncAdvice"] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A write request, without its body. */
        LoggedRequest: {
            id: components["schemas"]["Id"];
            /** @description Request id, as in the response and in log lines. */
            requestId: string;
            method: string;
            /** @description Path, without credentials. */
            path: string;
            /** @description Query string, without credentials. For parameters that no write request supports, only the name is included. */
            query: string;
            receivedAt: components["schemas"]["Timestamp"];
            /** @description Sender: the name of the access token or user, or `cli`. */
            actor: string;
            /** Format: int32 */
            status: number;
            mediaType: string;
            /**
             * Format: int64
             * @description Size of the body in bytes.
             */
            size: number;
            /**
             * @description True if only the faulty rows are stored because the request log had reached its quota. Such a request cannot
             *     be resent. Absent otherwise.
             */
            excerpt?: boolean;
            /** @description Id of the request that was resent with this request. Absent if it is not a resend. */
            replayOf?: components["schemas"]["Id"];
            /**
             * @description Number of rows that created a candidate. Absent if the request is no import, or contains rows of other
             *     organisations.
             */
            rowsCreated?: components["schemas"]["Count"];
            /** @description Number of rows that had been imported before. Absent if the request is no import. */
            rowsUnchanged?: number;
            /**
             * @description Number of rows with errors. Absent if the request is no import. If the request is rejected as a whole, rows without
             *     errors are not counted.
             */
            rowsRejected?: number;
            /** @description Rows that did not create a candidate. */
            rows: components["schemas"]["LoggedRow"][];
        };
        /** @description Result for one row. */
        LoggedRow: {
            /** @description Index of the row, starting at 0. */
            index: number;
            /** @description Outcome for the row: `rejected` or `unchanged`. */
            outcome: string;
            externalHeaderId?: string;
            externalLineId?: string;
            /** @description Problem codes of a rejected row. */
            codes?: string[];
            /** @description Id of the existing candidate, if the row is unchanged. */
            candidateId?: components["schemas"]["Id"];
        };
        /** @description User name and password. */
        LoginBody: {
            /** @description User name, not case-sensitive. */
            user: string;
            /** Format: password */
            password: string;
        };
        /** @description The record to which an unresolved reference is mapped. Unknown fields are errors. */
        MapBody: {
            /**
             * Format: int64
             * @description Record id of the target, of the kind of the reference.
             */
            targetId: number | string;
            /**
             * @description Later rows with the same value: `dataSource` (rows of the data source), `bpartnerAndDataSource` (rows of the buyer in the data source) or `none` (default). A cross-reference is created unless it is `none`.
             * @enum {string}
             */
            remember?: "dataSource" | "bpartnerAndDataSource" | "none";
            /** @description Record ids of lines to map, at most 10,000. Default: all lines with the reference. */
            candidates?: (number | string)[];
        };
        /** @description An unresolved reference for which a user chose a record. */
        MappedReference: {
            /**
             * @description Kind of the record.
             * @example product
             */
            kind: string;
            /**
             * @description JSON Pointer of the reference in the row.
             * @example /product
             */
            pointer: string;
            /** @description Keys as sent. */
            keys: components["schemas"]["SentKey"][];
            /** @description Record id of the chosen record. */
            targetId: components["schemas"]["Id"];
            /** @description Run that mapped the reference. */
            runId: components["schemas"]["Id"];
        };
        /** @description A change of a record or of one of its nested records. */
        MasterdataChange: {
            at: string;
            /** @description Name of the access token or user, or `cli`. */
            actor: string;
            /** @description Request id, for finding the request and its log lines. */
            requestId: string;
            /** @example bpartners.locations */
            kind: string;
            /** Format: int64 */
            id: number;
            /**
             * Format: int64
             * @description Version of the record after the change.
             */
            version: number;
            /**
             * @description Kind of change: `created`, `changed` or `removed`.
             * @example changed
             */
            event: string;
            /** @description Changed fields. Empty if the record was created: initial values are not included. */
            changes: components["schemas"]["MasterdataMemberChange"][];
            /**
             * Format: int64
             * @description Version that this change reverted. Absent if it is not an undo.
             */
            undoes?: number;
            /** @description Reason for the undo, if one was given. */
            reason?: string;
        };
        /** @description A page of the history, newest first. */
        MasterdataHistoryAnswer: {
            items: components["schemas"]["MasterdataChange"][];
            /** @description Value of `after` for the next page. Absent on the last page. */
            next?: string;
        };
        /** @description A changed field. */
        MasterdataMemberChange: {
            member: string;
            /** @description Previous value. Null if there was none. */
            before: unknown;
            after: unknown;
        };
        /** @description A page of records. */
        MasterdataPageAnswer: {
            items: components["schemas"]["StoredMasterdataRecord"][];
            /** @description Value of `after` for the next page. Absent on the last page. */
            next?: string;
            /** @description Value of `before` for the previous page. Absent on the first page. */
            previous?: string;
            /** @description Total number of records. Exact up to 100,000, or up to 1,000 for a search. */
            total: components["schemas"]["Total"];
        };
        /** @description A record of the kind in the path, as in a master data file. Unknown fields are errors. */
        MasterdataRecord: components["schemas"]["OrganisationRecord"] | components["schemas"]["CountryRecord"] | components["schemas"]["CurrencyRecord"] | components["schemas"]["UnitRecord"] | components["schemas"]["ExternalSystemRecord"] | components["schemas"]["DataSourceRecord"] | components["schemas"]["DocumentTypeRecord"] | components["schemas"]["TaxCategoryRecord"] | components["schemas"]["TaxRecord"] | components["schemas"]["PricingSystemRecord"] | components["schemas"]["PriceListRecord"] | components["schemas"]["WarehouseRecord"] | components["schemas"]["ShipperRecord"] | components["schemas"]["PaymentTermRecord"] | components["schemas"]["BusinessPartnerGroupRecord"] | components["schemas"]["UnitConversionRecord"] | components["schemas"]["PostalCodeRecord"] | components["schemas"]["BusinessPartnerRecord"] | components["schemas"]["ProductRecord"] | components["schemas"]["ProductPriceRecord"] | components["schemas"]["BusinessPartnerProductRecord"] | components["schemas"]["CrossReferenceRecord"];
        /** @description Records of the kind, as in a master data file. */
        MasterdataRecords: components["schemas"]["MasterdataRecord"][];
        /** @description Null in a dry run for a new record. */
        NewId: components["schemas"]["Id"] | null;
        /** @description A message created by a notification rule. */
        Notification: {
            id: components["schemas"]["Id"];
            /** @description Id of the rule. The rule may have been deleted since. */
            ruleId: components["schemas"]["Id"];
            kind: string;
            /** @description Code of the organisation of the rule. Null for all organisations. */
            orgCode?: string | null;
            at: components["schemas"]["Timestamp"];
            subject: string;
            text: string;
            /**
             * @description Delivery status: `waiting` while delivery to a recipient is pending, `failed` if delivery to a recipient
             *     failed, otherwise `sent`.
             */
            status: string;
            /** @description Error of the delivery to a recipient. Null if there is none. */
            error?: string | null;
            recipients: components["schemas"]["NotificationRecipient"][];
        };
        /** @description A page of messages, newest first. */
        NotificationPage: {
            items: components["schemas"]["Notification"][];
            /** @description Cursor of the next page for `after`. Absent on the last page. */
            next?: string;
        };
        /** @description Delivery of a message to one recipient. */
        NotificationRecipient: {
            /** @description Mail address, or `webhook:` followed by the id of the webhook. */
            recipient: string;
            /** @description Delivery status: `waiting`, `sent` or `failed`. */
            status: string;
            /** Format: int32 */
            attempts: number;
            nextAttemptAt?: components["schemas"]["NullableTimestamp"];
            sentAt?: components["schemas"]["NullableTimestamp"];
            error?: string | null;
        };
        /** @description A notification rule: when to send a message, about which condition, and to which recipients. */
        NotificationRule: {
            id: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Version of the rule. Incremented by each change.
             */
            version: number;
            /** @description Code of the organisation whose data the rule covers. Null for all organisations. */
            orgCode?: string | null;
            kind: string;
            /**
             * Format: int64
             * @description Threshold in minutes. Null if the kind of rule has no threshold in minutes.
             */
            minutes?: number | null;
            /**
             * Format: int64
             * @description Threshold in hours. Null if the kind of rule has no threshold in hours.
             */
            hours?: number | null;
            dataSourceId?: components["schemas"]["Id"] | null;
            dataSourceInternalName?: string | null;
            /** @description Days on which messages are sent, starting with Monday. */
            weekdays: string[];
            /**
             * @description Start of the period in which messages are sent on these days. Null for the whole day.
             * @example 07:00
             */
            from?: string | null;
            /**
             * @description End of this period, on the next day if it is not after `from`. Null for the whole day.
             * @example 18:00
             */
            to?: string | null;
            timeZone: string;
            /** @description Language of the messages: `en` or `de`. */
            language: string;
            recipients: string[];
            webhookId?: components["schemas"]["Id"] | null;
            active: boolean;
            /** @description Time when a message of the rule last reached a recipient. Null if none has. */
            lastSentAt?: components["schemas"]["NullableTimestamp"];
            /** @description Error that prevents the delivery of the last message to a recipient. Null if there is none. */
            lastError?: string | null;
            createdAt: components["schemas"]["Timestamp"];
            createdBy: string;
        };
        /** @description A notification rule. In a change, absent fields stay unchanged and null clears a field. */
        NotificationRuleBody: {
            /** @description Version that was read. Required for changes only. */
            version?: number;
            /** @description Code of the organisation that the rule covers. Null for all organisations. */
            orgCode?: components["schemas"]["NullableCode"];
            /**
             * @description Condition of the rule: candidates in error, rejected rows, incoming orders on hold or unresolved references for too long, a data source that sends nothing, failed runs, webhooks paused after failed deliveries, or unconfirmed transfers of sales orders.
             * @enum {string}
             */
            kind?: "candidates-in-error" | "candidates-rejected" | "candidates-on-hold" | "references-unresolved" | "source-silent" | "run-failed" | "webhook-paused" | "order-not-handed-over";
            /** @description Minutes that the condition must last before a message is sent: a candidate in error, an open rejected row, an open unresolved reference, or an incoming order on hold. At most one week. */
            minutes?: number | null;
            /** @description Hours without data from a data source, or with an unconfirmed transfer of a sales order, before a message is sent; at most one week. For data sources, only the time between `from` and `to` on the `weekdays` is counted. */
            hours?: number | null;
            /** @description Data source by internal name, record id or identifier string. */
            dataSource?: components["schemas"]["NullableText"];
            weekdays?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[] | null;
            /**
             * @description Time of day from which messages are sent. Default: the whole day.
             * @example 07:30
             */
            from?: string | null;
            /**
             * @description Time of day until which messages are sent. If it is not after `from`, it is on the next day.
             * @example 07:30
             */
            to?: string | null;
            /**
             * @description Time zone of days and hours, for example Europe/Berlin. Default: the zone of the organisation, otherwise UTC.
             * @example Europe/Berlin
             */
            timeZone?: string | null;
            /**
             * @description Language of the messages. Default: English.
             * @enum {string}
             */
            language?: "en" | "de";
            /** @description Mail addresses of the recipients. */
            recipients?: string[];
            /**
             * Format: int64
             * @description Record id of a webhook that is also notified.
             */
            webhookId?: number | string | null;
            /** @description Whether the rule sends messages. Default: true. */
            active?: boolean;
        };
        /** @description The notification rules that the caller can read. */
        NotificationRules: {
            items: components["schemas"]["NotificationRule"][];
            /** @description Whether a mail server is configured. */
            mailConfigured: boolean;
        };
        NullableCode: string | Decimal | null;
        /** @default false */
        NullableFlag: boolean | null;
        NullableName: string | null;
        NullableText: string | null;
        /** Format: date-time */
        NullableTimestamp: string | null;
        /** @description Number format of a document type. */
        NumberPattern: {
            docTypeName: string;
            /** @example SO-{n:06} */
            pattern: string;
        };
        /** @description Format of document numbers: a prefix and the number, padded with zeros. */
        NumberPatternData: {
            docTypeName: string;
            /** @description Format, for example `SO-{n:06}`. */
            pattern: string;
        };
        /** @description The oldest candidate that is not processed. */
        OldestUnprocessed: {
            candidateId: components["schemas"]["Id"];
            createdAt: components["schemas"]["Timestamp"];
        };
        /** @description Candidates with status `new` or `error`, by time of receipt. */
        OpenByAge: {
            today: components["schemas"]["OpenCandidates"];
            /** @description Candidates received within the seven days before today. */
            week: components["schemas"]["OpenCandidates"];
            longer: components["schemas"]["OpenCandidates"];
        };
        /** @description Number and value of open candidates. */
        OpenCandidates: {
            candidates: components["schemas"]["Count"];
            /** @description Value by currency, from the prices of the candidates and of price lists. */
            worth: components["schemas"]["GroupWorth"][];
            /**
             * @description Number of candidates that are not in `worth`: they have no price, or a list price that may refer to
             *     another unit.
             */
            unpriced: components["schemas"]["Count"];
        };
        /** @description A sales order. */
        Order: components["schemas"]["OrderHead"] & {
            /** @description The organisation as the seller when the order was created. Absent if it had no letterhead. */
            seller?: components["schemas"]["Seller"];
            lines: components["schemas"]["OrderLine"][];
            taxes: components["schemas"]["OrderTax"][];
            /** @description Candidates of the order. Absent in responses that create, plan or void an order. */
            candidates?: components["schemas"]["OrderedCandidate"][];
            /**
             * @description Attachments of the order and of the incoming orders of its candidates. Absent in the same cases as
             *     `candidates`.
             */
            attachments?: components["schemas"]["Attachment"][];
        };
        /** @description A sales order for the default organisation of the caller, with 1 to 10,000 lines. */
        OrderBody: {
            /** @description Code of the partner that receives the goods. */
            shipBPartnerCode: components["schemas"]["CodeOrNumber"];
            /** @description Promised date and time, with a UTC offset or `Z`. */
            datePromised: components["schemas"]["Timestamp"];
            /** @description Name of the document type. Default: the default order type of the organisation. */
            docTypeName?: string;
            lines: components["schemas"]["OrderLineData"][];
        } & {
            [key: string]: unknown;
        };
        OrderHead: components["schemas"]["OrderValues"] & {
            salesOrderId: components["schemas"]["SalesOrderId"];
        };
        /** @description A page of the history of a sales order. */
        OrderHistoryAnswer: {
            items: components["schemas"]["OrderHistoryEntry"][];
            /** @description Cursor of the next page for `after`. Absent on the last page. */
            next?: string;
        };
        /** @description One event of a sales order. */
        OrderHistoryEntry: {
            /** @description `created`, `voided` or `commented`. */
            event: string;
            at: components["schemas"]["Timestamp"];
            /**
             * @description Name of the access token or user, `cli` or `scheduler`. For an order created by a run: the actor who started
             *     the run.
             */
            actor?: string;
            /** @description Run that created the order. */
            runId?: components["schemas"]["Id"];
            /** @description Requests that contained the order or its candidates. */
            requestIds?: components["schemas"]["Id"][];
            /** @description Reason for voiding the order, if one was given. */
            reason?: string;
            /** @description Text of the comment. */
            comment?: string;
        };
        /** @description A line of a sales order. */
        OrderLine: {
            /** Format: int64 */
            line: number;
            productId: components["schemas"]["Id"];
            productCode: string;
            productName: string;
            productDescription?: string;
            description?: string;
            promotionCode?: string;
            /** @description Custom properties of the candidate, as sent. */
            extendedProps?: {
                [key: string]: unknown;
            };
            qty: components["schemas"]["Decimal"];
            uomCode: string;
            /**
             * @description Quantity in `priceUom`: `qty` × `multiplier` ÷ `divisor`, rounded for display if the result has no finite
             *     decimal form (5 ÷ 12).
             */
            qtyInPriceUom: components["schemas"]["Decimal"];
            /**
             * @description Multiplier for the conversion from `uomCode` to `priceUom`. `multiplier` and `divisor` are absent if the
             *     rounded `qtyInPriceUom` was priced: the unit has `roundConvertedQuantities`, or the order was created before
             *     exact quantities were supported.
             */
            multiplier?: components["schemas"]["Decimal"];
            divisor?: components["schemas"]["Decimal"];
            priceUom: string;
            /** @description Price per `priceUom`, before discount. */
            priceEntered: components["schemas"]["Decimal"];
            /** @description Discount in percent. */
            discount: components["schemas"]["Decimal"];
            /** @description Price per `priceUom`, after discount. */
            price: components["schemas"]["Decimal"];
            /**
             * @description Net amount: `qty` × `multiplier` ÷ `divisor` × `price`, rounded once to the digits of the currency, or to
             *     those of the price list with `netPrecision: list`. Includes tax if `taxIncluded` is true.
             */
            net: components["schemas"]["Decimal"];
            /** @description True if the line is free of charge. Absent otherwise. */
            isWithoutCharge?: boolean;
            /** @description Reason why the line is free of charge. */
            reason?: string;
            /** @description Price that was sent with a line that is free of charge. */
            value?: components["schemas"]["Decimal"];
            /** @description Code of the tax. Absent if the partner is exempt from tax. */
            taxCode?: string;
            /** @description Tax rate in percent. */
            taxRate?: components["schemas"]["Decimal"];
            priceExplanation: components["schemas"]["PriceExplanation"];
            dateRequired?: components["schemas"]["CalendarDate"];
            presetDateInvoiced?: components["schemas"]["CalendarDate"];
            presetDateShipped?: components["schemas"]["CalendarDate"];
            warehouseDest?: components["schemas"]["Reference"];
            /** @description Quantities of the line by candidate. Empty if the order was created directly, without candidates. */
            allocations: components["schemas"]["Allocation"][];
        };
        /** @description A line of a sales order. */
        OrderLineData: {
            productCode: components["schemas"]["CodeOrNumber"];
            /**
             * Format: decimal
             * @description Quantity in the stock unit of the product, greater than 0.
             */
            qty: Decimal;
            /**
             * Format: decimal
             * @description Price that replaces the list price. It can be 0, and negative if the organisation has `negativePrices: allow`.
             */
            price?: Decimal;
        } & {
            [key: string]: unknown;
        };
        /** @description Sales order that contains a candidate. */
        OrderOfCandidate: {
            salesOrderId: string;
            documentNo: string;
            /** Format: int64 */
            line: number;
        };
        /** @description A page of sales orders. */
        OrderPageAnswer: {
            items: components["schemas"]["OrderHead"][];
            /** @description Cursor of the next page for `after`. Absent on the last page. */
            next?: string;
            total: components["schemas"]["Total"];
        };
        /** @description Tax of a sales order, calculated with one tax record. */
        OrderTax: {
            taxCode: string;
            name?: string;
            /** @description Tax rate in percent. */
            rate: components["schemas"]["Decimal"];
            /** @description Whether the buyer owes the tax (reverse charge). If true, `amount` is 0. */
            reverseCharge: boolean;
            /** @description Taxable amount, excluding the tax itself. */
            base: components["schemas"]["Decimal"];
            amount: components["schemas"]["Decimal"];
        };
        /** @description An order that would be voided. */
        OrderToVoid: {
            salesOrderId: components["schemas"]["SalesOrderId"];
            documentNo: string;
            /** @description Number of candidates in the order. */
            candidates: number;
        };
        /** @description A sales order without its lines. Contains master data as it was when the order was created. */
        OrderValues: {
            /** @description Document number. Absent in a dry run, which draws no number. */
            documentNo?: string;
            docType: components["schemas"]["DocumentType"];
            /** @description Status of the order: `completed` or `voided`. */
            status: string;
            /** @description Whether this is a prepay order: completed, but to be paid before the goods are shipped. */
            awaitsPayment: boolean;
            org: components["schemas"]["Reference"];
            /** @description Internal name of the data source. Absent for an order that was created directly, without candidates. */
            dataSourceInternalName?: string;
            /** @description Code of the external system that the rows were sent with. */
            externalSystemCode?: string;
            /** @description External header id of the sender. Absent if the sender used a flat `externalId`. */
            externalHeaderId?: string;
            poReference?: string;
            /** @description Promotion code of the first line that has one. */
            promotionCode?: string;
            bpartner: components["schemas"]["PartnerBlock"];
            billBPartner?: components["schemas"]["PartnerBlock"];
            dropShipBPartner?: components["schemas"]["PartnerBlock"];
            handOverBPartner?: components["schemas"]["PartnerBlock"];
            salesPartner?: components["schemas"]["Reference"];
            currencyCode: string;
            pricingSystem: components["schemas"]["Reference"];
            priceList: components["schemas"]["Reference"];
            dateOrdered: components["schemas"]["CalendarDate"];
            /**
             * @description Promised date: the instant as sent, in UTC, or the earliest required date of the lines.
             * @example 2026-12-08T00:00:00.000Z
             */
            datePromised: string;
            invoiceDocType?: components["schemas"]["DocumentType"];
            paymentRule?: string;
            paymentTerm?: components["schemas"]["Reference"];
            shipper?: components["schemas"]["Reference"];
            warehouse?: components["schemas"]["Reference"];
            deliveryRule?: string;
            deliveryViaRule?: string;
            /**
             * @description Sources of the values that the partner, group or organisation can provide, by field. Absent for orders
             *     created before sources were recorded.
             */
            valuesFrom?: {
                [key: string]: components["schemas"]["ValueSource"];
            };
            /** @description Number of lines. */
            lineCount: number;
            /** @description Sum of the net amounts of the lines. */
            totalLines: components["schemas"]["Decimal"];
            totalTax: components["schemas"]["Decimal"];
            /** @description Total of the order: `totalLines`, plus `totalTax` unless prices include tax. */
            grandTotal: components["schemas"]["Decimal"];
            /** @description Whether prices and net amounts include tax. */
            taxIncluded: boolean;
            /** @description Id of the run that created the order. Absent for an order that was created directly, without candidates. */
            runId?: components["schemas"]["Id"];
            /** Format: int64 */
            version: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** @description Reply of the receiver to the transfer. Absent until the receiver replies. */
            handedOver?: components["schemas"]["Handover"];
        };
        /** @description A candidate of an order line. */
        OrderedCandidate: {
            id: components["schemas"]["Id"];
            externalHeaderId: string;
            externalLineId: string;
            /** @description `processed`, or the current status of the candidate if the order is voided. */
            status: string;
            /** Format: int64 */
            line: number;
        };
        /** @description Number and value of sales orders. */
        OrdersOfDay: {
            orders: components["schemas"]["Count"];
            /** @description Number of candidates in the orders. */
            candidates: components["schemas"]["Count"];
            /** @description Net value by currency. */
            worth: components["schemas"]["GroupWorth"][];
            /** @description Whether the values include all orders. Only the 20,000 newest are summed. */
            whole: boolean;
        };
        /** @description An organisation. Creating an organisation requires the scope `admin`. */
        OrganisationData: {
            code: components["schemas"]["CodeOrNumber"];
            name?: components["schemas"]["NullableName"];
            syncAdvise?: components["schemas"]["SyncAdvice"];
        } & {
            [key: string]: unknown;
        };
        /** @description Organisation */
        OrganisationRecord: {
            code: components["schemas"]["RecordCode"];
            /** @description Name */
            name: string;
            /**
             * @description Time zone that determines when a day begins
             * @default UTC
             * @example Europe/Berlin
             */
            timeZone: string | null;
            /** @description Two-letter code of the country */
            country?: components["schemas"]["NullableCode"];
            pricingSystem?: components["schemas"]["RecordPricingSystem"];
            paymentRule?: components["schemas"]["RecordPaymentRule"];
            paymentTerm?: components["schemas"]["RecordPaymentTerm"];
            shipper?: components["schemas"]["RecordShipper"];
            warehouse?: components["schemas"]["RecordWarehouse"];
            deliveryRule?: components["schemas"]["RecordDeliveryRule"];
            deliveryViaRule?: components["schemas"]["RecordDeliveryViaRule"];
            /** @description Code of the tax category used if product price, product and price list have none */
            defaultTaxCategory?: components["schemas"]["NullableCode"];
            /**
             * @description Effect of a price below 0: `problem` (the candidate cannot become an order line) or `allow`
             * @default problem
             * @enum {string|null}
             */
            negativePrices: "problem" | "allow" | null;
            /** @description Letterhead: name of the company; `name` if absent */
            legalName?: components["schemas"]["NullableName"];
            /** @description Letterhead: street and house number */
            address1?: components["schemas"]["NullableName"];
            /** @description Letterhead: second line of the address */
            address2?: components["schemas"]["NullableName"];
            /** @description Letterhead: postal code */
            postal?: components["schemas"]["NullableName"];
            /** @description Letterhead: city */
            city?: components["schemas"]["NullableName"];
            /** @description Letterhead: VAT id */
            vatId?: components["schemas"]["NullableName"];
            /** @description Letterhead: phone number */
            phone?: components["schemas"]["NullableName"];
            /** @description Letterhead: e-mail address */
            email?: components["schemas"]["NullableName"];
            /** @description Letterhead: lines at the end of printed orders, such as bank and register */
            footer?: components["schemas"]["NullableText"];
            /** @description Letterhead: PNG or JPEG image of up to 100 KiB in Base64 */
            logo?: string | null;
            active?: components["schemas"]["RecordActive"];
        };
        /** @description Stored bytes of an organisation. */
        OrganisationStorage: {
            /** @description Organisation code, or `*` for rejected requests that belong to no single organisation. */
            orgCode?: string | null;
            /** Format: int64 */
            attachmentBytes: number;
            attachmentQuota: components["schemas"]["Count"];
            /**
             * Format: int64
             * @description Size of rejected requests in the request log. Beyond the quota, only excerpts are stored.
             */
            refusedRequestBytes: number;
            refusedRequestQuota: components["schemas"]["Count"];
        };
        /**
         * @description Result of a row.
         * @enum {string}
         */
        Outcome: "created" | "unchanged" | "rejected";
        /** @description Overrides of imported values. Null removes an override. Partners, locations, contacts, shipper and payment term are identifier strings: `int-…`, `ext-…`, `val-…` or a record id. For locations, `val-` is the GLN. */
        OverrideData: {
            /** @description Buyer. Without `location`, its default ship-to location is used. */
            bpartner?: string | number | null;
            location?: string | number | null;
            contact?: string | number | null;
            billBPartner?: components["schemas"]["OverrideRole"] | null;
            dropShipBPartner?: components["schemas"]["OverrideRole"] | null;
            handOverBPartner?: components["schemas"]["OverrideRole"] | null;
            /** @description Product code, or `ext-` and the external id. */
            productCode?: components["schemas"]["NullableCode"];
            /** @description Tax category code. Takes precedence over the tax categories of product price, product, price list and organisation. */
            taxCategoryCode?: components["schemas"]["NullableCode"];
            /** Format: decimal */
            qty?: Decimal | null;
            uomCode?: components["schemas"]["NullableCode"];
            /**
             * Format: decimal
             * @description Price per `uomCode`.
             */
            price?: Decimal | null;
            currencyCode?: components["schemas"]["NullableCode"];
            /**
             * Format: decimal
             * @description Discount in percent, at most 100. A value below 0 is a surcharge.
             */
            discount?: Decimal | null;
            pricingSystemCode?: components["schemas"]["NullableCode"];
            productDescription?: components["schemas"]["NullableText"];
            description?: components["schemas"]["NullableText"];
            poReference?: components["schemas"]["NullableCode"];
            dateOrdered?: components["schemas"]["DateOrInstant"] | null;
            dateRequired?: components["schemas"]["DateOrInstant"] | null;
            presetDateInvoiced?: components["schemas"]["DateOrInstant"] | null;
            presetDateShipped?: components["schemas"]["DateOrInstant"] | null;
            /** @enum {string|null} */
            orderDocType?: "SalesOrder" | "PrepayOrder" | null;
            invoiceDocType?: components["schemas"]["OverrideInvoiceDocumentType"] | null;
            /** @enum {string|null} */
            paymentRule?: "OnCredit" | "Paypal" | "DirectDebit" | null;
            paymentTerm?: string | number | null;
            shipper?: string | number | null;
            salesPartnerCode?: components["schemas"]["NullableCode"];
            warehouseCode?: components["schemas"]["NullableCode"];
            warehouseDestCode?: components["schemas"]["NullableCode"];
            deliveryRule?: components["schemas"]["NullableCode"];
            deliveryViaRule?: components["schemas"]["NullableCode"];
            line?: number | null;
            promotionCode?: components["schemas"]["NullableCode"];
        };
        /** @description A document type by base type and sub type. */
        OverrideInvoiceDocumentType: {
            /** @description Base type, for example `ARI`. */
            docBaseType: components["schemas"]["CodeOrNumber"];
            docSubType?: components["schemas"]["CodeOrNumber"];
        };
        /** @description User or access token that set or cleared a value, and the time. */
        OverrideNote: {
            by: string;
            at: components["schemas"]["Timestamp"];
        };
        /** @description A business partner by identifier string. */
        OverrideRole: {
            bpartner: string | number;
            /** @description Location. Absent: the default bill-to or ship-to location of the partner. */
            location?: string | number;
            contact?: string | number;
        };
        /** @description Candidates that are assigned to a user. */
        OwnQueue: {
            candidates: components["schemas"]["Count"];
            /** @description Number of these candidates with status `error`. */
            error: components["schemas"]["Count"];
            /** @description Number of incoming orders with these candidates. */
            orders: components["schemas"]["Count"];
            /** @description Time at which the oldest of these candidates was received. */
            oldest?: components["schemas"]["NullableTimestamp"];
        };
        /** @description A business partner with the location and contact that apply. */
        PartnerBlock: {
            bpartner: components["schemas"]["BusinessPartner"];
            location?: components["schemas"]["Location"];
            contact?: components["schemas"]["Contact"];
        };
        /** @description A business partner with location and contact. It requires a code, an `externalId` or a location with a `gln`. */
        PartnerData: {
            bpartner?: components["schemas"]["BusinessPartnerData"];
            location?: components["schemas"]["LocationData"];
            contact?: components["schemas"]["ContactData"];
            /**
             * @description Key for the look-up of the partner. Default: `externalId`, then the `gln` of the location, then `code`, until a partner is found.
             * @enum {string}
             */
            bpartnerLookupAdvise?: "ExternalId" | "GLN" | "Code";
            syncAdvise?: components["schemas"]["SyncAdvice"];
        } & {
            [key: string]: unknown;
        };
        /** @description Payment term */
        PaymentTermRecord: {
            org?: components["schemas"]["RecordOrg"];
            code: components["schemas"]["RecordCode"];
            externalId?: components["schemas"]["RecordExternalId"];
            /** @description Name */
            name?: components["schemas"]["NullableName"];
            active?: components["schemas"]["RecordActive"];
        };
        /** @description A created sales order. */
        PlannedCreatedOrder: components["schemas"]["PlannedOrder"] & {
            /** @description Warnings about the request, at most 1,000. */
            warnings?: components["schemas"]["Item"][];
            warningsTotal?: number;
        };
        /** @description Planned result of a bulk edit. */
        PlannedEdit: {
            counts: components["schemas"]["EditCounts"];
            /** @description Problems that the selected candidates would have afterwards. */
            remaining: components["schemas"]["RemainingProblem"][];
            /** @description The first five candidates that would change. */
            sample: components["schemas"]["EditedCandidate"][];
            /** @description The first five candidates that would be skipped. */
            refused: components["schemas"]["RefusedCandidate"][];
        };
        /** @description A reason for which candidates are on hold. */
        PlannedHold: {
            /** @example header.incomplete */
            hold: string;
            /**
             * @description Number of candidates on hold for this reason, without those that `release.failed` counts. Each candidate is
             *     counted for one reason. If the request releases the reason: the number that would be on hold without it.
             */
            candidates: components["schemas"]["Count"];
            /** @description Effect of releasing the reason. Absent if it cannot be released. */
            release?: components["schemas"]["PlannedRelease"];
        };
        /** @description A sales order. */
        PlannedOrder: components["schemas"]["PlannedOrderHead"] & {
            /** @description The organisation as the seller when the order was created. Absent if it had no letterhead. */
            seller?: components["schemas"]["Seller"];
            lines: components["schemas"]["OrderLine"][];
            taxes: components["schemas"]["OrderTax"][];
            /** @description Candidates of the order. Absent in responses that create, plan or void an order. */
            candidates?: components["schemas"]["OrderedCandidate"][];
            /**
             * @description Attachments of the order and of the incoming orders of its candidates. Absent in the same cases as
             *     `candidates`.
             */
            attachments?: components["schemas"]["Attachment"][];
        };
        PlannedOrderHead: components["schemas"]["OrderValues"] & {
            /** @description Null in a dry run for a new record. */
            salesOrderId: components["schemas"]["SalesOrderId"] | null;
        };
        /** @description Effect of releasing a reason, with all other releases as in the request. */
        PlannedRelease: {
            /** @description Whether the request contains this release. */
            given: boolean;
            /** @description Number of candidates that become order lines only with this release. */
            candidates: components["schemas"]["Count"];
            /** @description Number of orders that are created only with this release. */
            orders: components["schemas"]["Count"];
            /** @description Number of candidates on hold for this reason that have a problem: with this release they fail. */
            failed: components["schemas"]["Count"];
        };
        /** @description Planned result of a run. */
        PlannedRun: {
            /** @description Counts of all selected and added candidates. */
            counts: components["schemas"]["RunCounts"];
            /**
             * @description Incoming orders that are skipped completely because `exclude` contains one of their lines. Limited to the first
             *     1,000.
             */
            excluded: components["schemas"]["ExcludedOrder"][];
            /** @description Number of incoming orders that are skipped because of `exclude`. */
            excludedOrders: components["schemas"]["Count"];
            /** @description Number of selected candidates that would not become order lines, by reason. */
            stays: components["schemas"]["PlannedStays"];
            /** @description Reasons for which candidates are on hold, or would be without a release. */
            holds: components["schemas"]["PlannedHold"][];
            /**
             * @description Orders that would be created, without ids and document numbers. Once the listed orders contain 1,000 lines,
             *     further orders are omitted.
             */
            orders: components["schemas"]["PlannedOrder"][];
            /**
             * @description Orders that depend on a release, whether or not the request contains it. They have no ids or document numbers.
             *     Limited to the first 20 for each reason.
             */
            released: components["schemas"]["ReleasedOrder"][];
            /** @description Total value of all orders that would be created, by currency. */
            worth: components["schemas"]["Worth"][];
            /** @description Results by candidate: the first 1,000 that would become order lines and the first 1,000 that would not. */
            results: components["schemas"]["RunResult"][];
        };
        /**
         * @description Number of candidates that would not become order lines, by reason. Candidates that pass re-validation are not
         *     included, so the sum can be less than `stayed` plus `failed` in `counts`.
         */
        PlannedStays: {
            /** @description Number of candidates on hold. */
            held: components["schemas"]["Count"];
            /** @description Number of candidates in error, before the run or after validation. */
            error: components["schemas"]["Count"];
            /** @description Number of candidates that are already in an order. */
            processed: components["schemas"]["Count"];
            /** @description Number of excluded candidates. */
            inactive: components["schemas"]["Count"];
        };
        /** @description Planned result of undoing a run. */
        PlannedUndo: {
            counts: components["schemas"]["UndoCounts"];
            /** @description The first five candidates whose values or status would be restored. */
            sample: components["schemas"]["EditedCandidate"][];
            /** @description The first five orders that would be voided. */
            orders: components["schemas"]["OrderToVoid"][];
            /** @description Candidates that would be skipped, grouped by reason. The most frequent reason is first. */
            left: components["schemas"]["LeftGroup"][];
        };
        /** @description Postal code */
        PostalCodeRecord: {
            /** @description Two-letter code of the country */
            country: components["schemas"]["CodeOrNumber"];
            /** @description Postal code */
            postal: components["schemas"]["CodeOrNumber"];
            /**
             * @description City
             * @default
             */
            city: string | null;
            /** @description Region */
            region?: components["schemas"]["NullableName"];
            active?: components["schemas"]["RecordActive"];
        };
        /** @description Calculation of the price of a line. */
        PriceExplanation: {
            /** @description Price calculation as text, in the requested language. */
            message: string;
            /** @description Source of the price: `manual`, `list` or `withoutCharge`. */
            source: string;
            pricingSystemCode: string;
            priceListCode: string;
            /**
             * Format: int32
             * @description Number of decimal places to which prices of the price list are rounded.
             */
            precision: number;
            /** @description Manual price before rounding. Absent if the price is not manual. */
            sent?: components["schemas"]["Decimal"];
            /** @description Price list versions that were searched. The last one contains the price. */
            steps?: components["schemas"]["PriceStep"][];
            /** @description List price before discount. Absent if the price is not from a price list. */
            listPrice?: components["schemas"]["Decimal"];
            /** @description Minimum quantity of the scale price. Absent if the price is not a scale price. */
            scaleFrom?: components["schemas"]["Decimal"];
            /**
             * @description Included tax that was removed from the price before the discount, with `exemptBuyers: removeTax`. Absent
             *     otherwise.
             */
            removedTax?: components["schemas"]["RemovedTax"];
            /** @description Discount in percent. */
            discount: components["schemas"]["Decimal"];
            /** @description Price after discount, before rounding. */
            unrounded?: components["schemas"]["Decimal"];
        };
        /** @description Price list */
        PriceListRecord: {
            org?: components["schemas"]["RecordOrg"];
            code: components["schemas"]["RecordCode"];
            /** @description Name */
            name: string;
            /** @description Code of the pricing system */
            pricingSystem: components["schemas"]["CodeOrNumber"];
            /** @description Country that the list applies to; any if absent */
            country?: components["schemas"]["NullableCode"];
            /** @description Three-letter code of the currency */
            currency: components["schemas"]["CodeOrNumber"];
            /**
             * @description Whether it is a sales price list
             * @default true
             */
            sales: boolean | null;
            /** @description Whether prices include tax */
            taxIncluded?: components["schemas"]["NullableFlag"];
            /**
             * @description Decimal places of a price
             * @default 2
             */
            precision: number | null;
            /**
             * @description Decimal places of net amounts. `currency`: those of the currency. `list`: those of the list if it has fewer
             * @default currency
             * @enum {string|null}
             */
            netPrecision: "currency" | "list" | null;
            /**
             * @description If prices include tax: the price for a buyer that is tax-exempt or under reverse charge. `keepGross`: the same price. `removeTax`: the price less the tax of a sale within the seller's country
             * @default keepGross
             * @enum {string|null}
             */
            exemptBuyers: "keepGross" | "removeTax" | null;
            /** @description Code of the tax category used if product price and product have none */
            defaultTaxCategory?: components["schemas"]["NullableCode"];
            active?: components["schemas"]["RecordActive"];
            /** @description Nested records. Absent ones stay unchanged. */
            versions?: components["schemas"]["PriceListRecordVersions"][];
        };
        /** @description Price list version */
        PriceListRecordVersions: {
            /** @description Code of the organisation that owns the record; that of the parent record if absent */
            org?: components["schemas"]["NullableCode"];
            /** @description First day of validity */
            validFrom: components["schemas"]["CalendarDate"];
            /**
             * Format: date
             * @description Last day of validity; after the end of the newest version there is no price
             */
            validTo?: string | null;
            /** @description Price list of the base version; the list of this version if absent */
            basePriceList?: components["schemas"]["NullableCode"];
            /**
             * Format: date
             * @description First day of the base version, which is searched for missing prices
             */
            baseValidFrom?: string | null;
            active?: components["schemas"]["RecordActive"];
        };
        /** @description A price list version that was searched. */
        PriceStep: {
            priceListCode: string;
            validFrom: components["schemas"]["CalendarDate"];
            /**
             * @description Result of the search: `price`, `noPrice`, `belowScales` (quantity below the first scale) or `otherTerms`
             *     (different currency or price type: gross or net).
             */
            found: string;
        };
        /** @description Pricing system */
        PricingSystemRecord: {
            org?: components["schemas"]["RecordOrg"];
            code: components["schemas"]["RecordCode"];
            /** @description Name */
            name: string;
            active?: components["schemas"]["RecordActive"];
        };
        /** @description An error response. */
        Problem: {
            /**
             * @description Link to the documentation of the problem code.
             * @example /docs/problems#qty.not_positive
             */
            type: string;
            /**
             * @description Short English phrase for the problem code.
             * @example Quantity not positive
             */
            title: string;
            /**
             * Format: int32
             * @example 400
             */
            status: number;
            /** @description The most severe error, in the requested language. */
            detail: string;
            /**
             * @description Technical description in English: the failed assumption, the position in the lists, line and column.
             * @example The quantity must be greater than 0: the assumption qty > 0 failed, got 0. At requests[3].qty, line 1, column 303.
             */
            body: string;
            /** @description Request id, which is also in the log. */
            requestId: string;
            /** @description Whether the same request can succeed later, after `Retry-After`. */
            retryable: boolean;
            /** @description Errors: the first 1,000 of the request, at most 20 per row. */
            errors: components["schemas"]["Item"][];
            /** @description Total number of errors. */
            errorsTotal: number;
            warnings?: components["schemas"]["Item"][];
            warningsTotal?: number;
        };
        /** @description Number of candidates with a problem. */
        ProblemCount: {
            /** @example price.none */
            code: string;
            /** @description Message in the requested language. */
            message: string;
            count: components["schemas"]["Count"];
        };
        /** @description Candidates in error with the same problem and cause. */
        ProblemGroup: {
            /** @example currencyCode.mismatch */
            code: string;
            /** @description Message of the problem of the oldest candidate. */
            message?: string | null;
            /** @description Parameters of the message. */
            params?: Record<string, never> | null;
            candidates: components["schemas"]["Count"];
            /**
             * @description Number of candidates that got this problem for this cause within the last seven days, including resolved ones.
             *     Days are in the time zone of the caller's default organisation, otherwise of its first one. Each candidate is
             *     counted once.
             */
            lastWeek: components["schemas"]["Count"];
            /** @description Number of such candidates within the seven days before that. */
            weekBefore: components["schemas"]["Count"];
            /** @description Number of incoming orders with these candidates. */
            orders: components["schemas"]["Count"];
            /** @description Value by currency, from the prices of the candidates. */
            worth: components["schemas"]["GroupWorth"][];
            /** @description Number of candidates that are not in `worth`: they have no price of their own, or exceed the limit of the sum. */
            unpriced: components["schemas"]["Count"];
            /** @description Time at which the oldest candidate was received. */
            oldest: components["schemas"]["Timestamp"];
            /** @description Record id of the oldest candidate. */
            example: components["schemas"]["Id"];
            /**
             * @description Suggested fixes for the oldest candidate that may also resolve the others. Fixes that only apply to that
             *     candidate are omitted. A dry run of the edit returns the number of resolved candidates and the remaining
             *     problems.
             */
            fixes: components["schemas"]["GroupFix"][];
            filter: components["schemas"]["GroupFilter"];
        };
        /** @description Candidates in error, grouped by problem and cause. */
        ProblemGroupsAnswer: {
            /** @description Groups, largest first, at most 200 per page. Each candidate is only in the group of its first problem. */
            items: components["schemas"]["ProblemGroup"][];
            /** @description Whether there are more groups. To get them, add the number of `items` to `offset`. */
            more: boolean;
            /** @description Total number of groups. */
            groups: components["schemas"]["Count"];
            /** @description Total number of candidates in error, in all groups. */
            candidates: components["schemas"]["Count"];
            /**
             * @description Whether the values include all candidates. At most 100,000 candidates with different quantity or price are
             *     summed.
             */
            summed: boolean;
            /**
             * @description Time since which every candidate with a problem is counted, if it is within the last two weeks. Earlier
             *     candidates are only included in `lastWeek` and `weekBefore` if they were still open at that time.
             */
            countedSince?: components["schemas"]["Timestamp"];
        };
        /** @description A selection of candidates for which sales orders are created. */
        ProcessBody: {
            selection: components["schemas"]["SelectionData"];
            /**
             * @description `order` (default) adds the other open lines of the same incoming orders. `selection` processes only the selected lines and requires `"release": ["partial"]`.
             * @enum {string}
             */
            scope?: "order" | "selection";
            /** @description Hold reasons to release: candidates on hold for one of them are also processed. `partial` releases no hold; it is required with `"scope": "selection"`. */
            release?: ("release" | "sibling.error" | "sibling.rejected" | "header.incomplete" | "partial")[];
        };
        /** @description Settings of an organisation for creating sales orders from candidates. */
        ProcessSettings: {
            org: components["schemas"]["Reference"];
            schedule: components["schemas"]["Schedule"];
            /** @description Whether candidates with the same product, unit, price, discount and date share an order line. */
            mergeLines: boolean;
            /** @description Time since which new orders are transferred to a receiver. Absent if orders are not transferred. */
            handOverSince?: components["schemas"]["Timestamp"];
            /** @description Document types with a number format other than `{n:06}`. */
            numberPatterns: components["schemas"]["NumberPattern"][];
        };
        /** @description Changes of process settings. Absent fields stay unchanged. */
        ProcessSettingsBody: {
            /** @description Whether the schedule is active. */
            active?: boolean;
            /** @description Schedule as a cron expression (minute, hour, day, month, weekday) in the time zone of the organisation. */
            cron?: string;
            /** @description Time before which no scheduled run starts. Null ends the pause. */
            pausedUntil?: components["schemas"]["NullableTimestamp"];
            /** @description Whether candidates with the same product, unit, price, discount and date share an order line. */
            mergeLines?: boolean;
            /** @description Whether new orders are transferred to a receiver, which confirms or rejects each of them. */
            handOver?: boolean;
            numberPatterns?: components["schemas"]["NumberPatternData"][];
        };
        /** @description A product. Creating it requires name, type and unit. */
        ProductData: {
            code?: components["schemas"]["NullableCode"];
            externalId?: components["schemas"]["NullableCode"];
            name?: components["schemas"]["NullableName"];
            /** @enum {string|null} */
            type?: "ITEM" | "SERVICE" | null;
            uomCode?: components["schemas"]["NullableCode"];
            /**
             * Format: decimal
             * @description Price for a product that this row creates.
             */
            priceStd?: Decimal | null;
            syncAdvise?: components["schemas"]["SyncAdvice"] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description Product price */
        ProductPriceRecord: {
            org?: components["schemas"]["RecordOrg"];
            /** @description Code of the price list */
            priceList: components["schemas"]["CodeOrNumber"];
            /** @description First day of the price list version */
            validFrom: components["schemas"]["CalendarDate"];
            /** @description Code of the product */
            product: components["schemas"]["CodeOrNumber"];
            /** @description Code of the unit */
            uom: components["schemas"]["CodeOrNumber"];
            /**
             * Format: decimal
             * @description Price of one unit; below 0 a credit or a deposit
             */
            price: Decimal;
            /** @description Code of the tax category */
            taxCategory?: components["schemas"]["NullableCode"];
            /** @description Scale prices, each with `fromQuantity` and `price` */
            scales?: {
                /**
                 * Format: decimal
                 * @description Quantity from which the price applies
                 */
                fromQuantity: Decimal;
                /**
                 * Format: decimal
                 * @description Price of one unit
                 */
                price: Decimal;
            }[];
            active?: components["schemas"]["RecordActive"];
        };
        /** @description Product */
        ProductRecord: {
            org?: components["schemas"]["RecordOrg"];
            code: components["schemas"]["RecordCode"];
            externalId?: components["schemas"]["RecordExternalId"];
            /** @description Name */
            name: string;
            /**
             * @description Item or service
             * @default ITEM
             * @enum {string|null}
             */
            type: "ITEM" | "SERVICE" | null;
            /** @description Code of the unit */
            uom: components["schemas"]["CodeOrNumber"];
            /** @description Code of the tax category */
            taxCategory?: components["schemas"]["NullableCode"];
            externalReferences?: components["schemas"]["RecordExternalReferences"];
            /** @description GTINs (EAN, UPC) with 8, 12, 13 or 14 digits, returned with 14. A list replaces the stored one */
            gtins?: (string | Decimal)[];
            active?: components["schemas"]["RecordActive"];
            /** @description Nested records. Absent ones stay unchanged. */
            conversions?: components["schemas"]["UnitConversionRecord"][];
        };
        /** @description Readiness of the server. */
        Ready: {
            /** @example ready */
            status: string;
            /**
             * @description Present if the server is quiet: schedules, webhooks and mail are off, because the database is a copy that was not
             *     activated, or because of `--quiet`.
             * @example true
             */
            quiet?: boolean;
        };
        /** @description A write request as received. */
        ReceivedRequest: components["schemas"]["LoggedRequest"] & {
            /**
             * @description Body, unchanged except for rows of other organisations. These are replaced by empty objects of the same
             *     length, so that all lines and columns are preserved.
             */
            body: string;
            /** @description Number of rows of other organisations that are hidden. Absent if there are none. */
            rowsLeftOut?: number;
        };
        /**
         * @description Whether the record can be used
         * @default true
         */
        RecordActive: boolean | null;
        /** @description Code of the record */
        RecordCode: string | Decimal;
        /** @description Default delivery rule: when goods are delivered */
        RecordDeliveryRule: string | Decimal | null;
        /** @description Default delivery method: how goods are delivered */
        RecordDeliveryViaRule: string | Decimal | null;
        /** @description Id in the sender's system */
        RecordExternalId: string | Decimal | null;
        /** @description Ids in external systems, each with `system` and `id`. A list replaces the stored one */
        RecordExternalReferences: components["schemas"]["ExternalReferenceRecord"][];
        /**
         * @description Code of the organisation that owns the record; * if it is shared by all
         * @default *
         */
        RecordOrg: string | Decimal | null;
        /**
         * @description Default payment rule
         * @enum {string|null}
         */
        RecordPaymentRule: "OnCredit" | "Paypal" | "DirectDebit" | null;
        /** @description Code of the default payment term */
        RecordPaymentTerm: string | Decimal | null;
        /** @description Code of the pricing system */
        RecordPricingSystem: string | Decimal | null;
        /** @description Code of the default shipper */
        RecordShipper: string | Decimal | null;
        /** @description Code of the default warehouse that goods are shipped from */
        RecordWarehouse: string | Decimal | null;
        /** @description A reference to a record by id, code and name. Fields without a value are absent. */
        Reference: {
            id: components["schemas"]["NewId"];
            code?: string;
            name?: string;
        };
        /** @description An existing record that may be meant. */
        ReferenceSuggestion: {
            id: components["schemas"]["Id"];
            /** @description Code, or GLN of a location. */
            code?: string;
            /** @description Name, or address of a location. */
            name?: string;
            /**
             * @description `similarCode`, `similarName`, `recentlyOrdered` (a product of the customer's last orders) or `ofPartner` (another
             *     location or contact of the partner).
             * @example similarCode
             */
            reason: string;
        };
        /** @description A candidate that cannot be changed. */
        RefusedCandidate: {
            candidateId: components["schemas"]["Id"];
            /** @description Reasons. Pointers are relative to the candidate. */
            problems: components["schemas"]["Item"][];
        };
        /** @description A row that was not stored. */
        RejectedRow: {
            /** @description Index of the row in the request, starting at 0. */
            index: number;
            outcome: components["schemas"]["Outcome"];
            externalHeaderId?: string;
            externalLineId?: string;
            /** @description The first 20 errors of the row. */
            errors: components["schemas"]["Item"][];
        };
        /** @description Rejected rows with the same first problem and data source. */
        RejectedRowCause: {
            /** @example product.unknown */
            code: string;
            dataSource?: string;
            rows: components["schemas"]["Count"];
            fellWith: components["schemas"]["Count"];
            senders: components["schemas"]["Count"];
            oldest: components["schemas"]["Timestamp"];
            newest: components["schemas"]["Timestamp"];
            example: components["schemas"]["Id"];
            message: string;
            /** @description Parameters of the list for this group. */
            filter: {
                [key: string]: string;
            };
        };
        /** @description Rejected rows, grouped by cause and data source. */
        RejectedRowCauses: {
            /** @description Largest first, at most 200. */
            items: components["schemas"]["RejectedRowCause"][];
            more: boolean;
            /** @description Number of rows in all groups. */
            rows: components["schemas"]["Count"];
            /** @description Number of rows by status, regardless of the filter `status`. */
            statuses: {
                [key: string]: number;
            };
        };
        /** @description The reason for dismissing a rejected row. */
        RejectedRowDismissal: {
            reason: string;
        };
        /** @description A rejected row, or a body that could not be read. Fields that the row does not contain are absent. */
        RejectedRowEntry: {
            id: components["schemas"]["Id"];
            /** @description `open`, `imported` (by another request), `sentAgain` (here, and imported) or `dismissed`. */
            status: string;
            /** @example 001 */
            orgCode?: string;
            /** @description Internal name. */
            dataSource?: string;
            externalSystemCode?: string;
            /** @example B-1001 */
            externalHeaderId?: string;
            /** @example 1 */
            externalLineId?: string;
            poReference?: string;
            /** @description As sent: code, external id, GLN or name. */
            customer?: string;
            product?: string;
            /**
             * @description Code of the first problem.
             * @example product.unknown
             */
            code: string;
            message?: string;
            /** Format: int32 */
            problemCount: number;
            /**
             * Format: int32
             * @description Number of rows without errors that were rejected together with this one.
             */
            fellWith?: number;
            sender: string;
            /** @description Last request with the row. */
            requestId: components["schemas"]["Id"];
            firstRejectedAt: components["schemas"]["Timestamp"];
            lastRejectedAt: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Number of rejections.
             */
            count: number;
            /** @description True if the entry is a body that could not be read or has no rows. */
            unreadable?: boolean;
            /** @description True if only the beginning of the row is stored. */
            cut?: boolean;
            candidateId?: components["schemas"]["Id"];
            closedAt?: components["schemas"]["Timestamp"];
            closedBy?: string;
            reason?: string;
            /** @description Row as sent, at most 64 KiB. For an unreadable body, its beginning. Only if read individually. */
            row?: string;
            /** @description Problems with line and column in `row`. Only if read individually. */
            problems?: components["schemas"]["Item"][];
        };
        /** @description A filter of rejected rows, with the parameters of the list. */
        RejectedRowFilter: {
            org?: string;
            dataSource?: string;
            cause?: string;
            q?: string;
            from?: string;
            to?: string;
        };
        /** @description A page of rejected rows. */
        RejectedRowPage: {
            items: components["schemas"]["RejectedRowEntry"][];
            /** @description Cursor of the next page for `after`. Absent on the last page. */
            next?: string;
        };
        /** @description The reason for dismissing open rejected rows, and either their ids or a filter. */
        RejectedRowsDismissal: {
            reason: string;
            ids?: (number | string)[];
            filter?: components["schemas"]["RejectedRowFilter"];
        };
        /** @description An order that would not be created, or would have fewer lines, without a release. */
        ReleasedOrder: {
            /**
             * @description Reason why some of its candidates are on hold.
             * @example header.incomplete
             */
            hold: string;
            /**
             * @description Index of the order in `orders`, starting at 0. Absent if the reason is not released or the order is not
             *     included there.
             */
            index?: number;
            order: components["schemas"]["PlannedOrderHead"];
        };
        /** @description A problem that candidates would still have after an edit. */
        RemainingProblem: {
            /** @example price.none */
            code: string;
            /** @description Number of candidates that would have the problem. A candidate counts once for each of its problems. */
            candidates: components["schemas"]["Count"];
        };
        /** @description A tax that was removed from a price. */
        RemovedTax: {
            taxCode: string;
            /** @description Tax rate in percent. */
            rate: components["schemas"]["Decimal"];
        };
        /** @description A page of the request log, newest first. */
        RequestPage: {
            items: components["schemas"]["LoggedRequest"][];
            /** @description Cursor of the next page for `after`. Absent on the last page. */
            next?: components["schemas"]["Id"];
        };
        /** @description Deliveries to send again. */
        ResendBody: {
            /** @description Start time: all events sent since then are sent again, each once. */
            since: components["schemas"]["Timestamp"];
        };
        /** @description Sales order of a candidate. */
        ResultOrder: {
            /** @description Null in a dry run for a new record. */
            salesOrderId: components["schemas"]["SalesOrderId"] | null;
            documentNo?: string;
            /** @description In a dry run: index of the order in `orders`, starting at 0. Absent if the order is not included there. */
            index?: number;
            /** Format: int64 */
            line: number;
            /** @description Field whose value differs from the previous order, if one incoming order became several sales orders. */
            splitBy?: string;
        };
        /** @description A row that was stored as a candidate. */
        ResultRow: {
            productDescription?: string;
            description?: string;
            id: components["schemas"]["NewId"];
            /** @description Status: `new`, `error`, `processed` or `inactive`. */
            status: string;
            externalHeaderId: string;
            externalLineId: string;
            poReference: string;
            org: components["schemas"]["Reference"];
            dataSourceId: components["schemas"]["Id"];
            dataSourceInternalName?: string;
            /** @description Code of the external system of the row. */
            externalSystemCode?: string;
            dataDestId: components["schemas"]["Id"];
            dataDestInternalName?: string;
            bpartner?: components["schemas"]["PartnerBlock"];
            /** @description Bill partner; the buyer by default. */
            billBPartner?: components["schemas"]["PartnerBlock"];
            dropShipBPartner?: components["schemas"]["PartnerBlock"];
            handOverBPartner?: components["schemas"]["PartnerBlock"];
            dateOrdered: components["schemas"]["CalendarDate"];
            /** @description `dateRequired` of the row. */
            datePromised?: components["schemas"]["CalendarDate"];
            presetDateInvoiced?: components["schemas"]["CalendarDate"];
            presetDateShipped?: components["schemas"]["CalendarDate"];
            /** Format: int64 */
            line?: number;
            /** Format: int64 */
            headerLineCount?: number;
            productId?: components["schemas"]["NewId"];
            productCode?: string;
            productName?: string;
            qty: components["schemas"]["Decimal"];
            uomId?: components["schemas"]["Id"];
            uomCode?: string;
            /** @description Pricing system of the row, otherwise of the bill partner, its group or the organisation. */
            pricingSystemId?: components["schemas"]["Id"];
            pricingSystemCode?: string;
            /** @description Price per unit before discount: the manual price, otherwise the list price. 0 if the line is free of charge. */
            price?: components["schemas"]["Decimal"];
            /** @description Whether the line is free of charge. */
            isWithoutCharge?: boolean;
            /** @description Reason why the line is free of charge. */
            reason?: string;
            /** @description Price sent with a line that is free of charge. */
            value?: components["schemas"]["Decimal"];
            currencyCode?: string;
            /** @description Discount in percent. */
            discount: components["schemas"]["Decimal"];
            orderDocType?: string;
            invoiceDocType?: components["schemas"]["InvoiceDocumentType"];
            paymentRule?: string;
            paymentTerm?: components["schemas"]["Reference"];
            shipper?: components["schemas"]["Reference"];
            salesPartner?: components["schemas"]["Reference"];
            warehouseId?: components["schemas"]["Id"];
            warehouseCode?: string;
            warehouseDestId?: components["schemas"]["Id"];
            warehouseDestCode?: string;
            deliveryRule?: string;
            deliveryViaRule?: string;
            promotionCode?: string;
            /** @description Custom properties, as sent. */
            extendedProps?: {
                [key: string]: unknown;
            };
            outcome: components["schemas"]["Outcome"];
            /** @description Problems that prevent a sales order. Pointers are relative to the candidate. */
            problems: components["schemas"]["Item"][];
            /** @description Problems that do not prevent a sales order. */
            warnings: components["schemas"]["Item"][];
            /** @description Master data records that were created for this row. */
            created: components["schemas"]["CreatedRecord"][];
        };
        /** @description A partner with location and contact. */
        RoleNames: {
            bpartner: components["schemas"]["Reference"];
            location?: components["schemas"]["Reference"];
            contact?: components["schemas"]["Reference"];
        };
        /** @description Options for the replacement of the secret. */
        RotateBody: {
            /** @description Hours during which requests are also signed with the previous secret. Default: 24, at most 720. */
            keepOldFor?: number;
        };
        /** @description A new secret of a webhook. */
        RotatedSecret: {
            /** @description New secret that signs the requests. No other response contains it. */
            secret: string;
            /** @description Time until which requests are also signed with the previous secret. */
            oldValidUntil: components["schemas"]["Timestamp"];
        };
        /**
         * @description A run: of the process `C_OLCand process to C_OrderLines`, or one that re-validates or edits candidates, undoes
         *     another run or maps unresolved references.
         */
        Run: {
            id: components["schemas"]["Id"];
            /** @description Kind of run: `process`, `revalidate`, `edit`, `undo` or `map`. */
            kind: string;
            /** @description Id of the run that this run undoes. Absent unless `kind` is `undo`. */
            undoes?: components["schemas"]["Id"];
            /** @description Id of the run that undoes this run. Absent if there is none or it was interrupted. */
            undoneBy?: components["schemas"]["Id"];
            /** @description Trigger of the run: `schedule`, `call` (an API request) or `command` (the command line). */
            trigger: string;
            /** @description State of the run: `queued`, `running`, `done`, `stopped` or `failed`. */
            state: string;
            /** @description True if the run has been requested to stop and has not ended yet. Absent otherwise. */
            stopRequested?: boolean;
            /** @description Name of the access token or user that started the run, or `cli` or `scheduler`. */
            actor: string;
            /** @description Released hold reasons: `release`, `sibling.error`, `sibling.rejected`, `header.incomplete`; `partial` for single lines. */
            release?: string[];
            queuedAt: components["schemas"]["Timestamp"];
            startedAt?: components["schemas"]["Timestamp"];
            finishedAt?: components["schemas"]["Timestamp"];
            /**
             * @description Number of candidates to process. Lines of the same incoming orders that arrive during the run are processed as
             *     well.
             */
            total: components["schemas"]["Count"];
            counts: components["schemas"]["RunCounts"];
        };
        /** @description Counts of a run. `selected` is the sum of `processed`, `stayed` and `failed`. */
        RunCounts: {
            /** @description Number of candidates that the run examined. */
            selected: components["schemas"]["Count"];
            /**
             * @description Number of candidates that were not selected themselves, but added because they belong to the same incoming
             *     orders.
             */
            added: components["schemas"]["Count"];
            /**
             * @description Number of candidates that are now in an order. For an edit: changed candidates. For an undo: restored
             *     candidates.
             */
            processed: components["schemas"]["Count"];
            /** @description Number of orders that were created. For an undo: orders that were voided. */
            orders: components["schemas"]["Count"];
            /** @description Number of candidates that are on hold, were not eligible for the run, or were not changed by an edit. */
            stayed: components["schemas"]["Count"];
            /** @description Number of candidates that cannot become an order line or could not be edited. For an undo: skipped candidates. */
            failed: components["schemas"]["Count"];
        };
        /** @description A page of runs, newest first. */
        RunPageAnswer: {
            items: components["schemas"]["Run"][];
            /** @description Cursor of the next page for `after`. Absent on the last page. */
            next?: string;
        };
        /** @description Result of a run for one candidate. */
        RunResult: {
            candidateId: components["schemas"]["Id"];
            /**
             * @description `ordered`, `held` (on hold, without a problem), `failed` or `passed` (not eligible for the run). For an edit:
             *     `changed`, `unchanged` or `failed`. For an undo: `changed` (restored) or `failed` (skipped).
             */
            outcome: string;
            order?: components["schemas"]["ResultOrder"];
            /**
             * @description Reason why the candidate is on hold.
             * @example header.incomplete
             */
            hold?: string;
            /** @description Description of `hold`, in the requested language. */
            holdMessage?: string;
            /**
             * @description Problems that prevent the candidate from becoming an order line or from being edited. Pointers are relative to
             *     the candidate.
             */
            problems?: components["schemas"]["Item"][];
            /** @description Status of the candidate before the run, if the outcome is `passed`. */
            status?: string;
            warnings?: components["schemas"]["Item"][];
            /**
             * @description External header id of the sender. Only in a dry run, for a candidate that would not become an order line.
             *     Absent if the sender used a flat id.
             */
            externalHeaderId?: string;
            /**
             * @description Customer's order reference. Like `bpartner`, only in a dry run, for a candidate that would not become an order
             *     line.
             */
            poReference?: string;
            bpartner?: components["schemas"]["PartnerBlock"];
        };
        /** @description A page of the results of a run, by candidate. */
        RunResultPageAnswer: {
            items: components["schemas"]["RunResult"][];
            /** @description Cursor of the next page for `after`. Absent on the last page. */
            next?: string;
        };
        /** @description Record id of a sales order, as a string. */
        SalesOrderId: string;
        /** @description A saved view: filters, sort order and columns of a list. */
        SavedView: {
            id: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Version of the view. Incremented by each change.
             */
            version: number;
            name: string;
            /** @description Whether other users with access to the same organisations can see the view. */
            shared: boolean;
            /** @description Name of the owner. */
            owner: string;
            /** @description Whether the caller is the owner. */
            own: boolean;
            /**
             * @description Whether the caller can change the view. Users can change their own views; administrators can also change
             *     shared views.
             */
            changeable: boolean;
            /** @description Whether this is the default view of the caller. */
            default: boolean;
            /** @description List that the view applies to: `candidates` or `headers`. */
            list: string;
            /**
             * @description Filters and `sort`, in the format of the list's query string.
             * @example status=error&bpartner=G0001&sort=-createdAt
             */
            query: string;
            /** @description Columns in display order. An empty list leaves the columns unchanged. */
            columns: components["schemas"]["SavedViewColumn"][];
            createdAt: components["schemas"]["Timestamp"];
            changedAt: components["schemas"]["Timestamp"];
        };
        /** @description A saved view of a list. In a change, absent fields stay unchanged and null clears a field. */
        SavedViewBody: {
            /** @description Version that was read. Required for changes only. */
            version?: number;
            /**
             * @description Name, unique among the views of the owner and not case-sensitive. Required for a new view.
             * @example Late
             */
            name?: string;
            /** @description Whether users of the same organisations can use the view. Default: false. */
            shared?: boolean;
            /**
             * @description List of candidates or of incoming orders. Default: candidates.
             * @enum {string}
             */
            list?: "candidates" | "headers";
            /**
             * @description Filters and `sort`, as in the query string of the list.
             * @example status=error&bpartner=G0001&sort=-createdAt
             */
            query?: string | null;
            columns?: components["schemas"]["SavedViewColumnData"][] | null;
        };
        /** @description A column of a list. */
        SavedViewColumn: {
            name: string;
            /**
             * Format: int32
             * @description Width in pixels. Absent for the default width.
             */
            width?: number;
            pinned: boolean;
            hidden: boolean;
        };
        /** @description A column of a list. */
        SavedViewColumnData: {
            /** @description Name of the column in the order desk. */
            name: components["schemas"]["CodeOrNumber"];
            /** @description Width in pixels. Default: the standard width. */
            width?: number;
            /** @description Whether the column stays visible while the others scroll. */
            pinned?: boolean;
            hidden?: boolean;
        };
        /** @description The saved views that the caller can use. */
        SavedViewList: {
            /** @description Views of the caller, then shared views of other users, each sorted by name. */
            items: components["schemas"]["SavedView"][];
        };
        /** @description Schedule of the runs. */
        Schedule: {
            active: boolean;
            /**
             * @description Cron expression (minute, hour, day, month, weekday) in the time zone of the organisation.
             * @example * * * * *
             */
            cron: string;
            /** @description Time before which no scheduled run starts. */
            pausedUntil?: components["schemas"]["Timestamp"];
            /** @description Time of the last scheduled run, including runs without work. */
            lastRunAt?: components["schemas"]["Timestamp"];
            /** @description Time at which the next incoming order completes its settle time, if nothing else keeps it on hold. */
            dueAt?: components["schemas"]["Timestamp"];
            nextRuns: string[];
        };
        /** @description A selection of candidates. */
        SelectionBody: {
            selection: components["schemas"]["SelectionData"];
        };
        /** @description A selection: exactly one of `ids`, `filter`, or `dataSource` with `externalHeaderId`. Unknown fields are rejected. */
        SelectionData: {
            /** @description Record ids of the candidates, at most 10,000. */
            ids?: (number | string)[];
            filter?: components["schemas"]["SelectionFilterData"];
            /** @description Record ids of candidates to leave out. Requires `filter`. If whole incoming orders are selected, the incoming orders of these candidates are left out. */
            exclude?: (number | string)[];
            /** @description Data source by internal name, record id or identifier string. */
            dataSource?: components["schemas"]["CodeOrNumber"];
            /** @description Header id or flat external id of the sender. An incoming order that was sent without an external system takes precedence. Otherwise the incoming orders of all systems with this id are selected; to select one, use `filter` with `externalSystem`. */
            externalHeaderId?: components["schemas"]["CodeOrNumber"];
        };
        /** @description Filter of candidates, with at least one parameter of the list. */
        SelectionFilterData: {
            /** @description Statuses, separated by commas: `new`, `error`, `processed`, `inactive`. Default: all. */
            status?: string | ("new" | "error" | "processed" | "inactive")[];
            /** @description Data source by internal name, record id or identifier string. */
            dataSource?: components["schemas"]["CodeOrNumber"];
            /** @description Code of the external system that was sent. */
            externalSystem?: components["schemas"]["CodeOrNumber"];
            /** @description Organisation code. */
            org?: components["schemas"]["CodeOrNumber"];
            /** @description Code of the buyer. */
            bpartner?: components["schemas"]["CodeOrNumber"];
            /** @description Product code. */
            product?: components["schemas"]["CodeOrNumber"];
            /** @description Header id of the sender. */
            externalHeaderId?: components["schemas"]["CodeOrNumber"];
            /** @description Earliest required date, inclusive. */
            dateRequiredFrom?: components["schemas"]["CalendarDate"];
            /** @description Latest required date, inclusive. */
            dateRequiredTo?: components["schemas"]["CalendarDate"];
            /** @description Earliest creation time, inclusive: a date (in UTC) or a timestamp. */
            createdFrom?: components["schemas"]["CodeOrNumber"];
            /** @description Latest creation time: a date (in UTC), inclusive, or a timestamp, exclusive. */
            createdTo?: components["schemas"]["CodeOrNumber"];
            /** @description Search words, not case-sensitive; all must match. A word of at least 3 characters matches parts of a reference, or of the code, name, town or postal code of a partner or product. Shorter words and ids of the sender match from the start. */
            q?: components["schemas"]["CodeOrNumber"];
            /** @description Problem code. Matches candidates that have this problem. */
            problem?: components["schemas"]["CodeOrNumber"];
            /** @description Cause of the problem, as in the problem groups. Requires `problem`. */
            cause?: components["schemas"]["CodeOrNumber"];
            /**
             * @description Hold reason of the candidate.
             * @enum {string}
             */
            hold?: "waiting" | "destination" | "release" | "sibling.error" | "sibling.rejected" | "header.incomplete" | "header.settling" | "order.voided";
            /** @description Waiting for the customer until this date or later. */
            waitingUntilFrom?: components["schemas"]["CalendarDate"];
            /** @description Waiting for the customer until this date or earlier, but after today. */
            waitingUntilTo?: components["schemas"]["CalendarDate"];
            /** @description User name of the assignee; `me` for the caller, `none` for unassigned candidates. */
            assignedTo?: components["schemas"]["CodeOrNumber"];
            /** @description Record ids of candidates: in a query separated by commas, in a selection at most 10,000. Matches all candidates of their incoming orders. */
            headerOf?: (number | string)[];
            /** @description Whether the incoming order has attachments. */
            hasAttachment?: boolean;
            /** @description Whether a run started now would skip the candidate because it is on hold. */
            held?: boolean;
            /** @description Whether the candidate has comments. */
            hasComments?: boolean;
            /**
             * Format: int64
             * @description Stored request that imported the candidates: their `requestId`.
             */
            requestId?: number | string;
            /**
             * Format: int64
             * @description Spreadsheet draft that imported the candidates.
             */
            importDraft?: number | string;
            /**
             * Format: int64
             * @description Id of a run that has a result for the candidate. Scheduled runs store results of changed candidates only.
             */
            runId?: number | string;
            /**
             * @description Result of the run for the candidate. Requires `runId`.
             * @enum {string}
             */
            outcome?: "ordered" | "held" | "failed" | "passed" | "changed" | "unchanged";
            /** @description Order reference of the customer. */
            poReference?: components["schemas"]["CodeOrNumber"];
            /** @description Promotion code. Any code is accepted. */
            promotionCode?: components["schemas"]["CodeOrNumber"];
            /** @description Id of an unresolved reference. Matches the lines with this reference. */
            unresolvedReference?: components["schemas"]["CodeOrNumber"];
            /** @description Record ids of candidates to leave out. */
            exclude?: (number | string)[];
        };
        /** @description The seller of a sales order, from the letterhead of the organisation. */
        Seller: {
            name: string;
            address1?: string;
            address2?: string;
            postal?: string;
            city?: string;
            countryCode?: string;
            vatId?: string;
            phone?: string;
            email?: string;
            /** @description Lines at the end of printed orders. */
            footer?: string;
        };
        /** @description Result of a resend. */
        SentAgain: {
            /** @description Number of deliveries that are sent again. */
            deliveries: components["schemas"]["Count"];
        };
        /** @description A key with which a row names a record. */
        SentKey: {
            /**
             * @description `code`, `externalId`, `gln`, `id`, `name` or `address`.
             * @example code
             */
            key: string;
            /** @example KAF-1KG */
            value: string;
        };
        /** @description A session of a user. */
        Session: {
            /** @description User name, as recorded in histories. */
            user: string;
            /** @description Role: `viewer`, `clerk` or `administrator`. */
            role: string;
            /**
             * @description Scopes of the user.
             * @example [
             *       "candidates:write",
             *       "candidates:read"
             *     ]
             */
            scopes: string[];
            /** @description Organisations whose candidates the user can change. The first is the default for rows without an organisation. */
            organisations: components["schemas"]["Reference"][];
            /** @description Value of the header `X-CSRF-Token`, which every request except GET requires. */
            csrfToken: string;
            /** @description Expiry of the session. Extended by use, to at most seven days after signing in. */
            expiresAt: components["schemas"]["Timestamp"];
        };
        /** @description Shipper */
        ShipperRecord: {
            org?: components["schemas"]["RecordOrg"];
            code: components["schemas"]["RecordCode"];
            externalId?: components["schemas"]["RecordExternalId"];
            /** @description Name */
            name?: components["schemas"]["NullableName"];
            active?: components["schemas"]["RecordActive"];
        };
        /** @description Candidates of a data source today, compared with the usual number. */
        SourceDay: {
            dataSource: components["schemas"]["IntakeSourceName"];
            /** @description Time at which the last candidate was received. */
            last?: components["schemas"]["NullableTimestamp"];
            /** @description Number of candidates received today. */
            today: components["schemas"]["Count"];
            /**
             * Format: int64
             * @description Usual number of candidates up to this time of day: the median of the same weekday in the last four weeks, or
             *     since the data source began to send. Null if it has never sent on this weekday.
             */
            usualByNow?: number | null;
            /**
             * Format: int64
             * @description Usual number of candidates of the whole day, calculated in the same way.
             */
            usual?: number | null;
            /**
             * @description Whether fewer than half of the usual candidates were received so far. Always false if fewer than five are
             *     usual.
             */
            quiet: boolean;
        };
        /** @description A column of the sheet. */
        SpreadsheetColumn: {
            /**
             * Format: int32
             * @description Column number, from 0.
             */
            column: number;
            /**
             * @description Letters of the column.
             * @example AB
             */
            letters: string;
            /** @description Name by which a mapping refers to the column: its header if that is unique, otherwise its letters in brackets. */
            name: string;
            header: string;
            /** @description Number of cells with content. */
            filled: components["schemas"]["Count"];
            /** @description The first different values, at most three. */
            samples: components["schemas"]["SpreadsheetSample"][];
            /** @description Path of the member that the column is mapped to. */
            member?: string;
        };
        /** @description Structure of the file. */
        SpreadsheetFile: {
            /** @description `csv`, `xlsx` or `ods`. */
            kind: string;
            /** @description Encoding of a text file, for example `windows-1252`. */
            encoding?: string;
            /** @description Character between the fields of a text file. */
            delimiter?: string;
            sheets: components["schemas"]["SpreadsheetSheet"][];
            /** @description Name of the imported sheet; empty for a text file. */
            sheet: string;
            /**
             * Format: int32
             * @description Row number of the column names; 0 if the sheet has none.
             */
            headerRow: number;
            /**
             * Format: int32
             * @description Row number of the first row with data.
             */
            firstRow: number;
            /** @description Number of rows from `firstRow` on. */
            rows: components["schemas"]["Count"];
            /** @description Number of rows that the spreadsheet program does not show. */
            hiddenRows: components["schemas"]["Count"];
            /** @description Number of cells that have the value of a merged cell. */
            mergedCells: components["schemas"]["Count"];
        };
        /** @description Settings of a file. Absent settings are detected. */
        SpreadsheetFileSettings: {
            /**
             * @description Name of the sheet.
             * @example Orders
             */
            sheet?: string | null;
            /**
             * Format: int32
             * @description Row number of the column names, from 1; 0 if the sheet has none.
             */
            headerRow?: number | null;
            /**
             * Format: int32
             * @description Row number of the first row with data.
             */
            firstRow?: number | null;
            /** @description Encoding of a text file: `utf-8`, `utf-16le`, `utf-16be` or `windows-1252`. */
            encoding?: string | null;
            /** @description Character between the fields of a text file: `;`, `,`, a tab or `|`. */
            delimiter?: string | null;
            /** @description Decimal sign of numbers that are stored as text: `,` or `.`. */
            decimalSign?: string | null;
            /** @description Order of day and month in dates that are stored as text: `dmy` or `mdy`. */
            dateOrder?: string | null;
            /** @description Rows that the spreadsheet program does not show: `import` or `skip`. */
            hiddenRows?: string | null;
        };
        /** @description Mapping of the columns of a sheet to members of order candidates. */
        SpreadsheetMapping: {
            file: components["schemas"]["SpreadsheetFileSettings"];
            /** @description Sources by path of the member, for example `bpartner.bpartner.code`. */
            members: {
                [key: string]: components["schemas"]["SpreadsheetMemberSource"];
            };
        };
        /** @description A change of the mapping. */
        SpreadsheetMappingChange: {
            file?: components["schemas"]["SpreadsheetFileSettings"] | null;
            /** @description Replaces the sources of all members, by path; null returns to the proposal. */
            members?: {
                [key: string]: components["schemas"]["SpreadsheetMemberSource"];
            } | null;
        };
        /**
         * @description Source of a member: one or several columns, a constant, or a number. A text is split, padded, joined and replaced, in
         *     this order.
         */
        SpreadsheetMemberSource: {
            /**
             * @description Name of the column, or its letters in brackets.
             * @example Menge
             */
            column?: string | null;
            /** @description Columns whose texts are joined. */
            columns?: string[];
            /** @description Text between joined texts. Default: a space. */
            join?: string | null;
            split?: components["schemas"]["SpreadsheetTextPart"] | null;
            /**
             * Format: int32
             * @description Minimum number of characters; a shorter text is padded with leading zeros.
             */
            pad?: number | null;
            /** @description Values that are replaced. Upper and lower case are not distinguished. */
            values?: {
                [key: string]: string;
            };
            /** @description Value of every row. */
            constant?: string | null;
            /** @description Value of rows in which the columns are empty. */
            default?: string | null;
            /** @description The rows of each incoming order are numbered from 1. Only for `externalLineId`. */
            numbered?: boolean;
        };
        /** @description A decision that is not guessed. */
        SpreadsheetQuestion: {
            /**
             * @description `sheet`, `headerRow`, `firstRow`, `delimiter`, `decimalSign`, `dateOrder`, `hiddenRows`, `uncertainColumn`,
             *     `severalColumns` or `missingMember`.
             */
            kind: string;
            /**
             * @description Path of the setting in `mapping`.
             * @example file.dateOrder
             */
            setting: string;
            /** @description The question in English. */
            text: string;
            /** @description Possible values; empty if there are too many. */
            choices: string[];
            samples: components["schemas"]["SpreadsheetSample"][];
        };
        /** @description A value of the sheet. */
        SpreadsheetSample: {
            /** @example B7 */
            cell: string;
            text: string;
        };
        /** @description A sheet of a workbook. */
        SpreadsheetSheet: {
            name: string;
            hidden: boolean;
        };
        /** @description Numbers of rows that are not imported. */
        SpreadsheetSkippedRows: {
            /** @description Rows that the spreadsheet program does not show. */
            hidden: components["schemas"]["Count"];
            /** @description Rows with a sum and without product. */
            subtotals: components["schemas"]["Count"];
            /** @description Rows that repeat the column names. */
            headers: components["schemas"]["Count"];
            /** @description Rows in which all mapped columns are empty. */
            unmapped: components["schemas"]["Count"];
            /** @description Numbers of the first skipped rows. */
            first: number[];
        };
        /** @description One part of a text that contains a separator. */
        SpreadsheetTextPart: {
            /** @description Separator. */
            at: string;
            /** @description Number of the part, from 1. */
            part: components["schemas"]["Count"];
        };
        /** @description Counts of the sheet. */
        SpreadsheetTotals: {
            /** @description Rows to import. */
            rows: components["schemas"]["Count"];
            /** @description Incoming orders of these rows. */
            orders: components["schemas"]["Count"];
            /** @description Rows with cells that cannot be read. */
            unreadable: components["schemas"]["Count"];
            /** @description Edited cells. */
            edited: components["schemas"]["Count"];
            skipped: components["schemas"]["SpreadsheetSkippedRows"];
        };
        /** @description Number of candidates by current status. */
        StatusCounts: {
            new: components["schemas"]["Count"];
            error: components["schemas"]["Count"];
            processed: components["schemas"]["Count"];
            inactive: components["schemas"]["Count"];
        };
        /** @description Business partner group */
        StoredBusinessPartnerGroupRecord: {
            /** @description Record id. */
            id: number;
            version: components["schemas"]["StoredRecordVersion"];
            org?: components["schemas"]["StoredRecordOrg"];
            /** @description Name */
            name: string;
            /** @description Code of the pricing system */
            pricingSystem?: string;
            paymentRule?: components["schemas"]["StoredRecordPaymentRule"];
            paymentTerm?: components["schemas"]["StoredRecordPaymentTerm"];
            /** @description Code of the default shipper */
            shipper?: string;
            warehouse?: components["schemas"]["StoredRecordWarehouse"];
            deliveryRule?: components["schemas"]["StoredRecordDeliveryRule"];
            deliveryViaRule?: components["schemas"]["StoredRecordDeliveryViaRule"];
            active?: components["schemas"]["StoredRecordActive"];
        };
        /** @description Business partner product */
        StoredBusinessPartnerProductRecord: {
            /** @description Record id. */
            id: number;
            version: components["schemas"]["StoredRecordVersion"];
            org?: components["schemas"]["StoredRecordOrg"];
            /** @description Code of the partner */
            bpartner: string;
            /** @description Code of the product */
            product: string;
            /** @description Number that the partner uses for the product */
            number: string;
            /** @description Name that the partner uses for the product */
            description?: string;
            active?: components["schemas"]["StoredRecordActive"];
        };
        /** @description Business partner */
        StoredBusinessPartnerRecord: {
            /** @description Record id. */
            id: number;
            version: components["schemas"]["StoredRecordVersion"];
            org?: components["schemas"]["StoredRecordOrg"];
            /** @description Code of the record */
            code: string;
            /** @description Id in the sender's system */
            externalId?: string;
            /** @description Name */
            name: string;
            /** @description Second name */
            name2?: string;
            /** @description Third name */
            name3?: string;
            /** @description Name of the company */
            companyName?: string;
            /** @description Name of the partner group */
            group?: string;
            /** @description Phone number */
            phone?: string;
            /** @description Language */
            language?: string;
            /** @description Web page */
            url?: string;
            /** @description Second web page */
            url2?: string;
            /** @description Third web page */
            url3?: string;
            /** @description Global id */
            globalId?: string;
            /** @description VAT id */
            vatId?: string;
            /** @description Code of the parent partner */
            parent?: string;
            /** @description Whether the partner is a customer */
            customer?: boolean;
            /** @description Whether the partner is a vendor */
            vendor?: boolean;
            /** @description Invoice rule */
            invoiceRule?: string;
            /** @description Code of the partner as a sales partner */
            salesCode?: string;
            /** @description Whether the partner is exempt from tax */
            taxExempt?: boolean;
            /** @description Code of the pricing system */
            pricingSystem?: string;
            paymentRule?: components["schemas"]["StoredRecordPaymentRule"];
            paymentTerm?: components["schemas"]["StoredRecordPaymentTerm"];
            /** @description Code of the default shipper */
            shipper?: string;
            warehouse?: components["schemas"]["StoredRecordWarehouse"];
            deliveryRule?: components["schemas"]["StoredRecordDeliveryRule"];
            deliveryViaRule?: components["schemas"]["StoredRecordDeliveryViaRule"];
            externalReferences?: components["schemas"]["StoredRecordExternalReferences"];
            active?: components["schemas"]["StoredRecordActive"];
            locations?: components["schemas"]["StoredBusinessPartnerRecordLocations"][];
            contacts?: components["schemas"]["StoredBusinessPartnerRecordContacts"][];
        };
        /** @description Contact */
        StoredBusinessPartnerRecordContacts: {
            /** @description Record id. */
            id: number;
            version: components["schemas"]["StoredRecordVersion"];
            /** @description Code of the organisation that owns the record; that of the parent record if absent */
            org?: string;
            /** @description Id in the sender's system */
            externalId?: string;
            /** @description Code of the record */
            code?: string;
            /** @description Name */
            name: string;
            /** @description Greeting */
            greeting?: string;
            /** @description First name */
            firstName?: string;
            /** @description Last name */
            lastName?: string;
            /** @description E-mail address */
            email?: string;
            /** @description Phone number */
            phone?: string;
            /** @description Mobile phone number */
            mobilePhone?: string;
            /** @description Fax */
            fax?: string;
            /** @description Description */
            description?: string;
            /** @description Whether the contact wants the newsletter */
            newsletter?: boolean;
            /** @description Whether it is the default contact of the partner */
            defaultContact?: boolean;
            /** @description Whether it is the default contact for shipments */
            shipToDefault?: boolean;
            /** @description Whether it is the default contact for invoices */
            billToDefault?: boolean;
            /** @description Whether it is a sales contact */
            sales?: boolean;
            /** @description Whether it is the default sales contact */
            salesDefault?: boolean;
            /** @description Whether it is a purchase contact */
            purchase?: boolean;
            /** @description Whether it is the default purchase contact */
            purchaseDefault?: boolean;
            /** @description Whether it is a subject-matter contact */
            subjectMatter?: boolean;
            externalReferences?: components["schemas"]["StoredRecordExternalReferences"];
            active?: components["schemas"]["StoredRecordActive"];
        };
        /** @description Location */
        StoredBusinessPartnerRecordLocations: {
            /** @description Record id. */
            id: number;
            version: components["schemas"]["StoredRecordVersion"];
            /** @description Code of the organisation that owns the record; that of the parent record if absent */
            org?: string;
            /** @description Id in the sender's system */
            externalId?: string;
            /** @description Global location number */
            gln?: string;
            /** @description Name */
            name?: string;
            /** @description Name of the partner at this address */
            bpartnerName?: string;
            /** @description Address, first line */
            address1?: string;
            /** @description Address, second line */
            address2?: string;
            /** @description Address, third line */
            address3?: string;
            /** @description Address, fourth line */
            address4?: string;
            /** @description Post-office box */
            poBox?: string;
            /** @description Postal code */
            postal?: string;
            /** @description City */
            city?: string;
            /** @description District */
            district?: string;
            /** @description Region */
            region?: string;
            /** @description Two-letter code of the country */
            country: string;
            /** @description Whether goods can be shipped to the location */
            shipTo?: boolean;
            /** @description Whether it is the default ship-to location; true for the first location of a new partner */
            shipToDefault?: boolean;
            /** @description Whether invoices can be sent to the location */
            billTo?: boolean;
            /** @description Whether it is the default bill-to location; true for the first location of a new partner */
            billToDefault?: boolean;
            externalReferences?: components["schemas"]["StoredRecordExternalReferences"];
            active?: components["schemas"]["StoredRecordActive"];
            /** @description Record id of the linked postal code. Absent if none matches. Ignored in requests. */
            readonly postalCodeId?: number;
        };
        /** @description Stored bytes and their limits. */
        StoredBytes: {
            /** @description Disks of the server that sent the response. */
            disks: components["schemas"]["DiskSpace"][];
            /** @description Organisations of the caller that have stored files or requests. */
            organisations: components["schemas"]["OrganisationStorage"][];
        };
        /** @description Country */
        StoredCountryRecord: {
            /** @description Record id. */
            id: number;
            version: components["schemas"]["StoredRecordVersion"];
            /** @description Two-letter code (ISO 3166-1) */
            code: string;
            /** @description Name */
            name: string;
            active?: components["schemas"]["StoredRecordActive"];
        };
        /** @description Cross-reference */
        StoredCrossReferenceRecord: {
            /** @description Record id. */
            id: number;
            version: components["schemas"]["StoredRecordVersion"];
            org?: components["schemas"]["StoredRecordOrg"];
            /** @description Internal name of the data source whose rows contain the value; all data sources if absent */
            dataSource?: string;
            /** @description Code of the buyer whose rows contain the value; all buyers if absent. For a location or contact, the partner that it belongs to (required) */
            bpartner?: string;
            /**
             * @description Kind of the target
             * @enum {string}
             */
            kind: "bpartner" | "location" | "contact" | "product" | "uom" | "shipper" | "paymentTerm" | "warehouse";
            /**
             * @description Field of the row that contains the value
             * @enum {string}
             */
            member?: "any" | "code" | "externalId" | "gln";
            /** @description Value as rows contain it */
            value: string;
            /** @description Code of the partner, for kind `bpartner` */
            targetBpartner?: string;
            /** @description `externalId` or `gln` of the location, otherwise `int-` and its id, for kind `location` */
            targetLocation?: string;
            /** @description `externalId` of the contact, otherwise `int-` and its id, for kind `contact` */
            targetContact?: string;
            /** @description Code of the product, for kind `product` */
            targetProduct?: string;
            /** @description Code of the unit, for kind `uom` */
            targetUom?: string;
            /** @description Code of the shipper, for kind `shipper` */
            targetShipper?: string;
            /** @description Code of the payment term, for kind `paymentTerm` */
            targetPaymentTerm?: string;
            /** @description Code of the warehouse, for kind `warehouse` */
            targetWarehouse?: string;
            /** @description Note */
            note?: string;
            active?: components["schemas"]["StoredRecordActive"];
            /** @description Number of imported rows that used it. Absent for shared records, unless the caller can access all organisations. */
            readonly useCount?: number;
            /**
             * Format: date-time
             * @description Time of the last import that used it. Absent if `useCount` is absent or 0.
             */
            readonly lastUsedAt?: string;
            /** @description Actor that created it. Ignored in requests. */
            readonly createdBy?: string;
        };
        /** @description Currency */
        StoredCurrencyRecord: {
            /** @description Record id. */
            id: number;
            version: components["schemas"]["StoredRecordVersion"];
            /** @description Three-letter code (ISO 4217) */
            code: string;
            /** @description Name */
            name: string;
            /** @description Decimal places of an amount */
            precision?: number;
            active?: components["schemas"]["StoredRecordActive"];
        };
        /** @description Data source */
        StoredDataSourceRecord: {
            /** @description Record id. */
            id: number;
            version: components["schemas"]["StoredRecordVersion"];
            org?: components["schemas"]["StoredRecordOrg"];
            /** @description Internal names; responses contain the first one. Names are never removed */
            internalNames: string[];
            /** @description Id in the sender's system */
            externalId?: string;
            /** @description Code of the record */
            code?: string;
            /** @description Name */
            name?: string;
            /** @description Settle time in seconds: how long a run waits for further lines of an incoming order */
            settleSeconds?: number;
            /** @description Whether an incoming order can be processed without its lines in error */
            partialHeaders?: boolean;
            /** @description Whether incoming orders stay on hold until a clerk releases them */
            releaseByHand?: boolean;
            /**
             * @description Effect of a key of a partner or location that differs from the record found by another key: `warn` (a warning) or `reject` (the row is rejected)
             * @enum {string}
             */
            keyMismatch?: "warn" | "reject";
            /**
             * @description Effect of `packingMaterialId`, `qtyItemCapacity` and `orderLineGroup`: `problem` (the candidate cannot become an order line) or `warn` (a warning)
             * @enum {string}
             */
            unsupportedMembers?: "problem" | "warn";
            /** @description Code of the external system of rows without `externalSystemCode`, for look-ups of external ids */
            externalSystem?: string;
            /**
             * @description Look-up of external ids: `shared` (ids of the row's external system, otherwise ids without a system) or `own` (ids of the row's external system only). Use `own` for systems that number records alike. Under `own`, rows of a system create records whose ids belong to that system
             * @enum {string}
             */
            externalIds?: "shared" | "own";
            /**
             * @description Effect of a name, postal code, city or country that differs clearly from the partner, location or product found: `warn` (a warning) or `problem` (the candidate cannot become an order line)
             * @enum {string}
             */
            differences?: "warn" | "problem";
            /**
             * @description Effect of an unknown partner, product or other record: `reject` (the row is rejected) or `store` (the candidate is stored with a problem until the record exists)
             * @enum {string}
             */
            unresolvedReferences?: "reject" | "store";
            active?: components["schemas"]["StoredRecordActive"];
        };
        /** @description Document type */
        StoredDocumentTypeRecord: {
            /** @description Record id. */
            id: number;
            version: components["schemas"]["StoredRecordVersion"];
            org?: components["schemas"]["StoredRecordOrg"];
            /** @description Name */
            name: string;
            /**
             * @description Base type: `SOO` (sales order) or `ARI` (invoice)
             * @enum {string}
             */
            baseType: "SOO" | "ARI";
            /** @description Sub type. Sales orders: SO (standard), PR (prepay), ON (proposal), OB (quotation). Invoices: any */
            subType?: string;
            /** @description Whether it is the default document type */
            default?: boolean;
            active?: components["schemas"]["StoredRecordActive"];
        };
        StoredExternalReferenceRecord: {
            /** @description Code of the external system */
            system: string;
            /** @description Id in the external system */
            id: string;
        };
        /** @description External system */
        StoredExternalSystemRecord: {
            /** @description Record id. */
            id: number;
            version: components["schemas"]["StoredRecordVersion"];
            org?: components["schemas"]["StoredRecordOrg"];
            /** @description Code of the record */
            code: string;
            /** @description Name */
            name?: string;
            active?: components["schemas"]["StoredRecordActive"];
        };
        /** @description A record with the first 100 nested records of each kind. If there are more, a field such as `locationsTotal` contains their number. */
        StoredMasterdataRecord: components["schemas"]["StoredOrganisationRecord"] | components["schemas"]["StoredCountryRecord"] | components["schemas"]["StoredCurrencyRecord"] | components["schemas"]["StoredUnitRecord"] | components["schemas"]["StoredExternalSystemRecord"] | components["schemas"]["StoredDataSourceRecord"] | components["schemas"]["StoredDocumentTypeRecord"] | components["schemas"]["StoredTaxCategoryRecord"] | components["schemas"]["StoredTaxRecord"] | components["schemas"]["StoredPricingSystemRecord"] | components["schemas"]["StoredPriceListRecord"] | components["schemas"]["StoredWarehouseRecord"] | components["schemas"]["StoredShipperRecord"] | components["schemas"]["StoredPaymentTermRecord"] | components["schemas"]["StoredBusinessPartnerGroupRecord"] | components["schemas"]["StoredUnitConversionRecord"] | components["schemas"]["StoredPostalCodeRecord"] | components["schemas"]["StoredBusinessPartnerRecord"] | components["schemas"]["StoredProductRecord"] | components["schemas"]["StoredProductPriceRecord"] | components["schemas"]["StoredBusinessPartnerProductRecord"] | components["schemas"]["StoredCrossReferenceRecord"];
        /** @description Organisation */
        StoredOrganisationRecord: {
            /** @description Record id. */
            id: number;
            version: components["schemas"]["StoredRecordVersion"];
            /** @description Code of the record */
            code: string;
            /** @description Name */
            name: string;
            /** @description Time zone that determines when a day begins */
            timeZone?: string;
            /** @description Two-letter code of the country */
            country?: string;
            /** @description Code of the pricing system */
            pricingSystem?: string;
            paymentRule?: components["schemas"]["StoredRecordPaymentRule"];
            paymentTerm?: components["schemas"]["StoredRecordPaymentTerm"];
            /** @description Code of the default shipper */
            shipper?: string;
            warehouse?: components["schemas"]["StoredRecordWarehouse"];
            deliveryRule?: components["schemas"]["StoredRecordDeliveryRule"];
            deliveryViaRule?: components["schemas"]["StoredRecordDeliveryViaRule"];
            /** @description Code of the tax category used if product price, product and price list have none */
            defaultTaxCategory?: string;
            /**
             * @description Effect of a price below 0: `problem` (the candidate cannot become an order line) or `allow`
             * @enum {string}
             */
            negativePrices?: "problem" | "allow";
            /** @description Letterhead: name of the company; `name` if absent */
            legalName?: string;
            /** @description Letterhead: street and house number */
            address1?: string;
            /** @description Letterhead: second line of the address */
            address2?: string;
            /** @description Letterhead: postal code */
            postal?: string;
            /** @description Letterhead: city */
            city?: string;
            /** @description Letterhead: VAT id */
            vatId?: string;
            /** @description Letterhead: phone number */
            phone?: string;
            /** @description Letterhead: e-mail address */
            email?: string;
            /** @description Letterhead: lines at the end of printed orders, such as bank and register */
            footer?: string;
            /** @description Letterhead: PNG or JPEG image of up to 100 KiB in Base64 */
            logo?: string;
            active?: components["schemas"]["StoredRecordActive"];
        };
        /** @description Payment term */
        StoredPaymentTermRecord: {
            /** @description Record id. */
            id: number;
            version: components["schemas"]["StoredRecordVersion"];
            org?: components["schemas"]["StoredRecordOrg"];
            /** @description Code of the record */
            code: string;
            /** @description Id in the sender's system */
            externalId?: string;
            /** @description Name */
            name?: string;
            active?: components["schemas"]["StoredRecordActive"];
        };
        /** @description Postal code */
        StoredPostalCodeRecord: {
            /** @description Record id. */
            id: number;
            version: components["schemas"]["StoredRecordVersion"];
            /** @description Two-letter code of the country */
            country: string;
            /** @description Postal code */
            postal: string;
            /** @description City */
            city?: string;
            /** @description Region */
            region?: string;
            active?: components["schemas"]["StoredRecordActive"];
        };
        /** @description Price list */
        StoredPriceListRecord: {
            /** @description Record id. */
            id: number;
            version: components["schemas"]["StoredRecordVersion"];
            org?: components["schemas"]["StoredRecordOrg"];
            /** @description Code of the record */
            code: string;
            /** @description Name */
            name: string;
            /** @description Code of the pricing system */
            pricingSystem: string;
            /** @description Country that the list applies to; any if absent */
            country?: string;
            /** @description Three-letter code of the currency */
            currency: string;
            /** @description Whether it is a sales price list */
            sales?: boolean;
            /** @description Whether prices include tax */
            taxIncluded?: boolean;
            /** @description Decimal places of a price */
            precision?: number;
            /**
             * @description Decimal places of net amounts. `currency`: those of the currency. `list`: those of the list if it has fewer
             * @enum {string}
             */
            netPrecision?: "currency" | "list";
            /**
             * @description If prices include tax: the price for a buyer that is tax-exempt or under reverse charge. `keepGross`: the same price. `removeTax`: the price less the tax of a sale within the seller's country
             * @enum {string}
             */
            exemptBuyers?: "keepGross" | "removeTax";
            /** @description Code of the tax category used if product price and product have none */
            defaultTaxCategory?: string;
            active?: components["schemas"]["StoredRecordActive"];
            versions?: components["schemas"]["StoredPriceListRecordVersions"][];
        };
        /** @description Price list version */
        StoredPriceListRecordVersions: {
            /** @description Record id. */
            id: number;
            version: components["schemas"]["StoredRecordVersion"];
            /** @description Code of the organisation that owns the record; that of the parent record if absent */
            org?: string;
            /** @description First day of validity */
            validFrom: components["schemas"]["CalendarDate"];
            /** @description Last day of validity; after the end of the newest version there is no price */
            validTo?: components["schemas"]["CalendarDate"];
            /** @description Price list of the base version; the list of this version if absent */
            basePriceList?: string;
            /** @description First day of the base version, which is searched for missing prices */
            baseValidFrom?: components["schemas"]["CalendarDate"];
            active?: components["schemas"]["StoredRecordActive"];
        };
        /** @description Pricing system */
        StoredPricingSystemRecord: {
            /** @description Record id. */
            id: number;
            version: components["schemas"]["StoredRecordVersion"];
            org?: components["schemas"]["StoredRecordOrg"];
            /** @description Code of the record */
            code: string;
            /** @description Name */
            name: string;
            active?: components["schemas"]["StoredRecordActive"];
        };
        /** @description Product price */
        StoredProductPriceRecord: {
            /** @description Record id. */
            id: number;
            version: components["schemas"]["StoredRecordVersion"];
            org?: components["schemas"]["StoredRecordOrg"];
            /** @description Code of the price list */
            priceList: string;
            /** @description First day of the price list version */
            validFrom: components["schemas"]["CalendarDate"];
            /** @description Code of the product */
            product: string;
            /** @description Code of the unit */
            uom: string;
            /**
             * Format: decimal
             * @description Price of one unit; below 0 a credit or a deposit
             */
            price: Decimal;
            /** @description Code of the tax category */
            taxCategory?: string;
            /** @description Scale prices, each with `fromQuantity` and `price` */
            scales?: {
                /**
                 * Format: decimal
                 * @description Quantity from which the price applies
                 */
                fromQuantity: Decimal;
                /**
                 * Format: decimal
                 * @description Price of one unit
                 */
                price: Decimal;
            }[];
            active?: components["schemas"]["StoredRecordActive"];
        };
        /** @description Product */
        StoredProductRecord: {
            /** @description Record id. */
            id: number;
            version: components["schemas"]["StoredRecordVersion"];
            org?: components["schemas"]["StoredRecordOrg"];
            /** @description Code of the record */
            code: string;
            /** @description Id in the sender's system */
            externalId?: string;
            /** @description Name */
            name: string;
            /**
             * @description Item or service
             * @enum {string}
             */
            type?: "ITEM" | "SERVICE";
            /** @description Code of the unit */
            uom: string;
            /** @description Code of the tax category */
            taxCategory?: string;
            externalReferences?: components["schemas"]["StoredRecordExternalReferences"];
            /** @description GTINs (EAN, UPC) with 8, 12, 13 or 14 digits, returned with 14. A list replaces the stored one */
            gtins?: string[];
            active?: components["schemas"]["StoredRecordActive"];
            conversions?: components["schemas"]["StoredUnitConversionRecord"][];
        };
        /** @description Whether the record can be used */
        StoredRecordActive: boolean;
        /** @description Default delivery rule: when goods are delivered */
        StoredRecordDeliveryRule: string;
        /** @description Default delivery method: how goods are delivered */
        StoredRecordDeliveryViaRule: string;
        /** @description Ids in external systems, each with `system` and `id`. A list replaces the stored one */
        StoredRecordExternalReferences: components["schemas"]["StoredExternalReferenceRecord"][];
        /** @description Code of the organisation that owns the record; * if it is shared by all */
        StoredRecordOrg: string;
        /**
         * @description Default payment rule
         * @enum {string}
         */
        StoredRecordPaymentRule: "OnCredit" | "Paypal" | "DirectDebit";
        /** @description Code of the default payment term */
        StoredRecordPaymentTerm: string;
        /** @description Version. Increased by changes of the record, not of nested records. */
        StoredRecordVersion: number;
        /** @description Code of the default warehouse that goods are shipped from */
        StoredRecordWarehouse: string;
        /** @description Shipper */
        StoredShipperRecord: {
            /** @description Record id. */
            id: number;
            version: components["schemas"]["StoredRecordVersion"];
            org?: components["schemas"]["StoredRecordOrg"];
            /** @description Code of the record */
            code: string;
            /** @description Id in the sender's system */
            externalId?: string;
            /** @description Name */
            name?: string;
            active?: components["schemas"]["StoredRecordActive"];
        };
        /** @description Tax category */
        StoredTaxCategoryRecord: {
            /** @description Record id. */
            id: number;
            version: components["schemas"]["StoredRecordVersion"];
            org?: components["schemas"]["StoredRecordOrg"];
            /** @description Code of the record */
            code: string;
            /** @description Name */
            name: string;
            active?: components["schemas"]["StoredRecordActive"];
        };
        /** @description Tax */
        StoredTaxRecord: {
            /** @description Record id. */
            id: number;
            version: components["schemas"]["StoredRecordVersion"];
            org?: components["schemas"]["StoredRecordOrg"];
            /** @description Code of the record */
            code: string;
            /** @description Name */
            name?: string;
            /** @description Code of the tax category */
            taxCategory: string;
            /** @description Country that goods are shipped from */
            fromCountry: string;
            /** @description Country that goods are shipped to; any if absent */
            toCountry?: string;
            /**
             * Format: decimal
             * @description Tax rate in percent
             */
            rate: Decimal;
            /** @description First day of validity */
            validFrom: components["schemas"]["CalendarDate"];
            /** @description Last day of validity */
            validTo?: components["schemas"]["CalendarDate"];
            /** @description Whether the partner must have a VAT id */
            requiresVatId?: boolean;
            /** @description Whether the partner owes the tax (reverse charge) */
            reverseCharge?: boolean;
            /** @description Whether the tax is rounded for each line instead of for the total */
            perLine?: boolean;
            active?: components["schemas"]["StoredRecordActive"];
        };
        /** @description Unit conversion */
        StoredUnitConversionRecord: {
            /** @description Record id. */
            id: number;
            version: components["schemas"]["StoredRecordVersion"];
            /** @description Code of the unit to convert from */
            from: string;
            /** @description Code of the unit to convert to */
            to: string;
            /**
             * Format: decimal
             * @description to = from × multiplier ÷ divisor
             */
            multiplier: Decimal;
            /**
             * Format: decimal
             * @description to = from × multiplier ÷ divisor
             */
            divisor?: Decimal;
            active?: components["schemas"]["StoredRecordActive"];
        };
        /** @description Unit */
        StoredUnitRecord: {
            /** @description Record id. */
            id: number;
            version: components["schemas"]["StoredRecordVersion"];
            /** @description Code of the record */
            code: string;
            /** @description Name */
            name: string;
            /** @description Decimal places of converted quantities, see `roundConvertedQuantities` */
            precision?: number;
            /** @description Whether a quantity converted to this unit is rounded before pricing; otherwise it stays exact */
            roundConvertedQuantities?: boolean;
            active?: components["schemas"]["StoredRecordActive"];
        };
        /** @description Warehouse */
        StoredWarehouseRecord: {
            /** @description Record id. */
            id: number;
            version: components["schemas"]["StoredRecordVersion"];
            org?: components["schemas"]["StoredRecordOrg"];
            /** @description Code of the record */
            code: string;
            /** @description Name */
            name?: string;
            /** @description Two-letter code of the country */
            country?: string;
            active?: components["schemas"]["StoredRecordActive"];
        };
        /** @description An existing record with a code similar to an unknown one. */
        SuggestedRecord: {
            /** @example KAF-1KG */
            code: string;
            /** @description Name of the record, or its code if it has no name. */
            name: string;
        };
        /** @description Sync advice. The advice of a record takes precedence over the advice of its partner block. Default, also of absent fields: `FAIL` and `DONT_UPDATE`. */
        SyncAdvice: {
            /** @enum {string} */
            ifNotExists?: "CREATE" | "FAIL";
            /** @enum {string} */
            ifExists?: "DONT_UPDATE" | "UPDATE_MERGE" | "UPDATE_REMOVE" | "ASSERT_UNCHANGED";
        } & {
            [key: string]: unknown;
        };
        /** @description A key and value that the sender added to a file. */
        Tag: {
            key: string;
            value: string;
        };
        /** @description Tax category */
        TaxCategoryRecord: {
            org?: components["schemas"]["RecordOrg"];
            code: components["schemas"]["RecordCode"];
            /** @description Name */
            name: string;
            active?: components["schemas"]["RecordActive"];
        };
        /** @description Tax */
        TaxRecord: {
            org?: components["schemas"]["RecordOrg"];
            code: components["schemas"]["RecordCode"];
            /** @description Name */
            name?: components["schemas"]["NullableName"];
            /** @description Code of the tax category */
            taxCategory: components["schemas"]["CodeOrNumber"];
            /** @description Country that goods are shipped from */
            fromCountry: components["schemas"]["CodeOrNumber"];
            /** @description Country that goods are shipped to; any if absent */
            toCountry?: components["schemas"]["NullableCode"];
            /**
             * Format: decimal
             * @description Tax rate in percent
             */
            rate: Decimal;
            /** @description First day of validity */
            validFrom: components["schemas"]["CalendarDate"];
            /**
             * Format: date
             * @description Last day of validity
             */
            validTo?: string | null;
            /** @description Whether the partner must have a VAT id */
            requiresVatId?: components["schemas"]["NullableFlag"];
            /** @description Whether the partner owes the tax (reverse charge) */
            reverseCharge?: components["schemas"]["NullableFlag"];
            /** @description Whether the tax is rounded for each line instead of for the total */
            perLine?: components["schemas"]["NullableFlag"];
            active?: components["schemas"]["RecordActive"];
        };
        /** Format: date-time */
        Timestamp: string;
        /** @description The access tokens, without their secrets. */
        TokensAnswer: {
            items: components["schemas"]["AccessToken"][];
        };
        /** @description Number of matching entries. */
        Total: {
            value: components["schemas"]["Count"];
            /** @description Whether `value` is exact. If false, there are at least `value` matching entries. */
            exact: boolean;
        };
        /** @description A message that a rule would have sent. */
        TriedMessage: {
            at: components["schemas"]["Timestamp"];
            subject: string;
            text: string;
        };
        /** @description Messages that a rule would have sent. */
        TriedRule: {
            /**
             * Format: int64
             * @description Number of past days covered by the trial.
             */
            days: number;
            /** @description Start of the period for which events are known. */
            from: components["schemas"]["Timestamp"];
            /** @description Messages, oldest first. Limited to the first 100. */
            messages: components["schemas"]["TriedMessage"][];
            /** @description Whether there would have been more messages. */
            more: boolean;
        };
        /** @description Counts of an undo. `selected` is the sum of `restored` and `left`. */
        UndoCounts: {
            /** @description Number of candidates that the run changed or processed and that still exist. */
            selected: components["schemas"]["Count"];
            /** @description Number of candidates that would be removed from orders or restored to their previous state. */
            restored: components["schemas"]["Count"];
            /** @description Number of orders that would be voided. */
            orders: components["schemas"]["Count"];
            /** @description Number of candidates that would be skipped. */
            left: components["schemas"]["Count"];
        };
        /** @description The change of a record to undo. */
        UndoRecordBody: {
            /** @description `X-Request-Id` of the request that made the change, as in the history of the record. */
            requestId: components["schemas"]["CodeOrNumber"];
            /** @description Reason for the undo. The history records it. */
            reason?: string;
        };
        /** @description Result of an undo, or of its dry run. */
        UndoneAnswer: {
            records: components["schemas"]["UndoneRecord"][];
        };
        /** @description A record that was restored or removed by an undo. */
        UndoneRecord: {
            /** @example products.conversions */
            kind: string;
            /** Format: int64 */
            id: number;
            /**
             * Format: int64
             * @description Version under which the history of the record contains the undo.
             */
            version: number;
            /**
             * @description `restored`, or `removed` if the undone request had created the record.
             * @example removed
             */
            outcome: string;
            /** @description Changed fields. For a removed record, all its fields. */
            changes: components["schemas"]["MasterdataMemberChange"][];
        };
        /** @description Unit conversion */
        UnitConversionRecord: {
            /** @description Code of the unit to convert from */
            from: components["schemas"]["CodeOrNumber"];
            /** @description Code of the unit to convert to */
            to: components["schemas"]["CodeOrNumber"];
            /**
             * Format: decimal
             * @description to = from × multiplier ÷ divisor
             */
            multiplier: Decimal;
            /**
             * Format: decimal
             * @description to = from × multiplier ÷ divisor
             * @default 1
             */
            divisor: Decimal | null;
            active?: components["schemas"]["RecordActive"];
        };
        /** @description Unit */
        UnitRecord: {
            code: components["schemas"]["RecordCode"];
            /** @description Name */
            name: string;
            /**
             * @description Decimal places of converted quantities, see `roundConvertedQuantities`
             * @default 6
             */
            precision: number | null;
            /** @description Whether a quantity converted to this unit is rounded before pricing; otherwise it stays exact */
            roundConvertedQuantities?: components["schemas"]["NullableFlag"];
            active?: components["schemas"]["RecordActive"];
        };
        /** @description A value that names no record. */
        UnknownSheetValue: {
            /**
             * @description Path of the member.
             * @example product.code
             */
            member: string;
            /**
             * @description Problem code.
             * @example product.unresolved
             */
            code: string;
            /** @description Text as `values` of the member's source can replace it. */
            value: string;
            rows: components["schemas"]["Count"];
            /** @description Records that it may mean. */
            suggestions: components["schemas"]["SuggestedRecord"][];
        };
        /**
         * @description A missing record, with the lines that refer to it. Lines of a data source that name the record by the same keys
         *     are in one entry.
         */
        UnresolvedReference: {
            /**
             * @description Id of the entry: 32 hexadecimal digits. The same record always has the same id. Filter of its lines:
             *     `unresolvedReference`.
             * @example 5f0c6d2b8f9a4c0e8d1b7a6c5e4f3d2b
             */
            id: string;
            org: components["schemas"]["Reference"];
            /**
             * @description Kind of the record: `bpartner`, `location`, `contact`, `product`, `uom`, `shipper`, `paymentTerm`, `warehouse`,
             *     `pricingSystem`, `docType` or `salesPartner`.
             * @example product
             */
            kind: string;
            /** @description Keys as sent, in the order of the look-up. */
            keys: components["schemas"]["SentKey"][];
            dataSourceId: components["schemas"]["Id"];
            dataSourceInternalName?: string;
            /** @description Code of the external system of the external id. */
            externalSystemCode?: string;
            /** @description Partner of a location or contact. */
            bpartner?: components["schemas"]["Reference"];
            /** @description Number of lines with the reference. */
            lines: components["schemas"]["Count"];
            /** @description Number of incoming orders with these lines. */
            orders: components["schemas"]["Count"];
            /** @description Value of the lines with a sent price by currency. */
            worth: components["schemas"]["GroupWorth"][];
            /** @description Number of lines without a sent price. */
            unpriced: components["schemas"]["Count"];
            /** @description Time at which the oldest line was received. */
            oldest: components["schemas"]["Timestamp"];
            /** @description Record id of the oldest line. */
            example: components["schemas"]["Id"];
        };
        /** @description An unresolved reference with suggestions. */
        UnresolvedReferenceDetails: components["schemas"]["UnresolvedReference"] & {
            /** @description Existing records that may be meant, best first, at most 10. */
            suggestions: components["schemas"]["ReferenceSuggestion"][];
        };
        /** @description A page of unresolved references. */
        UnresolvedReferencePage: {
            items: components["schemas"]["UnresolvedReference"][];
            /** @description Cursor of the next page for `after`. Absent on the last page. */
            next?: string;
        };
        /** @description Result of an upsert. */
        UpsertedAnswer: {
            /** @description One entry per record, in the order of the request. */
            result: components["schemas"]["UpsertedRow"][];
            /** @description Number of created, changed and unchanged records by kind, including nested records. */
            counts: Record<string, never>;
            /** @description Warnings about prices with more decimal places than their price list. Limited to the first 1,000. */
            warnings?: components["schemas"]["Item"][];
        };
        /** @description Result for one record. */
        UpsertedRow: {
            index: number;
            id: components["schemas"]["NewId"];
            /** Format: int64 */
            version: number;
            /**
             * @description `created`, `changed` or `unchanged`. A record also counts as changed if one of its nested records was created
             *     or changed.
             * @example created
             */
            outcome: string;
        };
        /** @description Source of an effective value. */
        ValueSource: {
            /**
             * @description Level that provides the value: `candidate`, `bpartner`, `bpartnerGroup` or `organisation`. For payment and
             *     prices, the partner is the bill partner; for shipper, warehouse and delivery, it is the partner that receives
             *     the goods.
             * @example bpartnerGroup
             */
            from: string;
            /** @description Code of the partner or organisation, or name of the group. Absent for `candidate`. */
            code?: string;
        };
        /** @description The reason for voiding a sales order. */
        VoidBody: {
            /** @description Reason as free text. */
            reason?: string;
        };
        /** @description Sales orders whose transfer is unconfirmed: the receiver has not replied, or has rejected it. */
        WaitingOrders: {
            count: components["schemas"]["Count"];
            /** @description Creation time of the oldest of these orders. Null if there are none. */
            oldest?: components["schemas"]["NullableTimestamp"];
        };
        /** @description Warehouse */
        WarehouseRecord: {
            org?: components["schemas"]["RecordOrg"];
            code: components["schemas"]["RecordCode"];
            /** @description Name */
            name?: components["schemas"]["NullableName"];
            /** @description Two-letter code of the country */
            country?: components["schemas"]["NullableCode"];
            active?: components["schemas"]["RecordActive"];
        };
        /** @description A webhook: a URL that receives events. */
        Webhook: {
            id: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Version of the webhook. Incremented by each change that a user makes.
             */
            version: number;
            url: string;
            /** @description Event types that are sent. An empty list means all types. */
            types: string[];
            /** @description Code of the organisation whose events are sent. Null for all organisations. */
            orgCode?: string | null;
            dataSourceId?: components["schemas"]["Id"] | null;
            /**
             * @description `record` if each event contains its current record, otherwise null.
             * @example record
             */
            include?: string | null;
            description?: string | null;
            /**
             * @description Status of the webhook: `active`, `paused` or `ended` (the receiver responded with 410).
             * @example active
             */
            status: string;
            /** @description Reason why the webhook is not active. Null if it is active. */
            statusReason?: string | null;
            /** @description User or access token that set the status. Null if it was set because of the receiver's responses. */
            statusBy?: string | null;
            statusAt: components["schemas"]["Timestamp"];
            createdAt: components["schemas"]["Timestamp"];
            createdBy: string;
            lastSuccessAt?: components["schemas"]["NullableTimestamp"];
            lastFailureAt?: components["schemas"]["NullableTimestamp"];
            /** @description Time since which all attempts have failed. Null if the last attempt succeeded. */
            failingSince?: components["schemas"]["NullableTimestamp"];
            /** @description Number of pending deliveries. Beyond 10,000, further events remain in the feed. */
            waiting: components["schemas"]["Count"];
            oldestWaitingAt?: components["schemas"]["NullableTimestamp"];
            secretRotatedAt?: components["schemas"]["NullableTimestamp"];
        };
        /** @description An attempt to deliver an event. */
        WebhookAttempt: {
            at: components["schemas"]["Timestamp"];
            /** Format: int64 */
            durationMs: number;
            /**
             * Format: int32
             * @description HTTP status of the response. Null if there was none.
             */
            status?: number | null;
            /** @description Error message; text from other systems is included unchanged. Null if there was no error. */
            error?: string | null;
            /** @description Beginning of the response body, at most 1,024 bytes. Null if there was no response. */
            answer?: string | null;
        };
        /** @description A webhook. */
        WebhookBody: {
            /** @description URL of the receiver, `https://…`. Addresses of private networks are rejected. */
            url: string;
            /** @description Event types to send. Default: all types. */
            types?: ("orderdock.candidate.received" | "orderdock.candidate.corrected" | "orderdock.candidate.ready" | "orderdock.candidate.error" | "orderdock.candidate.inactive" | "orderdock.candidate.reactivated" | "orderdock.candidate.ordered" | "orderdock.order.completed" | "orderdock.order.handed-over" | "orderdock.order.voided" | "orderdock.attachment.added" | "orderdock.request.rejected" | "orderdock.run.finished" | "orderdock.masterdata.changed")[];
            /** @description Organisation code: only events of this organisation and of shared records. Default: all organisations. */
            orgCode?: components["schemas"]["CodeOrNumber"];
            /** @description Data source of the events: record id, internal name, `ext-…` or `val-…`. Default: all. */
            dataSource?: components["schemas"]["CodeOrNumber"];
            /**
             * @description `record`: each event contains its record as of the time of sending.
             * @enum {string}
             */
            include?: "record";
            /** @description Purpose of the webhook. */
            description?: string;
            /** @description Whether events are sent. Default: true. */
            active?: boolean;
        };
        /** @description A delivery of an event to a webhook. */
        WebhookDelivery: {
            id: components["schemas"]["Id"];
            /** @description Value of the header `webhook-id`: the `id` of the event. */
            eventId: string;
            /** @example orderdock.order.completed */
            type: string;
            subject?: string | null;
            /**
             * @description Status of the delivery: `waiting`, `delivered` or `failed` (no further attempts).
             * @example delivered
             */
            status: string;
            createdAt: components["schemas"]["Timestamp"];
            /** @description Time of the next attempt. Null if none is due, or if another delivery for the same record is sent first. */
            nextAttemptAt?: components["schemas"]["NullableTimestamp"];
            attempts: components["schemas"]["WebhookAttempt"][];
            /** Format: int32 */
            attemptCount: number;
            /** @description Whether the delivery was requested manually. */
            manual: boolean;
            /** @description Body of the request to the receiver. Only present when a single delivery is read. */
            body?: string;
        };
        /** @description The webhooks. */
        WebhookList: {
            items: components["schemas"]["Webhook"][];
        };
        /** @description Changes of a webhook. Absent fields stay unchanged; null clears a field. */
        WebhookPatch: {
            /** @description Version that was read. */
            version: number;
            /** @description URL of the receiver, `https://…`. Addresses of private networks are rejected. */
            url?: string;
            types?: ("orderdock.candidate.received" | "orderdock.candidate.corrected" | "orderdock.candidate.ready" | "orderdock.candidate.error" | "orderdock.candidate.inactive" | "orderdock.candidate.reactivated" | "orderdock.candidate.ordered" | "orderdock.order.completed" | "orderdock.order.handed-over" | "orderdock.order.voided" | "orderdock.attachment.added" | "orderdock.request.rejected" | "orderdock.run.finished" | "orderdock.masterdata.changed")[] | null;
            /** @description Organisation code: only events of this organisation and of shared records. Null for all organisations. */
            orgCode?: components["schemas"]["NullableCode"];
            /** @description Data source of the events. Null for all. */
            dataSource?: components["schemas"]["NullableCode"];
            /**
             * @description `record`: each event contains its record. Null for events without it.
             * @enum {string|null}
             */
            include?: "record" | null;
            /** @description Purpose of the webhook. */
            description?: components["schemas"]["NullableText"];
            /** @description `false` pauses the webhook. `true` resumes it with all pending deliveries. */
            active?: boolean;
        };
        /** @description Total value of the orders in one currency. */
        Worth: {
            currencyCode: string;
            orders: components["schemas"]["Count"];
            /** @description Sum of the order totals. Absent if the sum has too many digits. */
            amount?: components["schemas"]["Decimal"];
        };
    };
    responses: {
        /** @description The run ended within the wait time. For a dry run: the planned result. */
        EndedRun: {
            headers: {
                Location?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Run"] | components["schemas"]["PlannedRun"];
            };
        };
        /** @description Error. The operation lists the statuses. */
        Error: {
            headers: {
                /** @description Seconds to wait before a retry, if `retryable`. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The same file is already attached. */
        KnownAttachment: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Attachment"];
            };
        };
        /** @description One page of results. */
        MasterdataPage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MasterdataPageAnswer"];
            };
        };
        /** @description The file was attached. */
        NewAttachment: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Attachment"];
            };
        };
        /** @description The comment. */
        NewComment: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Comment"];
            };
        };
        /** @description The candidates, sales orders and attachments. */
        OrderByReference: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ByReference"];
            };
        };
        /** @description Some rows were rejected. */
        PartlyRejectedImport: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CandidatesAnswer"];
            };
        };
        /** @description The run is queued or active. Poll `Location` for its state. */
        QueuedRun: {
            headers: {
                Location?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Run"];
            };
        };
        /**
         * @description Error. The operation lists further causes.
         *
         *     - `400`: The request is invalid.
         *     - `401`: The access token or the session is missing, malformed, unknown, expired or revoked.
         *     - `403`: The caller lacks the scope or the organisation, or the CSRF token of the session is missing or invalid.
         *     - `429`: Too many concurrent requests or bulk imports of the caller, or the rate limit is exceeded.
         *     - `500`: Internal error. The log contains details under the `requestId`.
         *     - `503`: The server is overloaded, or the outcome is unknown.
         */
        ReadError: {
            headers: {
                /** @description Seconds to wait before a retry, if `retryable`. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The request. */
        ReceivedRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ReceivedRequest"];
            };
        };
        /** @description The rejected row. */
        RejectedRow: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RejectedRowEntry"];
            };
        };
        /** @description All rows were imported before. Also the response of a dry run. */
        RepeatedImport: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CandidatesAnswer"];
            };
        };
        /**
         * @description Error. The operation lists further causes.
         *
         *     - `401`: The session is missing, unknown or expired.
         *     - `429`: Too many concurrent requests or bulk imports of the caller, or the rate limit is exceeded.
         *     - `500`: Internal error. The log contains details under the `requestId`.
         *     - `503`: The server is overloaded, or the outcome is unknown.
         */
        SessionError: {
            headers: {
                /** @description Seconds to wait before a retry, if `retryable`. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Stored. */
        StoredCandidates: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CandidatesAnswer"];
            };
        };
        /** @description The messages that would have been sent. */
        TriedRule: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TriedRule"];
            };
        };
        /**
         * @description Error. The operation lists further causes.
         *
         *     - `400`: The request is invalid.
         *     - `401`: The access token or the session is missing, malformed, unknown, expired or revoked.
         *     - `403`: The caller lacks the scope or the organisation, or the CSRF token of the session is missing or invalid.
         *     - `408`: Timeout while reading the body.
         *     - `409`: The request conflicts with stored data, or the idempotency key is in use.
         *     - `413`: The body is too large or has too many rows.
         *     - `415`: The media type or the `Content-Encoding` of the body is not supported.
         *     - `422`: The idempotency key was used with a different request.
         *     - `429`: Too many concurrent requests or bulk imports of the caller, or the rate limit is exceeded.
         *     - `500`: Internal error. The log contains details under the `requestId`.
         *     - `503`: The server is overloaded, or the outcome is unknown.
         *     - `507`: No space left on the server.
         */
        WriteBodyError: {
            headers: {
                /** @description Seconds to wait before a retry, if `retryable`. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description Error. The operation lists further causes.
         *
         *     - `400`: The request is invalid.
         *     - `401`: The access token or the session is missing, malformed, unknown, expired or revoked.
         *     - `403`: The caller lacks the scope or the organisation, or the CSRF token of the session is missing or invalid.
         *     - `409`: The request conflicts with stored data, or the idempotency key is in use.
         *     - `422`: The idempotency key was used with a different request.
         *     - `429`: Too many concurrent requests or bulk imports of the caller, or the rate limit is exceeded.
         *     - `500`: Internal error. The log contains details under the `requestId`.
         *     - `503`: The server is overloaded, or the outcome is unknown.
         *     - `507`: No space left on the server.
         */
        WriteError: {
            headers: {
                /** @description Seconds to wait before a retry, if `retryable`. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description Language of messages: English (`en`) or German (`de`). */
        AcceptLanguage: string;
        /** @description `true` for active records only, `false` for inactive records only. Default: both. */
        Active: boolean;
        /** @description Cursor for the next page: `next` of the previous response. */
        After: string;
        /** @description User name of the assignee; `me` for the caller, `none` for unassigned candidates. */
        AssignedTo: string;
        /** @description Cursor for the previous page: `previous` of the last response. */
        Before: string;
        /** @description Code of the buyer. */
        Buyer: string;
        /** @description Record id of the candidate. */
        CandidateIdPath: number;
        /** @description Spreadsheet draft that imported the candidates. */
        CandidateImportDraft: number;
        /** @description Result of the run for the candidate. Requires `runId`. */
        CandidateOutcome: "ordered" | "held" | "failed" | "passed" | "changed" | "unchanged";
        /** @description Order reference of the customer. */
        CandidatePoReference: string;
        /** @description Id of a run that has a result for the candidate. Scheduled runs store results of changed candidates only. */
        CandidateRunId: number;
        /** @description Search words, not case-sensitive; all must match. A word of at least 3 characters matches parts of a reference, or of the code, name, town or postal code of a partner or product. Shorter words and ids of the sender match from the start. */
        CandidateSearch: string;
        /** @description Sort key: createdAt, dateRequired, poReference, qty, price, status or bpartner. A leading `-` sorts in descending order. */
        CandidateSort: string;
        /** @description Statuses, separated by commas: `new`, `error`, `processed`, `inactive`. Default: all. */
        CandidateStatus: string;
        /** @description Earliest creation time, inclusive: a date (in UTC) or a timestamp. */
        CreatedFrom: string;
        /** @description Latest creation time: a date (in UTC), inclusive, or a timestamp, exclusive. */
        CreatedTo: string;
        /** @description Data source by internal name, record id or identifier string. */
        DataSource: string;
        /** @description Data source by internal name, record id or identifier string; otherwise the code of an external system. */
        DataSourcePath: string;
        /** @description Earliest order date, inclusive. */
        DateOrderedFrom: string;
        /** @description Latest order date, inclusive. */
        DateOrderedTo: string;
        /** @description Earliest required date, inclusive. */
        DateRequiredFrom: string;
        /** @description Latest required date, inclusive. */
        DateRequiredTo: string;
        /** @description Id of the delivery. */
        DeliveryIdPath: number;
        /** @description Document number of the order. */
        DocumentNo: string;
        /** @description Applies all rules and returns the full response, but writes nothing. Ids of records that would be created are null. */
        DryRun: boolean;
        /** @description Header id of the sender. */
        ExternalHeaderId: string;
        /** @description Code of the external system that was sent. */
        ExternalSystem: string;
        /** @description Key of the request. The first committed response is stored for 30 days and returned when the same file, name and tags are sent with this key. It then has the header `Idempotency-Replayed: true`. */
        FileIdempotencyKey: string;
        /** @description Language of the file: English (`en`) or German (`de`). */
        FileLanguage: string;
        /** @description Former name of `after`. */
        FormerAfter: string;
        /** @description Number of groups to skip. Groups are sorted by size, largest first. */
        GroupsSkipped: number;
        /** @description State of the transfer to a receiver. `true`: confirmed. `false`: completed orders whose transfer is not confirmed. `due`: like `false`, but only orders created after their organisation switched the transfer on. */
        HandedOver: "true" | "false" | "due";
        /** @description Whether the incoming order has attachments. */
        HasAttachment: boolean;
        /** @description Whether the candidate has comments. */
        HasComments: boolean;
        /** @description Header id of the sender. */
        HeaderIdPath: string;
        /** @description Record ids of candidates: in a query separated by commas, in a selection at most 10,000. Matches all candidates of their incoming orders. */
        HeaderOf: string;
        /** @description Header id or flat external id of the sender. */
        HeaderOrExternalIdPath: string;
        /** @description Whether a run started now would skip the candidate because it is on hold. */
        Held: boolean;
        /** @description Sort order. `-at`: newest first. */
        HistorySort: "at" | "-at";
        /** @description Hold reason of the candidate. */
        HoldReason: string;
        /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
        IdempotencyKey: string;
        /** @description Results, separated by commas: `ready`, `problems`, `rejected`, `unchanged`, `conflict`. Default: all rows. */
        ImportDraftCheck: string;
        /** @description Record id of the draft. */
        ImportDraftIdPath: number;
        /** @description Stored request that imported the candidates: their `requestId`. */
        ImportRequestId: number;
        /** @description Number of items per page, at most 500. */
        Limit: number;
        /** @description Line id of the sender. */
        LineIdPath: string;
        /** @description Record id. */
        MasterdataIdPath: number;
        /**
         * @description Kind of record, as named in master data files.
         * @example bpartners
         */
        MasterdataKindPath: string;
        /** @description Organisation code, or `*` for shared records. Not supported for kinds without an organisation. */
        MasterdataOrganisation: string;
        /** @description Search words, not case-sensitive; all must match. A word of at least 3 characters matches parts of the code, the name or other key fields. A shorter word matches only the start. The search also covers town and postal code of partners, products of prices, and names of units and currencies in the language of `Accept-Language`. */
        MasterdataSearch: string;
        /** @description Record id of the rule. */
        NotificationRuleIdPath: number;
        /** @description The `salesOrderId` of the order. */
        OrderIdPath: string;
        /** @description Reference of the customer. */
        OrderPoReference: string;
        /** @description Id of the run that created the order. */
        OrderRunId: number;
        /** @description Search words, not case-sensitive; all must match. A word of at least 3 characters matches parts of the number, a reference, or the code, name, town or postal code of the buyer. A shorter word matches only the start. */
        OrderSearch: string;
        /** @description Sort order. `-createdAt`: newest first. */
        OrderSort: "createdAt" | "-createdAt";
        /** @description Status of the orders. Default: both. */
        OrderStatus: "completed" | "voided";
        /** @description Organisation code. */
        Organisation: string;
        /** @description Organisation code. Required if several organisations have this reference. */
        OrganisationOfCandidates: string;
        /** @description Organisation code. Required if several organisations have this incoming order. */
        OrganisationOfIncomingOrder: string;
        /** @description Organisation code. */
        OrganisationPath: string;
        /** @description `handling=strict` turns warnings about unknown fields and parameters into errors. `return=minimal` returns only the fields of the metasfresh classes and omits all others, even required ones. The response then has the header `Preference-Applied`. */
        PreferHandling: string;
        /** @description `wait=SECONDS`: time to wait for the end of the run before the response, at most 300 seconds. */
        PreferWait: string;
        /** @description Cause of the problem, as in the problem groups. Requires `problem`. */
        ProblemCause: string;
        /** @description Problem code. Matches candidates that have this problem. */
        ProblemCode: string;
        /** @description Product code. */
        ProductCode: string;
        /** @description Promotion code. Any code is accepted. */
        PromotionCode: string;
        /** @description Start of the period of the last rejection, inclusive: a date (UTC) or a timestamp. */
        RejectedFrom: string;
        /** @description Code of the first problem. */
        RejectedRowCause: string;
        /** @description Record id of the rejected row. */
        RejectedRowIdPath: number;
        /** @description Part of an id, customer, product, order reference or sender. Not case-sensitive. */
        RejectedRowSearch: string;
        /** @description Data source by internal name, record id or identifier string. `none`: rows without an existing data source. */
        RejectedRowSource: string;
        /** @description Statuses, separated by commas: `open`, `imported`, `sentAgain`, `dismissed`. */
        RejectedRowStatus: string;
        /** @description End of the period of the last rejection: a date (UTC), inclusive, or a timestamp, exclusive. */
        RejectedTo: string;
        /** @description Record id of the request. */
        RequestIdPath: number;
        /** @description Id of the run. */
        RunIdPath: number;
        /** @description Id of the sales order. */
        SalesOrderIdPath: string;
        /** @description Code of the external system. Selects one of several incoming orders with this id. */
        SystemOfIncomingOrder: string;
        /** @description Format of the file. */
        TableFormat: "csv" | "xlsx";
        /** @description Tags of the file as alternating keys and values, as in the form. */
        Tags: string;
        /** @description Effect of unknown records: `reject` the row or `store` it with problems. Default: `unresolvedReferences` of the data source. */
        Unresolved: "reject" | "store";
        /** @description Id of an unresolved reference. Matches the lines with this reference. */
        UnresolvedReference: string;
        /** @description Id of the entry. */
        UnresolvedReferenceIdPath: string;
        /** @description Record id of the view. */
        ViewIdPath: number;
        /** @description Waiting for the customer until this date or later. */
        WaitingUntilFrom: string;
        /** @description Waiting for the customer until this date or earlier, but after today. */
        WaitingUntilTo: string;
        /** @description Record id of the webhook. */
        WebhookIdPath: number;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listCandidates: {
        parameters: {
            query?: {
                /** @description Statuses, separated by commas: `new`, `error`, `processed`, `inactive`. Default: all. */
                status?: components["parameters"]["CandidateStatus"];
                /** @description Data source by internal name, record id or identifier string. */
                dataSource?: components["parameters"]["DataSource"];
                /** @description Code of the external system that was sent. */
                externalSystem?: components["parameters"]["ExternalSystem"];
                /** @description Organisation code. */
                org?: components["parameters"]["Organisation"];
                /** @description Code of the buyer. */
                bpartner?: components["parameters"]["Buyer"];
                /** @description Product code. */
                product?: components["parameters"]["ProductCode"];
                /** @description Header id of the sender. */
                externalHeaderId?: components["parameters"]["ExternalHeaderId"];
                /** @description Earliest required date, inclusive. */
                dateRequiredFrom?: components["parameters"]["DateRequiredFrom"];
                /** @description Latest required date, inclusive. */
                dateRequiredTo?: components["parameters"]["DateRequiredTo"];
                /** @description Earliest creation time, inclusive: a date (in UTC) or a timestamp. */
                createdFrom?: components["parameters"]["CreatedFrom"];
                /** @description Latest creation time: a date (in UTC), inclusive, or a timestamp, exclusive. */
                createdTo?: components["parameters"]["CreatedTo"];
                /** @description Search words, not case-sensitive; all must match. A word of at least 3 characters matches parts of a reference, or of the code, name, town or postal code of a partner or product. Shorter words and ids of the sender match from the start. */
                q?: components["parameters"]["CandidateSearch"];
                /** @description Problem code. Matches candidates that have this problem. */
                problem?: components["parameters"]["ProblemCode"];
                /** @description Cause of the problem, as in the problem groups. Requires `problem`. */
                cause?: components["parameters"]["ProblemCause"];
                /** @description Hold reason of the candidate. */
                hold?: components["parameters"]["HoldReason"];
                /** @description Waiting for the customer until this date or later. */
                waitingUntilFrom?: components["parameters"]["WaitingUntilFrom"];
                /** @description Waiting for the customer until this date or earlier, but after today. */
                waitingUntilTo?: components["parameters"]["WaitingUntilTo"];
                /** @description User name of the assignee; `me` for the caller, `none` for unassigned candidates. */
                assignedTo?: components["parameters"]["AssignedTo"];
                /** @description Record ids of candidates: in a query separated by commas, in a selection at most 10,000. Matches all candidates of their incoming orders. */
                headerOf?: components["parameters"]["HeaderOf"];
                /** @description Whether the incoming order has attachments. */
                hasAttachment?: components["parameters"]["HasAttachment"];
                /** @description Whether a run started now would skip the candidate because it is on hold. */
                held?: components["parameters"]["Held"];
                /** @description Whether the candidate has comments. */
                hasComments?: components["parameters"]["HasComments"];
                /** @description Stored request that imported the candidates: their `requestId`. */
                requestId?: components["parameters"]["ImportRequestId"];
                /** @description Spreadsheet draft that imported the candidates. */
                importDraft?: components["parameters"]["CandidateImportDraft"];
                /** @description Id of a run that has a result for the candidate. Scheduled runs store results of changed candidates only. */
                runId?: components["parameters"]["CandidateRunId"];
                /** @description Result of the run for the candidate. Requires `runId`. */
                outcome?: components["parameters"]["CandidateOutcome"];
                /** @description Order reference of the customer. */
                poReference?: components["parameters"]["CandidatePoReference"];
                /** @description Promotion code. Any code is accepted. */
                promotionCode?: components["parameters"]["PromotionCode"];
                /** @description Id of an unresolved reference. Matches the lines with this reference. */
                unresolvedReference?: components["parameters"]["UnresolvedReference"];
                /** @description Sort key: createdAt, dateRequired, poReference, qty, price, status or bpartner. A leading `-` sorts in descending order. */
                sort?: components["parameters"]["CandidateSort"];
                /** @description Number of items per page, at most 500. */
                limit?: components["parameters"]["Limit"];
                /** @description Number of candidates to skip. */
                offset?: number;
                /** @description Cursor for the next page: `next` of the previous response. */
                after?: components["parameters"]["After"];
                /** @description Cursor for the previous page: `previous` of the last response. */
                before?: components["parameters"]["Before"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of results. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CandidatePageAnswer"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    importCandidate: {
        parameters: {
            query?: {
                /** @description Applies all rules and returns the full response, but writes nothing. Ids of records that would be created are null. */
                dryRun?: components["parameters"]["DryRun"];
                /** @description Effect of unknown records: `reject` the row or `store` it with problems. Default: `unresolvedReferences` of the data source. */
                unresolved?: components["parameters"]["Unresolved"];
            };
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` turns warnings about unknown fields and parameters into errors. `return=minimal` returns only the fields of the metasfresh classes and omits all others, even required ones. The response then has the header `Preference-Applied`. */
                Prefer?: components["parameters"]["PreferHandling"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CandidateBody"];
            };
        };
        responses: {
            /** @description The same row was imported before. Also the response of a dry run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CandidatesAnswer"];
                };
            };
            201: components["responses"]["StoredCandidates"];
            default: components["responses"]["WriteBodyError"];
        };
    };
    importCandidatesBulk: {
        parameters: {
            query?: {
                /** @description Applies all rules and returns the full response, but writes nothing. Ids of records that would be created are null. */
                dryRun?: components["parameters"]["DryRun"];
                /** @description Effect of a row with errors: it rejects the whole request (`all`), its incoming order (`header`) or only itself (`row`). */
                errorPolicy?: "all" | "header" | "row";
                /** @description Effect of unknown records: `reject` the row or `store` it with problems. Default: `unresolvedReferences` of the data source. */
                unresolved?: components["parameters"]["Unresolved"];
            };
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` turns warnings about unknown fields and parameters into errors. `return=minimal` returns only the fields of the metasfresh classes and omits all others, even required ones. The response then has the header `Preference-Applied`. */
                Prefer?: components["parameters"]["PreferHandling"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkBody"];
            };
        };
        responses: {
            200: components["responses"]["RepeatedImport"];
            201: components["responses"]["StoredCandidates"];
            207: components["responses"]["PartlyRejectedImport"];
            default: components["responses"]["WriteBodyError"];
        };
    };
    listCandidateHeaders: {
        parameters: {
            query?: {
                /** @description Statuses, separated by commas: `new`, `error`, `processed`, `inactive`. Default: all. */
                status?: components["parameters"]["CandidateStatus"];
                /** @description Data source by internal name, record id or identifier string. */
                dataSource?: components["parameters"]["DataSource"];
                /** @description Code of the external system that was sent. */
                externalSystem?: components["parameters"]["ExternalSystem"];
                /** @description Organisation code. */
                org?: components["parameters"]["Organisation"];
                /** @description Code of the buyer. */
                bpartner?: components["parameters"]["Buyer"];
                /** @description Product code. */
                product?: components["parameters"]["ProductCode"];
                /** @description Header id of the sender. */
                externalHeaderId?: components["parameters"]["ExternalHeaderId"];
                /** @description Earliest required date, inclusive. */
                dateRequiredFrom?: components["parameters"]["DateRequiredFrom"];
                /** @description Latest required date, inclusive. */
                dateRequiredTo?: components["parameters"]["DateRequiredTo"];
                /** @description Earliest creation time, inclusive: a date (in UTC) or a timestamp. */
                createdFrom?: components["parameters"]["CreatedFrom"];
                /** @description Latest creation time: a date (in UTC), inclusive, or a timestamp, exclusive. */
                createdTo?: components["parameters"]["CreatedTo"];
                /** @description Search words, not case-sensitive; all must match. A word of at least 3 characters matches parts of a reference, or of the code, name, town or postal code of a partner or product. Shorter words and ids of the sender match from the start. */
                q?: components["parameters"]["CandidateSearch"];
                /** @description Problem code. Matches candidates that have this problem. */
                problem?: components["parameters"]["ProblemCode"];
                /** @description Cause of the problem, as in the problem groups. Requires `problem`. */
                cause?: components["parameters"]["ProblemCause"];
                /** @description Hold reason of the candidate. */
                hold?: components["parameters"]["HoldReason"];
                /** @description Waiting for the customer until this date or later. */
                waitingUntilFrom?: components["parameters"]["WaitingUntilFrom"];
                /** @description Waiting for the customer until this date or earlier, but after today. */
                waitingUntilTo?: components["parameters"]["WaitingUntilTo"];
                /** @description User name of the assignee; `me` for the caller, `none` for unassigned candidates. */
                assignedTo?: components["parameters"]["AssignedTo"];
                /** @description Record ids of candidates: in a query separated by commas, in a selection at most 10,000. Matches all candidates of their incoming orders. */
                headerOf?: components["parameters"]["HeaderOf"];
                /** @description Whether the incoming order has attachments. */
                hasAttachment?: components["parameters"]["HasAttachment"];
                /** @description Whether a run started now would skip the candidate because it is on hold. */
                held?: components["parameters"]["Held"];
                /** @description Whether the candidate has comments. */
                hasComments?: components["parameters"]["HasComments"];
                /** @description Stored request that imported the candidates: their `requestId`. */
                requestId?: components["parameters"]["ImportRequestId"];
                /** @description Spreadsheet draft that imported the candidates. */
                importDraft?: components["parameters"]["CandidateImportDraft"];
                /** @description Id of a run that has a result for the candidate. Scheduled runs store results of changed candidates only. */
                runId?: components["parameters"]["CandidateRunId"];
                /** @description Result of the run for the candidate. Requires `runId`. */
                outcome?: components["parameters"]["CandidateOutcome"];
                /** @description Order reference of the customer. */
                poReference?: components["parameters"]["CandidatePoReference"];
                /** @description Promotion code. Any code is accepted. */
                promotionCode?: components["parameters"]["PromotionCode"];
                /** @description Id of an unresolved reference. Matches the lines with this reference. */
                unresolvedReference?: components["parameters"]["UnresolvedReference"];
                /** @description Sort key: createdAt, dateRequired, poReference or bpartner of the representative candidate. A leading `-` sorts in descending order. */
                sort?: string;
                /** @description Number of items per page, at most 100. */
                limit?: number;
                /** @description Number of incoming orders to skip. */
                offset?: number;
                /** @description Count all matching incoming orders, which takes longer if many candidates match. With a search, the total can still be a lower bound. */
                countAll?: boolean;
                /** @description Cursor for the next page: `next` of the previous response. */
                after?: components["parameters"]["After"];
                /** @description Cursor for the previous page: `previous` of the last response. */
                before?: components["parameters"]["Before"];
            };
            header?: {
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of results. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeaderPageAnswer"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    countCandidates: {
        parameters: {
            query?: {
                /** @description Statuses, separated by commas: `new`, `error`, `processed`, `inactive`. Default: all. */
                status?: components["parameters"]["CandidateStatus"];
                /** @description Data source by internal name, record id or identifier string. */
                dataSource?: components["parameters"]["DataSource"];
                /** @description Code of the external system that was sent. */
                externalSystem?: components["parameters"]["ExternalSystem"];
                /** @description Organisation code. */
                org?: components["parameters"]["Organisation"];
                /** @description Code of the buyer. */
                bpartner?: components["parameters"]["Buyer"];
                /** @description Product code. */
                product?: components["parameters"]["ProductCode"];
                /** @description Header id of the sender. */
                externalHeaderId?: components["parameters"]["ExternalHeaderId"];
                /** @description Earliest required date, inclusive. */
                dateRequiredFrom?: components["parameters"]["DateRequiredFrom"];
                /** @description Latest required date, inclusive. */
                dateRequiredTo?: components["parameters"]["DateRequiredTo"];
                /** @description Earliest creation time, inclusive: a date (in UTC) or a timestamp. */
                createdFrom?: components["parameters"]["CreatedFrom"];
                /** @description Latest creation time: a date (in UTC), inclusive, or a timestamp, exclusive. */
                createdTo?: components["parameters"]["CreatedTo"];
                /** @description Search words, not case-sensitive; all must match. A word of at least 3 characters matches parts of a reference, or of the code, name, town or postal code of a partner or product. Shorter words and ids of the sender match from the start. */
                q?: components["parameters"]["CandidateSearch"];
                /** @description Problem code. Matches candidates that have this problem. */
                problem?: components["parameters"]["ProblemCode"];
                /** @description Cause of the problem, as in the problem groups. Requires `problem`. */
                cause?: components["parameters"]["ProblemCause"];
                /** @description Hold reason of the candidate. */
                hold?: components["parameters"]["HoldReason"];
                /** @description Waiting for the customer until this date or later. */
                waitingUntilFrom?: components["parameters"]["WaitingUntilFrom"];
                /** @description Waiting for the customer until this date or earlier, but after today. */
                waitingUntilTo?: components["parameters"]["WaitingUntilTo"];
                /** @description User name of the assignee; `me` for the caller, `none` for unassigned candidates. */
                assignedTo?: components["parameters"]["AssignedTo"];
                /** @description Record ids of candidates: in a query separated by commas, in a selection at most 10,000. Matches all candidates of their incoming orders. */
                headerOf?: components["parameters"]["HeaderOf"];
                /** @description Whether the incoming order has attachments. */
                hasAttachment?: components["parameters"]["HasAttachment"];
                /** @description Whether a run started now would skip the candidate because it is on hold. */
                held?: components["parameters"]["Held"];
                /** @description Whether the candidate has comments. */
                hasComments?: components["parameters"]["HasComments"];
                /** @description Stored request that imported the candidates: their `requestId`. */
                requestId?: components["parameters"]["ImportRequestId"];
                /** @description Spreadsheet draft that imported the candidates. */
                importDraft?: components["parameters"]["CandidateImportDraft"];
                /** @description Id of a run that has a result for the candidate. Scheduled runs store results of changed candidates only. */
                runId?: components["parameters"]["CandidateRunId"];
                /** @description Result of the run for the candidate. Requires `runId`. */
                outcome?: components["parameters"]["CandidateOutcome"];
                /** @description Order reference of the customer. */
                poReference?: components["parameters"]["CandidatePoReference"];
                /** @description Promotion code. Any code is accepted. */
                promotionCode?: components["parameters"]["PromotionCode"];
                /** @description Id of an unresolved reference. Matches the lines with this reference. */
                unresolvedReference?: components["parameters"]["UnresolvedReference"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The numbers of candidates. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CandidateCountsAnswer"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    groupProblems: {
        parameters: {
            query?: {
                /** @description Data source by internal name, record id or identifier string. */
                dataSource?: components["parameters"]["DataSource"];
                /** @description Organisation code. */
                org?: components["parameters"]["Organisation"];
                /** @description Number of groups to skip. Groups are sorted by size, largest first. */
                offset?: components["parameters"]["GroupsSkipped"];
            };
            header?: {
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The groups. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemGroupsAnswer"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    groupHolds: {
        parameters: {
            query?: {
                /** @description Data source by internal name, record id or identifier string. */
                dataSource?: components["parameters"]["DataSource"];
                /** @description Organisation code. */
                org?: components["parameters"]["Organisation"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The groups. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HoldGroupsAnswer"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    exportCandidates: {
        parameters: {
            query?: {
                /** @description Statuses, separated by commas: `new`, `error`, `processed`, `inactive`. Default: all. */
                status?: components["parameters"]["CandidateStatus"];
                /** @description Data source by internal name, record id or identifier string. */
                dataSource?: components["parameters"]["DataSource"];
                /** @description Code of the external system that was sent. */
                externalSystem?: components["parameters"]["ExternalSystem"];
                /** @description Organisation code. */
                org?: components["parameters"]["Organisation"];
                /** @description Code of the buyer. */
                bpartner?: components["parameters"]["Buyer"];
                /** @description Product code. */
                product?: components["parameters"]["ProductCode"];
                /** @description Header id of the sender. */
                externalHeaderId?: components["parameters"]["ExternalHeaderId"];
                /** @description Earliest required date, inclusive. */
                dateRequiredFrom?: components["parameters"]["DateRequiredFrom"];
                /** @description Latest required date, inclusive. */
                dateRequiredTo?: components["parameters"]["DateRequiredTo"];
                /** @description Earliest creation time, inclusive: a date (in UTC) or a timestamp. */
                createdFrom?: components["parameters"]["CreatedFrom"];
                /** @description Latest creation time: a date (in UTC), inclusive, or a timestamp, exclusive. */
                createdTo?: components["parameters"]["CreatedTo"];
                /** @description Search words, not case-sensitive; all must match. A word of at least 3 characters matches parts of a reference, or of the code, name, town or postal code of a partner or product. Shorter words and ids of the sender match from the start. */
                q?: components["parameters"]["CandidateSearch"];
                /** @description Problem code. Matches candidates that have this problem. */
                problem?: components["parameters"]["ProblemCode"];
                /** @description Cause of the problem, as in the problem groups. Requires `problem`. */
                cause?: components["parameters"]["ProblemCause"];
                /** @description Hold reason of the candidate. */
                hold?: components["parameters"]["HoldReason"];
                /** @description Waiting for the customer until this date or later. */
                waitingUntilFrom?: components["parameters"]["WaitingUntilFrom"];
                /** @description Waiting for the customer until this date or earlier, but after today. */
                waitingUntilTo?: components["parameters"]["WaitingUntilTo"];
                /** @description User name of the assignee; `me` for the caller, `none` for unassigned candidates. */
                assignedTo?: components["parameters"]["AssignedTo"];
                /** @description Record ids of candidates: in a query separated by commas, in a selection at most 10,000. Matches all candidates of their incoming orders. */
                headerOf?: components["parameters"]["HeaderOf"];
                /** @description Whether the incoming order has attachments. */
                hasAttachment?: components["parameters"]["HasAttachment"];
                /** @description Whether a run started now would skip the candidate because it is on hold. */
                held?: components["parameters"]["Held"];
                /** @description Whether the candidate has comments. */
                hasComments?: components["parameters"]["HasComments"];
                /** @description Stored request that imported the candidates: their `requestId`. */
                requestId?: components["parameters"]["ImportRequestId"];
                /** @description Spreadsheet draft that imported the candidates. */
                importDraft?: components["parameters"]["CandidateImportDraft"];
                /** @description Id of a run that has a result for the candidate. Scheduled runs store results of changed candidates only. */
                runId?: components["parameters"]["CandidateRunId"];
                /** @description Result of the run for the candidate. Requires `runId`. */
                outcome?: components["parameters"]["CandidateOutcome"];
                /** @description Order reference of the customer. */
                poReference?: components["parameters"]["CandidatePoReference"];
                /** @description Promotion code. Any code is accepted. */
                promotionCode?: components["parameters"]["PromotionCode"];
                /** @description Id of an unresolved reference. Matches the lines with this reference. */
                unresolvedReference?: components["parameters"]["UnresolvedReference"];
                /** @description Sort key: createdAt, dateRequired, poReference, qty, price, status or bpartner. A leading `-` sorts in descending order. */
                sort?: components["parameters"]["CandidateSort"];
                /** @description Format of the file. */
                format?: components["parameters"]["TableFormat"];
                /** @description Columns of the file in their order, separated by commas; by default the columns up to `externalSystemCode`: `id`, `status`, `problems`, `hold`, `waitingUntil`, `assignedTo`, `orgCode`, `dataSourceInternalName`, `externalHeaderId`, `externalLineId`, `poReference`, `bpartnerCode`, `bpartnerName`, `postal`, `city`, `productCode`, `productName`, `productDescription`, `qty`, `uomCode`, `price`, `currencyCode`, `discount`, `dateOrdered`, `dateRequired`, `orderDocumentNo`, `createdAt`, `updatedAt`, `externalSystemCode`, `qtyOverride`, `priceOverride`, `dateRequiredOverride`, `shipTo`, `billTo`, `promotionCode`, `orderDocType`, `paymentRule`, `shipper`, `salesPartner`, `attachments`, `comments`. */
                columns?: string;
            };
            header?: {
                /** @description Language of the file: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["FileLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": Blob;
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    getOrderTemplate: {
        parameters: {
            query?: {
                /** @description Language of the workbook; by default that of the request. */
                language?: "en" | "de";
            };
            header?: {
                /** @description Language of the file: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["FileLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workbook. */
            200: {
                headers: {
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": Blob;
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    listUnresolvedReferences: {
        parameters: {
            query?: {
                /** @description Kinds of records, separated by commas: `bpartner`, `location`, `contact`, `product`, `uom`, `shipper`, `paymentTerm`, `warehouse`, `pricingSystem`, `docType` or `salesPartner`. Default: all. */
                kind?: string;
                /** @description Data source by internal name, record id or identifier string. */
                dataSource?: components["parameters"]["DataSource"];
                /** @description Code of the external system of the external id. */
                externalSystem?: string;
                /** @description Organisation code. */
                org?: components["parameters"]["Organisation"];
                /** @description Part of a key, not case-sensitive. */
                q?: string;
                /** @description Sort order: number of lines, or the time of the oldest one. A leading `-` sorts in descending order. */
                sort?: "-lines" | "lines" | "oldest" | "-oldest";
                /** @description Number of items per page, at most 500. */
                limit?: components["parameters"]["Limit"];
                /** @description Cursor for the next page: `next` of the previous response. */
                after?: components["parameters"]["After"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of results. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnresolvedReferencePage"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    getUnresolvedReference: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the entry. */
                id: components["parameters"]["UnresolvedReferenceIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entry. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnresolvedReferenceDetails"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    mapUnresolvedReference: {
        parameters: {
            query?: never;
            header?: {
                /** @description `wait=SECONDS`: time to wait for the end of the run before the response, at most 300 seconds. */
                Prefer?: components["parameters"]["PreferWait"];
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                /** @description Id of the entry. */
                id: components["parameters"]["UnresolvedReferenceIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MapBody"];
            };
        };
        responses: {
            /** @description The run ended within the wait time. */
            200: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            202: components["responses"]["QueuedRun"];
            default: components["responses"]["WriteBodyError"];
        };
    };
    getIntake: {
        parameters: {
            query?: {
                /** @description Period of the statistics. `24h` is divided into hours, `7d` and `30d` into days. */
                period?: "24h" | "7d" | "30d";
                /** @description Data source by internal name, record id or identifier string. */
                dataSource?: components["parameters"]["DataSource"];
                /** @description Organisation code. */
                org?: components["parameters"]["Organisation"];
            };
            header?: {
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statistics. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntakeAnswer"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    getDay: {
        parameters: {
            query?: {
                /** @description Data source by internal name, record id or identifier string. */
                dataSource?: components["parameters"]["DataSource"];
                /** @description Organisation code. */
                org?: components["parameters"]["Organisation"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statistics. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DayAnswer"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    getCandidate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Record id of the candidate. */
                id: components["parameters"]["CandidateIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The candidate. Its `ETag` is the version. */
            200: {
                headers: {
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Candidate"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    correctCandidate: {
        parameters: {
            query?: never;
            header: {
                /** @description The `ETag` of the candidate as it was read, or `*` for any version. */
                "If-Match": string;
            };
            path: {
                /** @description Record id of the candidate. */
                id: components["parameters"]["CandidateIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CandidatePatchBody"];
            };
        };
        responses: {
            /** @description The candidate after the correction. Its `ETag` is the version. */
            200: {
                headers: {
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CorrectedCandidate"];
                };
            };
            default: components["responses"]["WriteBodyError"];
        };
    };
    getCandidateRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Record id of the candidate. */
                id: components["parameters"]["CandidateIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ReceivedRequest"];
            default: components["responses"]["ReadError"];
        };
    };
    getCandidatesByHeader: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Data source by internal name, record id or identifier string; otherwise the code of an external system. */
                dataSource: components["parameters"]["DataSourcePath"];
                /** @description Header id or flat external id of the sender. */
                externalHeaderId: components["parameters"]["HeaderOrExternalIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OrderByReference"];
            default: components["responses"]["ReadError"];
        };
    };
    getCandidatesByLine: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Data source by internal name, record id or identifier string; otherwise the code of an external system. */
                dataSource: components["parameters"]["DataSourcePath"];
                /** @description Header id of the sender. */
                externalHeaderId: components["parameters"]["HeaderIdPath"];
                /** @description Line id of the sender. */
                externalLineId: components["parameters"]["LineIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OrderByReference"];
            default: components["responses"]["ReadError"];
        };
    };
    attachFile: {
        parameters: {
            query?: {
                /** @description Organisation code. Required if several organisations have this incoming order. */
                org?: components["parameters"]["OrganisationOfIncomingOrder"];
                /** @description Code of the external system. Selects one of several incoming orders with this id. */
                externalSystem?: components["parameters"]["SystemOfIncomingOrder"];
                /** @description Tags of the file as alternating keys and values, as in the form. */
                tags?: components["parameters"]["Tags"];
            };
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same file, name and tags are sent with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["FileIdempotencyKey"];
            };
            path: {
                /** @description Data source by internal name, record id or identifier string; otherwise the code of an external system. */
                dataSourceName: string;
                /** @description Header id or flat external id of the sender. */
                externalReference: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["AttachmentForm"];
            };
        };
        responses: {
            200: components["responses"]["KnownAttachment"];
            201: components["responses"]["NewAttachment"];
            default: components["responses"]["WriteBodyError"];
        };
    };
    attachFileByExternalId: {
        parameters: {
            query?: {
                /** @description Organisation code. Required if several organisations have this incoming order. */
                org?: components["parameters"]["OrganisationOfIncomingOrder"];
                /** @description Code of the external system. Selects one of several incoming orders with this id. */
                externalSystem?: components["parameters"]["SystemOfIncomingOrder"];
                /** @description Tags of the file as alternating keys and values, as in the form. */
                tags?: components["parameters"]["Tags"];
            };
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same file, name and tags are sent with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["FileIdempotencyKey"];
            };
            path: {
                /** @description Header id or flat external id of the sender. */
                externalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["AttachmentForm"];
            };
        };
        responses: {
            200: components["responses"]["KnownAttachment"];
            201: components["responses"]["NewAttachment"];
            default: components["responses"]["WriteBodyError"];
        };
    };
    getAttachmentContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `attachmentId` of the file. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The content of the file. */
            200: {
                headers: {
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    getCandidateHistory: {
        parameters: {
            query?: {
                /** @description Number of items per page, at most 500. */
                limit?: components["parameters"]["Limit"];
                /** @description Cursor for the next page: `next` of the previous response. */
                after?: components["parameters"]["After"];
                /** @description Sort order. `-at`: newest first. */
                sort?: components["parameters"]["HistorySort"];
            };
            header?: never;
            path: {
                /** @description Record id of the candidate. */
                id: components["parameters"]["CandidateIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of results. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryAnswer"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    listAssignees: {
        parameters: {
            query?: {
                /** @description Organisation code. Default: all organisations of the caller. */
                org?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The users. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Assignees"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    commentOnCandidate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                /** @description Record id of the candidate. */
                id: components["parameters"]["CandidateIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentBody"];
            };
        };
        responses: {
            201: components["responses"]["NewComment"];
            default: components["responses"]["WriteBodyError"];
        };
    };
    cancelHeader: {
        parameters: {
            query?: {
                /** @description Organisation code. Required if several organisations have this reference. */
                org?: components["parameters"]["OrganisationOfCandidates"];
            };
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                /** @description Data source by internal name, record id or identifier string; otherwise the code of an external system. */
                dataSource: components["parameters"]["DataSourcePath"];
                /** @description Header id or flat external id of the sender. */
                externalHeaderId: components["parameters"]["HeaderOrExternalIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All candidates are excluded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelledAnswer"];
                };
            };
            default: components["responses"]["WriteError"];
        };
    };
    cancelLine: {
        parameters: {
            query?: {
                /** @description Organisation code. Required if several organisations have this reference. */
                org?: components["parameters"]["OrganisationOfCandidates"];
            };
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                /** @description Data source by internal name, record id or identifier string; otherwise the code of an external system. */
                dataSource: components["parameters"]["DataSourcePath"];
                /** @description Header id of the sender. */
                externalHeaderId: components["parameters"]["HeaderIdPath"];
                /** @description Line id of the sender. */
                externalLineId: components["parameters"]["LineIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The candidate is excluded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelledAnswer"];
                };
            };
            default: components["responses"]["WriteError"];
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description Status of the orders. Default: both. */
                status?: components["parameters"]["OrderStatus"];
                /** @description Organisation code. */
                org?: components["parameters"]["Organisation"];
                /** @description Data source by internal name, record id or identifier string. */
                dataSource?: components["parameters"]["DataSource"];
                /** @description Header id of the sender. */
                externalHeaderId?: components["parameters"]["ExternalHeaderId"];
                /** @description Reference of the customer. */
                poReference?: components["parameters"]["OrderPoReference"];
                /** @description Document number of the order. */
                documentNo?: components["parameters"]["DocumentNo"];
                /** @description Search words, not case-sensitive; all must match. A word of at least 3 characters matches parts of the number, a reference, or the code, name, town or postal code of the buyer. A shorter word matches only the start. */
                q?: components["parameters"]["OrderSearch"];
                /** @description Code of the buyer. */
                bpartner?: components["parameters"]["Buyer"];
                /** @description Earliest order date, inclusive. */
                dateOrderedFrom?: components["parameters"]["DateOrderedFrom"];
                /** @description Latest order date, inclusive. */
                dateOrderedTo?: components["parameters"]["DateOrderedTo"];
                /** @description Id of the run that created the order. */
                runId?: components["parameters"]["OrderRunId"];
                /** @description State of the transfer to a receiver. `true`: confirmed. `false`: completed orders whose transfer is not confirmed. `due`: like `false`, but only orders created after their organisation switched the transfer on. */
                handedOver?: components["parameters"]["HandedOver"];
                /** @description Sort order. `-createdAt`: newest first. */
                sort?: components["parameters"]["OrderSort"];
                /** @description Number of items per page, at most 500. */
                limit?: components["parameters"]["Limit"];
                /** @description Cursor for the next page: `next` of the previous response. */
                after?: components["parameters"]["After"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of results. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderPageAnswer"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    createOrder: {
        parameters: {
            query?: {
                /** @description Applies all rules and returns the full response, but writes nothing. Ids of records that would be created are null. */
                dryRun?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` turns warnings about unknown fields and parameters into errors. `return=minimal` returns only the fields of the metasfresh classes and omits all others, even required ones. The response then has the header `Preference-Applied`. */
                Prefer?: components["parameters"]["PreferHandling"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderBody"];
            };
        };
        responses: {
            /** @description The completed sales order. For a dry run: the order that would be created. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedOrder"] | components["schemas"]["PlannedCreatedOrder"];
                };
            };
            default: components["responses"]["WriteBodyError"];
        };
    };
    exportOrders: {
        parameters: {
            query?: {
                /** @description Status of the orders. Default: both. */
                status?: components["parameters"]["OrderStatus"];
                /** @description Organisation code. */
                org?: components["parameters"]["Organisation"];
                /** @description Data source by internal name, record id or identifier string. */
                dataSource?: components["parameters"]["DataSource"];
                /** @description Header id of the sender. */
                externalHeaderId?: components["parameters"]["ExternalHeaderId"];
                /** @description Reference of the customer. */
                poReference?: components["parameters"]["OrderPoReference"];
                /** @description Document number of the order. */
                documentNo?: components["parameters"]["DocumentNo"];
                /** @description Search words, not case-sensitive; all must match. A word of at least 3 characters matches parts of the number, a reference, or the code, name, town or postal code of the buyer. A shorter word matches only the start. */
                q?: components["parameters"]["OrderSearch"];
                /** @description Code of the buyer. */
                bpartner?: components["parameters"]["Buyer"];
                /** @description Earliest order date, inclusive. */
                dateOrderedFrom?: components["parameters"]["DateOrderedFrom"];
                /** @description Latest order date, inclusive. */
                dateOrderedTo?: components["parameters"]["DateOrderedTo"];
                /** @description Id of the run that created the order. */
                runId?: components["parameters"]["OrderRunId"];
                /** @description State of the transfer to a receiver. `true`: confirmed. `false`: completed orders whose transfer is not confirmed. `due`: like `false`, but only orders created after their organisation switched the transfer on. */
                handedOver?: components["parameters"]["HandedOver"];
                /** @description Sort order. `-createdAt`: newest first. */
                sort?: components["parameters"]["OrderSort"];
                /** @description Format of the file. */
                format?: components["parameters"]["TableFormat"];
                /** @description Columns of the file in their order, separated by commas; by default all: `id`, `documentNo`, `status`, `docType`, `orgCode`, `dataSourceInternalName`, `externalHeaderId`, `poReference`, `bpartnerCode`, `bpartnerName`, `postal`, `city`, `dateOrdered`, `datePromised`, `lineCount`, `totalLines`, `totalTax`, `grandTotal`, `currencyCode`, `createdAt`, `updatedAt`, `receiver`, `receiverNumber`, `handedOverAt`, `refusalReason`. */
                columns?: string;
            };
            header?: {
                /** @description Language of the file: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["FileLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": Blob;
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `salesOrderId` of the order. */
                id: components["parameters"]["OrderIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sales order. Its `ETag` is the version. */
            200: {
                headers: {
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    getOrderHistory: {
        parameters: {
            query?: {
                /** @description Number of items per page, at most 500. */
                limit?: components["parameters"]["Limit"];
                /** @description Cursor for the next page: `next` of the previous response. */
                after?: components["parameters"]["After"];
                /** @description Sort order. `-at`: newest first. */
                sort?: components["parameters"]["HistorySort"];
            };
            header?: never;
            path: {
                /** @description The `salesOrderId` of the order. */
                id: components["parameters"]["OrderIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of results. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderHistoryAnswer"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    listOrderAttachments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the sales order. */
                salesOrderId: components["parameters"]["SalesOrderIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attachments. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attachment"][];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    attachFileToOrder: {
        parameters: {
            query?: {
                /** @description Tags of the file as alternating keys and values, as in the form. */
                tags?: components["parameters"]["Tags"];
            };
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same file, name and tags are sent with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["FileIdempotencyKey"];
            };
            path: {
                /** @description Id of the sales order. */
                salesOrderId: components["parameters"]["SalesOrderIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["AttachmentForm"];
            };
        };
        responses: {
            200: components["responses"]["KnownAttachment"];
            201: components["responses"]["NewAttachment"];
            default: components["responses"]["WriteBodyError"];
        };
    };
    commentOnOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                /** @description The `salesOrderId` of the order. */
                id: components["parameters"]["OrderIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentBody"];
            };
        };
        responses: {
            201: components["responses"]["NewComment"];
            default: components["responses"]["WriteBodyError"];
        };
    };
    handOverOrders: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HandedOverBody"];
            };
        };
        responses: {
            /** @description All replies are recorded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandedOverAnswer"];
                };
            };
            /** @description Some replies could not be recorded. */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandedOverAnswer"];
                };
            };
            /** @description None of the orders was found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandedOverAnswer"];
                };
            };
            /** @description None of the replies could be recorded. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandedOverAnswer"];
                };
            };
            default: components["responses"]["WriteBodyError"];
        };
    };
    voidOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                /** @description The `salesOrderId` of the order. */
                id: components["parameters"]["OrderIdPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["VoidBody"] | null;
            };
        };
        responses: {
            /** @description The voided order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            default: components["responses"]["WriteBodyError"];
        };
    };
    processCandidates: {
        parameters: {
            query?: {
                /** @description Applies all rules and returns the full response, but writes nothing. Ids of records that would be created are null. */
                dryRun?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description `wait=SECONDS`: time to wait for the end of the run before the response, at most 300 seconds. */
                Prefer?: components["parameters"]["PreferWait"];
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProcessBody"];
            };
        };
        responses: {
            200: components["responses"]["EndedRun"];
            202: components["responses"]["QueuedRun"];
            default: components["responses"]["WriteBodyError"];
        };
    };
    revalidateCandidates: {
        parameters: {
            query?: {
                /** @description Applies all rules and returns the full response, but writes nothing. Ids of records that would be created are null. */
                dryRun?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description `wait=SECONDS`: time to wait for the end of the run before the response, at most 300 seconds. */
                Prefer?: components["parameters"]["PreferWait"];
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SelectionBody"];
            };
        };
        responses: {
            200: components["responses"]["EndedRun"];
            202: components["responses"]["QueuedRun"];
            default: components["responses"]["WriteBodyError"];
        };
    };
    editCandidates: {
        parameters: {
            query?: {
                /** @description Applies all rules and returns the full response, but writes nothing. Ids of records that would be created are null. */
                dryRun?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description `wait=SECONDS`: time to wait for the end of the run before the response, at most 300 seconds. */
                Prefer?: components["parameters"]["PreferWait"];
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EditBody"];
            };
        };
        responses: {
            /** @description The run ended within the wait time. For a dry run: the planned result. */
            200: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"] | components["schemas"]["PlannedEdit"];
                };
            };
            202: components["responses"]["QueuedRun"];
            default: components["responses"]["WriteBodyError"];
        };
    };
    listRuns: {
        parameters: {
            query?: {
                /** @description Number of items per page, at most 500. */
                limit?: components["parameters"]["Limit"];
                /** @description Cursor for the next page: `next` of the previous response. */
                after?: components["parameters"]["After"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of results. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunPageAnswer"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    startRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description `wait=SECONDS`: time to wait for the end of the run before the response, at most 300 seconds. */
                Prefer?: components["parameters"]["PreferWait"];
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run ended within the wait time. */
            200: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            /** @description The run is queued or active. */
            202: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            default: components["responses"]["WriteError"];
        };
    };
    getRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the run. */
                id: components["parameters"]["RunIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    getRunResults: {
        parameters: {
            query?: {
                /** @description Result of the run for the candidate. Default: all. */
                outcome?: "ordered" | "held" | "failed" | "passed" | "changed" | "unchanged";
                /** @description Number of items per page, at most 500. */
                limit?: components["parameters"]["Limit"];
                /** @description Cursor for the next page: `next` of the previous response. */
                after?: components["parameters"]["After"];
            };
            header?: never;
            path: {
                /** @description Id of the run. */
                id: components["parameters"]["RunIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of results. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunResultPageAnswer"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    stopRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                /** @description Id of the run. */
                id: components["parameters"]["RunIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run with its current state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            default: components["responses"]["WriteError"];
        };
    };
    undoRun: {
        parameters: {
            query?: {
                /** @description Applies all rules and returns the full response, but writes nothing. Ids of records that would be created are null. */
                dryRun?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description `wait=SECONDS`: time to wait for the end of the run before the response, at most 300 seconds. */
                Prefer?: components["parameters"]["PreferWait"];
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                /** @description Id of the run. */
                id: components["parameters"]["RunIdPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["VoidBody"] | null;
            };
        };
        responses: {
            /** @description The undo run ended within the wait time. For a dry run: the planned result. */
            200: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"] | components["schemas"]["PlannedUndo"];
                };
            };
            /** @description The undo run is queued or active. Poll `Location` for its state. */
            202: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            default: components["responses"]["WriteBodyError"];
        };
    };
    listInstances: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The instances. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstancesAnswer"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    listProcessSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AllProcessSettings"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    getProcessSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Organisation code. */
                org: components["parameters"]["OrganisationPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProcessSettings"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    putProcessSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Organisation code. */
                org: components["parameters"]["OrganisationPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProcessSettingsBody"];
            };
        };
        responses: {
            /** @description The settings after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProcessSettings"];
                };
            };
            default: components["responses"]["WriteBodyError"];
        };
    };
    getMasterdataSchema: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The JSON Schema (2020-12). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/schema+json": Record<string, never>;
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    listMasterdata: {
        parameters: {
            query?: {
                /** @description Search words, not case-sensitive; all must match. A word of at least 3 characters matches parts of the code, the name or other key fields. A shorter word matches only the start. The search also covers town and postal code of partners, products of prices, and names of units and currencies in the language of `Accept-Language`. */
                q?: components["parameters"]["MasterdataSearch"];
                /** @description Organisation code, or `*` for shared records. Not supported for kinds without an organisation. */
                org?: components["parameters"]["MasterdataOrganisation"];
                /** @description `true` for active records only, `false` for inactive records only. Default: both. */
                active?: components["parameters"]["Active"];
                /** @description Number of items per page, at most 500. */
                limit?: components["parameters"]["Limit"];
                /** @description Cursor for the next page: `next` of the previous response. */
                after?: components["parameters"]["After"];
                /** @description Cursor for the previous page: `previous` of the last response. */
                before?: components["parameters"]["Before"];
                /** @description Value of cross-references. Only for the kind `cross-references`. */
                value?: string;
                /** @description Kind of the target of cross-references. Only for the kind `cross-references`. */
                targetKind?: "bpartner" | "location" | "contact" | "product" | "uom" | "shipper" | "paymentTerm" | "warehouse";
                /** @description Record id of the target of cross-references. Only for the kind `cross-references`. */
                target?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Kind of record, as named in master data files.
                 * @example bpartners
                 */
                kind: components["parameters"]["MasterdataKindPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["MasterdataPage"];
            default: components["responses"]["ReadError"];
        };
    };
    putMasterdata: {
        parameters: {
            query?: {
                /** @description Applies all rules and returns the full response, but writes nothing. Ids of records that would be created are null. */
                dryRun?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                /**
                 * @description Kind of record, as named in master data files.
                 * @example bpartners
                 */
                kind: components["parameters"]["MasterdataKindPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MasterdataRecords"];
            };
        };
        responses: {
            /** @description The records were written or already have these values. Also the response of a dry run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpsertedAnswer"];
                };
            };
            default: components["responses"]["WriteBodyError"];
        };
    };
    listNestedMasterdata: {
        parameters: {
            query?: {
                /** @description Search words, not case-sensitive; all must match. A word of at least 3 characters matches parts of the code, the name or other key fields. A shorter word matches only the start. The search also covers town and postal code of partners, products of prices, and names of units and currencies in the language of `Accept-Language`. */
                q?: components["parameters"]["MasterdataSearch"];
                /** @description Organisation code, or `*` for shared records. Not supported for kinds without an organisation. */
                org?: components["parameters"]["MasterdataOrganisation"];
                /** @description `true` for active records only, `false` for inactive records only. Default: both. */
                active?: components["parameters"]["Active"];
                /** @description Number of items per page, at most 500. */
                limit?: components["parameters"]["Limit"];
                /** @description Cursor for the next page: `next` of the previous response. */
                after?: components["parameters"]["After"];
                /** @description Cursor for the previous page: `previous` of the last response. */
                before?: components["parameters"]["Before"];
            };
            header?: never;
            path: {
                /**
                 * @description Kind of record, as named in master data files.
                 * @example bpartners
                 */
                kind: components["parameters"]["MasterdataKindPath"];
                /** @description Record id of the parent record. */
                id: number;
                /**
                 * @description Name of the nested list.
                 * @example locations
                 */
                nested: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["MasterdataPage"];
            default: components["responses"]["ReadError"];
        };
    };
    getMasterdata: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Kind of record, as named in master data files.
                 * @example bpartners
                 */
                kind: components["parameters"]["MasterdataKindPath"];
                /** @description Record id. */
                id: components["parameters"]["MasterdataIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. Its `ETag` is the version. */
            200: {
                headers: {
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredMasterdataRecord"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    deactivateMasterdata: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                /**
                 * @description Kind of record, as named in master data files.
                 * @example bpartners
                 */
                kind: components["parameters"]["MasterdataKindPath"];
                /** @description Record id. */
                id: components["parameters"]["MasterdataIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredMasterdataRecord"];
                };
            };
            default: components["responses"]["WriteError"];
        };
    };
    undoMasterdata: {
        parameters: {
            query?: {
                /** @description Applies all rules and returns the full response, but writes nothing. Ids of records that would be created are null. */
                dryRun?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                /**
                 * @description Kind of record, as named in master data files.
                 * @example product-prices
                 */
                kind: string;
                /** @description Record id. */
                id: components["parameters"]["MasterdataIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UndoRecordBody"];
            };
        };
        responses: {
            /** @description The reverted changes. For a dry run: the changes that would be reverted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UndoneAnswer"];
                };
            };
            default: components["responses"]["WriteBodyError"];
        };
    };
    getMasterdataHistory: {
        parameters: {
            query?: {
                /** @description Number of items per page, at most 500. */
                limit?: components["parameters"]["Limit"];
                /** @description Cursor for the next page: `next` of the previous response. */
                after?: components["parameters"]["After"];
            };
            header?: never;
            path: {
                /**
                 * @description Kind of record, as named in master data files.
                 * @example bpartners
                 */
                kind: components["parameters"]["MasterdataKindPath"];
                /** @description Record id. */
                id: components["parameters"]["MasterdataIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of results. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MasterdataHistoryAnswer"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    listRejectedRows: {
        parameters: {
            query?: {
                /** @description Statuses, separated by commas: `open`, `imported`, `sentAgain`, `dismissed`. */
                status?: components["parameters"]["RejectedRowStatus"];
                /** @description Organisation code. */
                org?: components["parameters"]["Organisation"];
                /** @description Data source by internal name, record id or identifier string. `none`: rows without an existing data source. */
                dataSource?: components["parameters"]["RejectedRowSource"];
                /** @description Code of the first problem. */
                cause?: components["parameters"]["RejectedRowCause"];
                /** @description Part of an id, customer, product, order reference or sender. Not case-sensitive. */
                q?: components["parameters"]["RejectedRowSearch"];
                /** @description Start of the period of the last rejection, inclusive: a date (UTC) or a timestamp. */
                from?: components["parameters"]["RejectedFrom"];
                /** @description End of the period of the last rejection: a date (UTC), inclusive, or a timestamp, exclusive. */
                to?: components["parameters"]["RejectedTo"];
                /** @description Sort key. A leading `-` sorts in descending order. */
                sort?: "lastRejectedAt" | "-lastRejectedAt" | "firstRejectedAt" | "-firstRejectedAt";
                /** @description Number of items per page, at most 500. */
                limit?: components["parameters"]["Limit"];
                /** @description Cursor for the next page: `next` of the previous response. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of results. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RejectedRowPage"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    groupRejectedRows: {
        parameters: {
            query?: {
                /** @description Statuses, separated by commas: `open`, `imported`, `sentAgain`, `dismissed`. */
                status?: components["parameters"]["RejectedRowStatus"];
                /** @description Organisation code. */
                org?: components["parameters"]["Organisation"];
                /** @description Data source by internal name, record id or identifier string. `none`: rows without an existing data source. */
                dataSource?: components["parameters"]["RejectedRowSource"];
                /** @description Code of the first problem. */
                cause?: components["parameters"]["RejectedRowCause"];
                /** @description Part of an id, customer, product, order reference or sender. Not case-sensitive. */
                q?: components["parameters"]["RejectedRowSearch"];
                /** @description Start of the period of the last rejection, inclusive: a date (UTC) or a timestamp. */
                from?: components["parameters"]["RejectedFrom"];
                /** @description End of the period of the last rejection: a date (UTC), inclusive, or a timestamp, exclusive. */
                to?: components["parameters"]["RejectedTo"];
                /** @description Number of groups to skip. Groups are sorted by size, largest first. */
                offset?: components["parameters"]["GroupsSkipped"];
            };
            header?: {
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The groups. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RejectedRowCauses"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    exportRejectedRows: {
        parameters: {
            query?: {
                /** @description Statuses, separated by commas: `open`, `imported`, `sentAgain`, `dismissed`. */
                status?: components["parameters"]["RejectedRowStatus"];
                /** @description Organisation code. */
                org?: components["parameters"]["Organisation"];
                /** @description Data source by internal name, record id or identifier string. `none`: rows without an existing data source. */
                dataSource?: components["parameters"]["RejectedRowSource"];
                /** @description Code of the first problem. */
                cause?: components["parameters"]["RejectedRowCause"];
                /** @description Part of an id, customer, product, order reference or sender. Not case-sensitive. */
                q?: components["parameters"]["RejectedRowSearch"];
                /** @description Start of the period of the last rejection, inclusive: a date (UTC) or a timestamp. */
                from?: components["parameters"]["RejectedFrom"];
                /** @description End of the period of the last rejection: a date (UTC), inclusive, or a timestamp, exclusive. */
                to?: components["parameters"]["RejectedTo"];
                /** @description `ndjson`: the rows as sent, one per line. `csv` and `xlsx`: a table of the entries with their problems. */
                format?: "ndjson" | "csv" | "xlsx";
                /** @description Columns of a `csv` or `xlsx` file in their order, separated by commas; by default all: `id`, `status`, `orgCode`, `dataSourceInternalName`, `externalHeaderId`, `externalLineId`, `poReference`, `customer`, `product`, `cause`, `problems`, `pointers`, `rejectedWith`, `sender`, `requestId`, `firstRejectedAt`, `lastRejectedAt`, `count`, `reason`, `row`. */
                columns?: string;
            };
            header?: {
                /** @description Language of the file: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["FileLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": Blob;
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    dismissRejectedRows: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RejectedRowsDismissal"];
            };
        };
        responses: {
            /** @description The number of dismissed rows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DismissedRows"];
                };
            };
            default: components["responses"]["WriteBodyError"];
        };
    };
    getRejectedRow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Record id of the rejected row. */
                id: components["parameters"]["RejectedRowIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RejectedRow"];
            default: components["responses"]["ReadError"];
        };
    };
    sendRejectedRow: {
        parameters: {
            query?: {
                /** @description Applies all rules and returns the full response, but writes nothing. Ids of records that would be created are null. */
                dryRun?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` turns warnings about unknown fields and parameters into errors. `return=minimal` returns only the fields of the metasfresh classes and omits all others, even required ones. The response then has the header `Preference-Applied`. */
                Prefer?: components["parameters"]["PreferHandling"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                /** @description Record id of the rejected row. */
                id: components["parameters"]["RejectedRowIdPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CandidateBody"] | null;
            };
        };
        responses: {
            /** @description The row was imported before. Also the response of a dry run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CandidatesAnswer"];
                };
            };
            201: components["responses"]["StoredCandidates"];
            default: components["responses"]["WriteBodyError"];
        };
    };
    dismissRejectedRow: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                /** @description Record id of the rejected row. */
                id: components["parameters"]["RejectedRowIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RejectedRowDismissal"];
            };
        };
        responses: {
            200: components["responses"]["RejectedRow"];
            default: components["responses"]["WriteBodyError"];
        };
    };
    reopenRejectedRow: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                /** @description Record id of the rejected row. */
                id: components["parameters"]["RejectedRowIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RejectedRow"];
            default: components["responses"]["WriteError"];
        };
    };
    listImportDrafts: {
        parameters: {
            query?: {
                /** @description Number of items per page, at most 500. */
                limit?: components["parameters"]["Limit"];
                /** @description Cursor for the next page: `next` of the previous response. */
                after?: components["parameters"]["After"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The drafts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportDraftPage"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    createImportDraft: {
        parameters: {
            query?: {
                /** @description Name of the file. The format is detected from the content. */
                filename?: string;
                /** @description Code of the organisation. Default: the default organisation of the caller. */
                org?: string;
            };
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": Blob;
            };
        };
        responses: {
            /** @description The draft. */
            201: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportDraft"];
                };
            };
            default: components["responses"]["WriteBodyError"];
        };
    };
    getImportDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Record id of the draft. */
                id: components["parameters"]["ImportDraftIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The draft. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportDraft"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    removeImportDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Record id of the draft. */
                id: components["parameters"]["ImportDraftIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The draft was deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["WriteError"];
        };
    };
    changeImportDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Record id of the draft. */
                id: components["parameters"]["ImportDraftIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportDraftChange"];
            };
        };
        responses: {
            /** @description The changed draft. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportDraft"];
                };
            };
            default: components["responses"]["WriteBodyError"];
        };
    };
    listImportDraftRows: {
        parameters: {
            query?: {
                /** @description Results, separated by commas: `ready`, `problems`, `rejected`, `unchanged`, `conflict`. Default: all rows. */
                check?: components["parameters"]["ImportDraftCheck"];
                /** @description Number of rows to skip. */
                offset?: number;
                /** @description Number of items per page, at most 500. */
                limit?: components["parameters"]["Limit"];
            };
            header?: {
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                /** @description Record id of the draft. */
                id: components["parameters"]["ImportDraftIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportDraftRows"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    exportImportDraftRows: {
        parameters: {
            query?: {
                /** @description Results, separated by commas: `ready`, `problems`, `rejected`, `unchanged`, `conflict`. Default: all rows. */
                check?: components["parameters"]["ImportDraftCheck"];
            };
            header?: {
                /** @description Language of the file: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["FileLanguage"];
            };
            path: {
                /** @description Record id of the draft. */
                id: components["parameters"]["ImportDraftIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    checkImportDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                /** @description Record id of the draft. */
                id: components["parameters"]["ImportDraftIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportDraftVersion"];
            };
        };
        responses: {
            /** @description The draft in status `checking`. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportDraft"];
                };
            };
            default: components["responses"]["WriteBodyError"];
        };
    };
    commitImportDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                /** @description Record id of the draft. */
                id: components["parameters"]["ImportDraftIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportDraftCommit"];
            };
        };
        responses: {
            /** @description The draft in status `importing`. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportDraft"];
                };
            };
            default: components["responses"]["WriteBodyError"];
        };
    };
    stopImportDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                /** @description Record id of the draft. */
                id: components["parameters"]["ImportDraftIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The draft. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportDraft"];
                };
            };
            default: components["responses"]["WriteError"];
        };
    };
    undoImportDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                /** @description Record id of the draft. */
                id: components["parameters"]["ImportDraftIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportDraftVersion"];
            };
        };
        responses: {
            /** @description The draft with the run in `undoRun`. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportDraft"];
                };
            };
            default: components["responses"]["WriteBodyError"];
        };
    };
    listImportMappings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mappings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportMappingList"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    removeImportMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Record id of the mapping. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mapping was deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["WriteError"];
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description Name or record id of an access token. */
                token?: string;
                /** @description HTTP statuses of the responses, separated by commas. */
                status?: string;
                /** @description Request id, as in the response and the log, or an external header id. */
                reference?: string;
                /** @description Start of the period, inclusive: a date (in UTC) or a timestamp. */
                from?: string;
                /** @description End of the period: a date (in UTC), inclusive, or a timestamp, exclusive. */
                to?: string;
                /** @description Cursor for the next page: `next` of the previous response. */
                after?: components["parameters"]["After"];
                /** @description Former name of `after`. */
                before?: components["parameters"]["FormerAfter"];
                /** @description Number of items per page, at most 500. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of results. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestPage"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    getRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Record id of the request. */
                id: components["parameters"]["RequestIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ReceivedRequest"];
            default: components["responses"]["ReadError"];
        };
    };
    replayRequest: {
        parameters: {
            query?: {
                /** @description Applies all rules and returns the full response, but writes nothing. Ids of records that would be created are null. */
                dryRun?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                /** @description Record id of the request. */
                id: components["parameters"]["RequestIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RepeatedImport"];
            201: components["responses"]["StoredCandidates"];
            207: components["responses"]["PartlyRejectedImport"];
            default: components["responses"]["WriteError"];
        };
    };
    listNotificationRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationRules"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    createNotificationRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationRuleBody"];
            };
        };
        responses: {
            /** @description The created rule. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationRule"];
                };
            };
            default: components["responses"]["WriteBodyError"];
        };
    };
    tryNewNotificationRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationRuleBody"];
            };
        };
        responses: {
            200: components["responses"]["TriedRule"];
            default: components["responses"]["WriteBodyError"];
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                /** @description Record id of a notification rule. Default: all rules. */
                ruleId?: number;
                /** @description Delivery status of the messages. Default: all. */
                status?: "waiting" | "sent" | "failed";
                /** @description Cursor for the next page: `next` of the previous response. */
                after?: components["parameters"]["After"];
                /** @description Former name of `after`. */
                before?: components["parameters"]["FormerAfter"];
                /** @description Number of items per page, at most 500. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of results. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationPage"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    getNotificationRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Record id of the rule. */
                id: components["parameters"]["NotificationRuleIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationRule"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    removeNotificationRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Record id of the rule. */
                id: components["parameters"]["NotificationRuleIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule was deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["WriteError"];
        };
    };
    changeNotificationRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Record id of the rule. */
                id: components["parameters"]["NotificationRuleIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationRuleBody"];
            };
        };
        responses: {
            /** @description The rule after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationRule"];
                };
            };
            default: components["responses"]["WriteBodyError"];
        };
    };
    tryNotificationRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                /** @description Record id of the rule. */
                id: components["parameters"]["NotificationRuleIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TriedRule"];
            default: components["responses"]["WriteError"];
        };
    };
    streamEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    readEventFeed: {
        parameters: {
            query?: {
                /** @description The `id` of the last processed event; `now` for new events only. Default: all stored events. */
                after?: string;
                /** @description Event types, separated by commas or as repeated parameters. Default: all types. */
                types?: string;
                /** @description Data source of the events: record id, internal name, `ext-…` or `val-…`. Default: all. */
                dataSource?: string;
                /** @description Number of events, at most 1,000; with `include=record`, at most 100. */
                limit?: number;
                /** @description Seconds to wait for the first event if there is none. */
                wait?: number;
                /** @description `record`: each event contains its record in its current state. */
                include?: "record";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. The list is empty if there are no new events. */
            200: {
                headers: {
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/cloudevents-batch+json": components["schemas"]["Event"][];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhooks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookBody"];
            };
        };
        responses: {
            /** @description The created webhook. */
            201: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhook"];
                };
            };
            default: components["responses"]["WriteBodyError"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Record id of the webhook. */
                id: components["parameters"]["WebhookIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    removeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Record id of the webhook. */
                id: components["parameters"]["WebhookIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook was deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["WriteError"];
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Record id of the webhook. */
                id: components["parameters"]["WebhookIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookPatch"];
            };
        };
        responses: {
            /** @description The webhook after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            default: components["responses"]["WriteBodyError"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                /** @description Record id of the webhook. */
                id: components["parameters"]["WebhookIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the delivery. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            default: components["responses"]["WriteError"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                /** @description Record id of the webhook. */
                id: components["parameters"]["WebhookIdPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateBody"] | null;
            };
        };
        responses: {
            /** @description The new secret. It is only returned once. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedSecret"];
                };
            };
            default: components["responses"]["WriteBodyError"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Status of the deliveries. Default: all. */
                status?: "waiting" | "delivered" | "failed";
                /** @description Cursor for the next page: `next` of the previous response. */
                after?: components["parameters"]["After"];
                /** @description Former name of `after`. */
                before?: components["parameters"]["FormerAfter"];
                /** @description Number of items per page, at most 500. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /** @description Record id of the webhook. */
                id: components["parameters"]["WebhookIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of results. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Record id of the webhook. */
                id: components["parameters"]["WebhookIdPath"];
                /** @description Id of the delivery. */
                deliveryId: components["parameters"]["DeliveryIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    resendWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                /** @description Record id of the webhook. */
                id: components["parameters"]["WebhookIdPath"];
                /** @description Id of the delivery. */
                deliveryId: components["parameters"]["DeliveryIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pending delivery. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            default: components["responses"]["WriteError"];
        };
    };
    resendWebhookDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                /** @description Record id of the webhook. */
                id: components["parameters"]["WebhookIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResendBody"];
            };
        };
        responses: {
            /** @description The number of deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentAgain"];
                };
            };
            default: components["responses"]["WriteBodyError"];
        };
    };
    listViews: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The views. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedViewList"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    createView: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of the request. The first committed response is stored for 30 days and returned when the same request is repeated with this key. It then has the header `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SavedViewBody"];
            };
        };
        responses: {
            /** @description The saved view. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedView"];
                };
            };
            default: components["responses"]["WriteBodyError"];
        };
    };
    setDefaultView: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DefaultViewBody"];
            };
        };
        responses: {
            /** @description The default view was set. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["WriteBodyError"];
        };
    };
    getView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Record id of the view. */
                id: components["parameters"]["ViewIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The view. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedView"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    removeView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Record id of the view. */
                id: components["parameters"]["ViewIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The view was deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["WriteError"];
        };
    };
    changeView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Record id of the view. */
                id: components["parameters"]["ViewIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SavedViewBody"];
            };
        };
        responses: {
            /** @description The view after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedView"];
                };
            };
            /** @description The view was changed and is now private to its owner. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["WriteBodyError"];
        };
    };
    listTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tokens. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokensAnswer"];
                };
            };
            default: components["responses"]["ReadError"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session of the cookie. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            default: components["responses"]["SessionError"];
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginBody"];
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            204: {
                headers: {
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["SessionError"];
        };
    };
    health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process is alive. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    ready: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The database accepts writes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ready"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metrics. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/openmetrics-text; version=1.0.0; charset=utf-8": string;
                };
            };
        };
    };
}
