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
         * @description Filters are joined by "and".
         *
         *     Needs the scope `candidates:read`.
         */
        get: operations["listCandidates"];
        put?: never;
        /**
         * Import one order candidate.
         * @description Creates or matches the partner, location, contact and product according to the sync advice, and stores the
         *     candidate. A candidate that cannot become an order line yet is stored with its problems (`status: "error"`). The
         *     pair of external ids is unique forever: the same row again is `unchanged`; different content is rejected with 409.
         *
         *     Needs the scope `candidates:write`.
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
         * @description Rows are processed in order; each row sees records created by earlier rows. By default, one faulty row rejects the
         *     request. `errorPolicy=header` or `row` accepts the correct rows.
         *
         *     Needs the scope `candidates:write`.
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
         * @description By status; `status` itself does not narrow.
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
    "/api/sales/order/candidates/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export candidates.
         * @description The list as a file for spreadsheets, at most 1,000,000 rows: in English with commas and decimal points, in German
         *     with semicolons and decimal commas. Texts that would be formulas have an apostrophe before them. Times are those of
         *     the candidate's organisation.
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
    "/api/statistics/intake": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read intake statistics.
         * @description Candidates by time of creation, data source and problem. Hours and days are those of the caller's first
         *     organisation.
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
         *     candidate is validated at once. A new `bpartner` without `location` gets its default ship-to location.
         *
         *     Needs the scope `candidates:write`.
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
         * @description As it was received. A token sees requests of its own; people see it with blanks in place of the rows of other
         *     organisations than theirs; for the rest it takes the scope `admin`.
         *
         *     Needs the scope `candidates:read`.
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
         * @description Every candidate of an external header, in all organisations of the token.
         *
         *     Needs the scope `candidates:read`.
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
         * Read a candidate by its header and line id.
         * @description In all organisations of the token. The path of a line that is called `cancel` ends in `%63ancel`: without the
         *     escape it is the call that cancels a header.
         *
         *     Needs the scope `candidates:read`.
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
         * @description It belongs to every candidate of the external header, also to later ones. The type is decided by content, else
         *     by extension, else by the part. The same bytes again are the same attachment.
         *
         *     Needs the scope `attachments:write`.
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
         * Attach a file by external id alone.
         * @description 409 names the data sources and organisations if several have this header.
         *
         *     Needs the scope `attachments:write`.
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
         * @description Always as a download. What a browser might run goes out as `application/octet-stream`.
         *
         *     Needs the scope `candidates:read`.
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
         * @description Returns corrections, validations, orders and comments. Oldest first unless `sort` is `-at`.
         *
         *     Needs the scope `candidates:read`.
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
         * @description Returns the active users with access to the organisation, or to one of the caller's organisations, sorted by name.
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
         * @description Puts every candidate of an external header aside, or none: if one of them has become an order already, the
         *     answer names the order. Cancelling again changes nothing.
         *
         *     Needs the scope `candidates:write`.
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
         * Cancel a candidate by its header and line id.
         * @description Puts one candidate aside, unless it has become an order already.
         *
         *     Needs the scope `candidates:write`.
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
         * @description Created and completed at once, with prices, taxes and totals, for the token's default organisation. Every
         *     quantity must be greater than 0.
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
         * @description The list as a file for spreadsheets, at most 1,000,000 rows, written like that of candidates.
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
         * @description Returns the order with lines, taxes, price explanations, candidates and attachments.
         *
         *     Needs the scope `candidates:read`.
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
         * @description Returns creation, voiding, hand-over and comments. Oldest first unless `sort` is `-at`.
         *
         *     Needs the scope `candidates:read`.
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
         */
        get: operations["listOrderAttachments"];
        put?: never;
        /**
         * Attach a file to a sales order.
         * @description Attaches the file to this order only. Repeating the same bytes returns the existing attachment.
         *
         *     Needs the scope `attachments:write`.
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
         * Confirm the hand-over of sales orders.
         * @description Records that a receiver has taken an order (`number` is its number there) or has refused it (`refused` is the
         *     reason). Repeating the request changes nothing. An order has one receiver: confirmations by another receiver or of
         *     a voided order are rejected. Each order has its own result; a rejected one does not affect the others.
         *
         *     Needs the scope `orders:write`.
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
         *     orders. `counts.added` is the number of these lines. An incoming order is skipped if `exclude` names one of its
         *     lines. With `"scope": "selection"` and `"release": ["partial"]`, only the selected lines are ordered. The run does
         *     not wait for lines that may still arrive. Candidates on hold for another reason are skipped unless `release` names
         *     that reason; the history records each release. With `Prefer: wait=SECONDS` (at most 300), the response waits for
         *     the end of the run. A dry run returns the orders that would result, the skipped candidates with reasons and the
         *     effect of each release (`PlannedRun`).
         *
         *     Needs the scope `process:run`.
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
         *     status `new` or `error` get one or the other. With `Prefer: wait=SECONDS` (at most 300), the response waits for
         *     the end of the run. A dry run returns the result of the validation (`PlannedRun`).
         *
         *     Needs the scope `candidates:write`.
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
         *     Each candidate is validated at once and gets a history entry. The run works in chunks; each chunk is written
         *     completely or not at all. Processed candidates and candidates with an invalid result (a quantity that is not
         *     positive, a discount above 100, a step without a value) are skipped, with a reason. An interrupted run has a
         *     result for every candidate that it edited; do not repeat a step for these.
         *
         *     With `Prefer: wait=SECONDS` (at most 300), the response waits for the end of the run. A dry run returns the totals
         *     and the first five candidates before and after (`PlannedEdit`).
         *
         *     Needs the scope `candidates:write`.
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
         * @description Newest first. Runs of the schedule that found nothing to do are not kept.
         *
         *     Needs the scope `candidates:read`.
         */
        get: operations["listRuns"];
        put?: never;
        /**
         * Start the scheduled run now.
         * @description As the schedule would: every header that is whole and does not wait for anything.
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
         * @description Returns the results by candidate. A scheduled run only keeps changed candidates.
         *
         *     Needs the scope `candidates:read`.
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
         * @description It ends before its next chunk of candidates; one that has ended stays as it is.
         *
         *     Needs the scope `process:run`.
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
         *     values; created orders are voided with the given reason and their candidates are excluded. Records that were
         *     changed, ordered or handed over since are skipped, with a reason. Undoing an undo restores candidates; the orders
         *     stay voided. A run can be undone once, unless the undo was interrupted. Undoing a run that created orders also
         *     requires `process:run` and `orders:write`.
         *
         *     With `Prefer: wait=SECONDS` (at most 300), the response waits for the end of the run. A dry run returns the
         *     totals, the first five candidates before and after, the first five orders, and the reasons for skipped ones
         *     (`PlannedUndo`).
         *
         *     Needs the scope `candidates:write`.
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
         * @description Returns schedules and settings of all organisations of the token, and the settings of data sources for incoming
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
         * @description Members that are absent stay. `active: false` switches the schedule off, `pausedUntil` pauses it until an
         *     instant, and null ends the pause.
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
         * @description For editors of load files; the list of a kind is the body of an upsert.
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
         * @description Own ones and shared ones, in the order in which they were created, each with the first 100 of each kind nested in it.
         *
         *     Needs the scope `candidates:read`.
         */
        get: operations["listMasterdata"];
        /**
         * Create or update master data records.
         * @description Accepts the list of a load file. Records are matched by their keys; absent fields are unchanged, null clears a
         *     field, and equal records are not written. All records are written in one transaction. Limit: 10,000 records
         *     including nested ones. Shared records require a token for all organisations; organisations require the scope
         *     `admin`.
         *
         *     Needs the scope `masterdata:write`.
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
         * @description All of them, page by page; the record itself shows the first 100.
         *
         *     Needs the scope `candidates:read`.
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
         * @description Returns the record with the first 100 nested records of each kind that the token can see. `locationsTotal` and
         *     similar fields contain the total.
         *
         *     Needs the scope `candidates:read`.
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
         * @description Nothing is ever removed. One that is out of use already stays as it is; `active: true` in an upsert brings it
         *     back. Takes no body.
         *
         *     Needs the scope `masterdata:write`.
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
         *     same rules and writes nothing. Candidates whose error is resolved are re-validated by the next run, or at once by
         *     `…/revalidate`.
         *
         *     Needs the scope `masterdata:write`.
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
         * @description And those nested in it: newest first, by load files, calls and the rows of imports alike.
         *
         *     Needs the scope `candidates:read`.
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
    "/api/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List write requests.
         * @description Returns the requests of the token, newest first. Users also see imports with rows of their organisations; rows of
         *     other organisations are hidden. The scope `admin` for all organisations includes all requests. Requests are kept
         *     as long as a candidate that they created, otherwise 30 days. Of rejected requests without a body, 60 per token and
         *     minute are stored, and the first 2,000 characters of path and query.
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
         * @description As it was received. A token sees requests of its own, people also imports with rows of their organisations, with blanks
         *     in place of the rows of others; the rest takes the scope `admin` for all organisations.
         *
         *     Needs the scope `candidates:read`.
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
         * @description Sends the stored request again with the organisations and scopes of its original sender, even if that token has
         *     expired. Rows that already exist are returned as unchanged. Use it after the cause of the errors is resolved.
         *
         *     Needs the scope `candidates:write`.
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
         * @description Returns the rules of the caller's organisations. Tokens for all organisations see all rules.
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
         * @description Which messages it would have sent in the last 7 days, had it been switched on at their beginning.
         *
         *     Needs the scope `admin`.
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
         */
        get: operations["getNotificationRule"];
        put?: never;
        post?: never;
        /**
         * Delete a notification rule.
         * @description Deletes the rule. Messages that it created are still sent.
         *
         *     Needs the scope `admin`.
         */
        delete: operations["removeNotificationRule"];
        options?: never;
        head?: never;
        /**
         * Change a notification rule.
         * @description Members that are absent stay; null clears. `version` is the one that was read.
         *
         *     Needs the scope `admin`.
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
         * @description Which messages it would have sent in the last 7 days, had it been switched on at their beginning.
         *
         *     Needs the scope `admin`.
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
         * @description Returns a stream of server-sent events that ends with the token or the session. `hello` is the first event and
         *     contains the `version` of the service. `run` contains a queued or active run, and is sent again when its state or
         *     counts change and when it ends. `changed` is sent at most once a second after a commit, so that clients can
         *     reload.
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
         * @description Returns a batch of CloudEvents, oldest first. Each committed change is one event, in one order. To continue, send
         *     the `id` of the last processed event as `after`; no event is lost or repeated. The header `Link` contains the next
         *     page, even if it is empty. Events are kept for 30 days.
         *
         *     Needs the scope `candidates:read`.
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
         * @description Returns the webhooks of the organisations of the token with their delivery status.
         *
         *     Needs the scope `admin`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook.
         * @description Sends new events to the URL, each as one CloudEvent, at least once and in order for each incoming order and sales
         *     order. Requests are signed according to Standard Webhooks. The secret is only contained in this response.
         *
         *     Needs the scope `admin`.
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
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook.
         * @description Stops all deliveries and deletes their log.
         *
         *     Needs the scope `admin`.
         */
        delete: operations["removeWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook.
         * @description A JSON Merge Patch with the version that was read. `active: false` pauses it; `true` goes on with all that waits, also
         *     where it was paused after days of failing, or had ended.
         *
         *     Needs the scope `admin`.
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
         * @description Calls its receiver once and at once with an event `orderdock.webhook.test`, whether it is active or not.
         *
         *     Needs the scope `admin`.
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
         * @description Newest first, each with its attempts; as long as events are kept.
         *
         *     Needs the scope `admin`.
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
         * @description With its body as it would be sent now.
         *
         *     Needs the scope `admin`.
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
         * @description Sends the delivery again with the same `webhook-id`. A pending delivery is sent at once; otherwise a new delivery
         *     is created.
         *
         *     Needs the scope `admin`.
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
         * @description Every event that was sent since an instant, each once, with the same `webhook-id`.
         *
         *     Needs the scope `admin`.
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
         * @description Each user's own choice; one that is shared by others will do.
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
        /** Read a saved view. */
        get: operations["getView"];
        put?: never;
        post?: never;
        /**
         * Delete a saved view.
         * @description A shared one is removed by its owner and by administrators.
         */
        delete: operations["removeView"];
        options?: never;
        head?: never;
        /**
         * Change a saved view.
         * @description Members that are absent stay; null clears. `version` is the one that was read. A shared one is changed by its owner and by
         *     administrators.
         */
        patch: operations["changeView"];
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
         * @description Counts as use of it, as every request without `X-Background: true` does.
         */
        get: operations["getSession"];
        put?: never;
        /**
         * Sign in.
         * @description Sets the cookie `orderdock_session` (`__Host-orderdock_session` behind TLS), which every endpoint takes where there
         *     is no header `Authorization`. A session that is not used ends after twelve hours, any session after seven days. A request with the header
         *     `X-Background: true` is no use, nor is listening to `/api/events`. The session of a cookie that is sent ends.
         *
         *     A second cookie, `orderdock_browser`, opens nothing: by it the browser is known again when its user signs in while
         *     others guess passwords. After many failures of a name or an address, wrong passwords are answered later and later.
         */
        post: operations["signIn"];
        /**
         * Sign out.
         * @description Takes the header `X-CSRF-Token`, as every call by session that is no GET.
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
         * @description Checks by a write that the database takes one. Answers within a second, from a check that ended at most two seconds ago.
         *     For load balancers.
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
         * @description In the OpenMetrics text format, for Prometheus and others.
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
        /** @description The settings of all organisations of the token. */
        AllProcessSettings: {
            items: components["schemas"]["ProcessSettings"][];
            dataSources: components["schemas"]["DataSourceProcessing"][];
        };
        /** @description What a candidate gave to a line. */
        Allocation: {
            candidateId: components["schemas"]["Id"];
            /** @description In the line's unit. */
            qty: components["schemas"]["Decimal"];
        };
        /** @description A user. */
        Assignee: {
            /** @example anna */
            name: string;
        };
        /** @description Users who can look after candidates. */
        Assignees: {
            items: components["schemas"]["Assignee"][];
        };
        /** @description A file at an external header or at an order. */
        Attachment: {
            /** @description Of a file at an order. */
            salesOrderId?: string | null;
            /** @description The external header id, of a file at a header. */
            externalReference?: string | null;
            /** @description The internal name of the header's data source. */
            dataSourceName?: string | null;
            /** @description The same as `dataSourceName`. */
            externalSystemCode?: string | null;
            /** @description The same as `attachmentId`, as a number. */
            id: components["schemas"]["Id"];
            attachmentId: string;
            /** @description Always `Data`. */
            type: string;
            filename: string;
            /**
             * @description What was recognised; a download may name `application/octet-stream` instead.
             * @example application/pdf
             */
            mimeType: string;
            /**
             * Format: int64
             * @description In bytes.
             */
            size: number;
            /** @description Of the bytes, in hexadecimal digits. */
            sha256: string;
            /**
             * @description Where the bytes are.
             * @example /api/attachments/1000123/content
             */
            url: string;
            /** @description Who sent it: the name of the token or user. */
            createdBy: string;
            /** Format: date-time */
            createdAt: string;
            tags?: components["schemas"]["Tag"][];
            /** @description About the request that attached it. */
            warnings?: components["schemas"]["Item"][];
        };
        /** @description A file and its tags. */
        AttachmentForm: {
            /**
             * Format: binary
             * @description The file, with its name and media type.
             */
            file: Blob;
            /** @description Key, value, key, value; an odd last one is dropped. */
            tags?: string[];
        };
        /** @description 1 to 10,000 order candidates. */
        BulkBody: {
            requests: components["schemas"]["CandidateBody"][];
        } & {
            [key: string]: unknown;
        };
        /** @description A business partner. */
        BusinessPartner: {
            id: components["schemas"]["Id"];
            metasfreshId: components["schemas"]["Id"];
            parentId?: components["schemas"]["Id"] | null;
            name: string;
            code?: string | null;
            externalId?: string | null;
            name2?: string | null;
            name3?: string | null;
            companyName?: string | null;
            phone?: string | null;
            language?: string | null;
            url?: string | null;
            url2?: string | null;
            url3?: string | null;
            globalId?: string | null;
            vatId?: string | null;
            group?: string | null;
            active: boolean;
            customer: boolean;
            vendor: boolean;
            company: boolean;
        };
        /** @description To be created it needs a name. */
        BusinessPartnerData: {
            active?: boolean | null;
            code?: string | null;
            externalId?: string | null;
            name?: string | null;
            name2?: string | null;
            name3?: string | null;
            companyName?: string | null;
            /** @description Name of a partner group; created if it is not known. */
            group?: string | null;
            phone?: string | null;
            language?: string | null;
            url?: string | null;
            url2?: string | null;
            url3?: string | null;
            globalId?: string | null;
            vatId?: string | null;
            /**
             * Format: int64
             * @description Record id of the parent partner.
             */
            parentId?: number | string | null;
            customer?: boolean | null;
            vendor?: boolean | null;
            invoiceRule?: string | null;
            syncAdvise?: components["schemas"]["SyncAdvice"] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description Business partner group */
        BusinessPartnerGroupRecord: {
            /**
             * @description Code of the organisation it belongs to; * is shared by all
             * @default *
             */
            org: string | null;
            /** @description Name */
            name: string;
            /** @description Code of the pricing system */
            pricingSystem?: string | null;
            /**
             * @description How invoices are paid unless said
             * @enum {string|null}
             */
            paymentRule?: "OnCredit" | "Paypal" | "DirectDebit" | null;
            /** @description Code of the payment term unless said */
            paymentTerm?: string | null;
            /** @description Code of the shipper of goods unless said */
            shipper?: string | null;
            /** @description Code of the warehouse goods leave from unless said */
            warehouse?: string | null;
            /** @description When goods are delivered unless said */
            deliveryRule?: string | null;
            /** @description How goods are delivered unless said */
            deliveryViaRule?: string | null;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
        };
        /** @description Business partner */
        BusinessPartnerRecord: {
            /**
             * @description Code of the organisation it belongs to; * is shared by all
             * @default *
             */
            org: string | null;
            /** @description Search key */
            code: string;
            /** @description Id in the sender's system */
            externalId?: string | null;
            /** @description Name */
            name: string;
            /** @description Second name */
            name2?: string | null;
            /** @description Third name */
            name3?: string | null;
            /** @description Name of the company */
            companyName?: string | null;
            /** @description Name of the group */
            group?: string | null;
            /** @description Telephone */
            phone?: string | null;
            /** @description Language */
            language?: string | null;
            /** @description Web page */
            url?: string | null;
            /** @description Second web page */
            url2?: string | null;
            /** @description Third web page */
            url3?: string | null;
            /** @description Global id */
            globalId?: string | null;
            /** @description VAT id */
            vatId?: string | null;
            /** @description Code of the parent */
            parent?: string | null;
            /**
             * @description Whether it buys
             * @default true
             */
            customer: boolean | null;
            /**
             * @description Whether it sells
             * @default false
             */
            vendor: boolean | null;
            /** @description Invoice rule */
            invoiceRule?: string | null;
            /** @description Code under which it is named as sales partner */
            salesCode?: string | null;
            /**
             * @description Whether it pays no tax
             * @default false
             */
            taxExempt: boolean | null;
            /** @description Code of the pricing system */
            pricingSystem?: string | null;
            /**
             * @description How invoices are paid unless said
             * @enum {string|null}
             */
            paymentRule?: "OnCredit" | "Paypal" | "DirectDebit" | null;
            /** @description Code of the payment term unless said */
            paymentTerm?: string | null;
            /** @description Code of the shipper of goods unless said */
            shipper?: string | null;
            /** @description Code of the warehouse goods leave from unless said */
            warehouse?: string | null;
            /** @description When goods are delivered unless said */
            deliveryRule?: string | null;
            /** @description How goods are delivered unless said */
            deliveryViaRule?: string | null;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
            /** @description Those that are not given stay. */
            locations?: {
                /** @description Code of the organisation it belongs to; its parent's if absent */
                org?: string | null;
                /** @description Id in the sender's system */
                externalId?: string | null;
                /** @description Global location number */
                gln?: string | null;
                /** @description Name */
                name?: string | null;
                /** @description Name of the partner at this address */
                bpartnerName?: string | null;
                /** @description Address, first line */
                address1?: string | null;
                /** @description Address, second line */
                address2?: string | null;
                /** @description Address, third line */
                address3?: string | null;
                /** @description Address, fourth line */
                address4?: string | null;
                /** @description Post-office box */
                poBox?: string | null;
                /** @description Postal code */
                postal?: string | null;
                /** @description City */
                city?: string | null;
                /** @description District */
                district?: string | null;
                /** @description Region */
                region?: string | null;
                /** @description Country, by its two-letter code */
                country: string;
                /**
                 * @description Whether goods go here
                 * @default true
                 */
                shipTo: boolean | null;
                /**
                 * @description Whether goods go here unless said; on for a new partner's first location
                 * @default false
                 */
                shipToDefault: boolean | null;
                /**
                 * @description Whether invoices go here
                 * @default true
                 */
                billTo: boolean | null;
                /**
                 * @description Whether invoices go here unless said; on for a new partner's first location
                 * @default false
                 */
                billToDefault: boolean | null;
                /**
                 * @description Whether it may be used
                 * @default true
                 */
                active: boolean | null;
                /** @description Record id of the known postal code that it is linked to; absent while there is none. What is sent for it is not looked at. */
                readonly postalCodeId?: number;
            }[];
            /** @description Those that are not given stay. */
            contacts?: {
                /** @description Code of the organisation it belongs to; its parent's if absent */
                org?: string | null;
                /** @description Id in the sender's system */
                externalId?: string | null;
                /** @description Search key */
                code?: string | null;
                /** @description Name */
                name: string;
                /** @description Greeting */
                greeting?: string | null;
                /** @description First name */
                firstName?: string | null;
                /** @description Last name */
                lastName?: string | null;
                /** @description E-mail address */
                email?: string | null;
                /** @description Telephone */
                phone?: string | null;
                /** @description Mobile telephone */
                mobilePhone?: string | null;
                /** @description Fax */
                fax?: string | null;
                /** @description Description */
                description?: string | null;
                /**
                 * @description Whether the newsletter is wanted
                 * @default false
                 */
                newsletter: boolean | null;
                /**
                 * @description Whether it is the partner's contact unless said
                 * @default false
                 */
                defaultContact: boolean | null;
                /**
                 * @description Whether it is the contact for shipments unless said
                 * @default false
                 */
                shipToDefault: boolean | null;
                /**
                 * @description Whether it is the contact for invoices unless said
                 * @default false
                 */
                billToDefault: boolean | null;
                /**
                 * @description Whether it is a sales contact
                 * @default false
                 */
                sales: boolean | null;
                /**
                 * @description Whether it is the sales contact unless said
                 * @default false
                 */
                salesDefault: boolean | null;
                /**
                 * @description Whether it is a purchase contact
                 * @default false
                 */
                purchase: boolean | null;
                /**
                 * @description Whether it is the purchase contact unless said
                 * @default false
                 */
                purchaseDefault: boolean | null;
                /**
                 * @description Whether it is a subject-matter contact
                 * @default false
                 */
                subjectMatter: boolean | null;
                /**
                 * @description Whether it may be used
                 * @default true
                 */
                active: boolean | null;
            }[];
        };
        /** @description What became of an order, found by the sender's own reference. */
        ByReference: {
            externalHeaderId: string;
            /** @description Its candidates with their problems, in the order of their coming. */
            candidates: components["schemas"]["Candidate"][];
            /** @description The orders made of them, voided ones included. */
            orders: components["schemas"]["OrderHead"][];
            /** @description Its files, in the order of their coming. */
            attachments: components["schemas"]["Attachment"][];
        };
        /** @description What is put aside now. */
        CancelledAnswer: {
            candidates: components["schemas"]["CancelledCandidate"][];
        };
        /** @description A candidate that was put aside, now or before. */
        CancelledCandidate: {
            id: components["schemas"]["Id"];
            externalHeaderId: string;
            externalLineId: string;
            /** @description `inactive` */
            status: string;
            /** Format: int64 */
            version: number;
        };
        /** @description An order candidate. */
        Candidate: components["schemas"]["CandidateRow"] & {
            /** @description Why it stays where it is; pointers are relative to the candidate. */
            problems: components["schemas"]["Item"][];
            /**
             * @description Why a run passes it over although nothing is wrong with it.
             * @example header.incomplete
             */
            hold?: string | null;
            /** @description The same in words. */
            holdMessage?: string | null;
            /**
             * Format: date
             * @description Until when someone waits for the customer; it comes back when this day begins where its organisation is.
             */
            waitingUntil?: string | null;
            /**
             * @description The name of the user who looks after it.
             * @example anna
             */
            assignedTo?: string | null;
            /** @description Of a candidate that waits and is read by itself: what lets it wait no longer. */
            holdFixes?: components["schemas"]["Fix"][];
            order?: components["schemas"]["OrderOfCandidate"] | null;
            /** @description As it was sent, in the request's member names. */
            imported: Record<string, never>;
            /** @description What was set instead of imported values. */
            override: components["schemas"]["CandidateValues"];
            /** @description Members whose imported values count as absent. */
            clear: string[];
            /** @description Who set or cleared each of them, and when; by member. */
            overriddenBy: {
                [key: string]: components["schemas"]["OverrideNote"];
            };
            /**
             * @description What holds: overridden, else imported, else what partner, group or organisation have for candidates that do not
             *     say; that by today's master data, while an order keeps what held when it was made.
             */
            effective: components["schemas"]["CandidateValues"];
            /** @description Where those values come from that partner, group or organisation can give; by member. */
            valuesFrom: {
                [key: string]: components["schemas"]["ValueSource"];
            };
            /** @description The files of its header. */
            attachments: components["schemas"]["Attachment"][];
            /**
             * Format: int64
             * @description How many comments there are of it; its history has them.
             */
            comments: number;
            /** @description The request that it came with; answers and log lines of that request carry an id of their own. */
            requestId: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Its ETag.
             */
            version: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description An order candidate. With `externalId` alone it has the short shape; else it needs `externalHeaderId` and `externalLineId`. Identifier strings are `int-…`, `ext-…`, `val-…` or a record id. */
        CandidateBody: {
            org?: components["schemas"]["OrganisationData"];
            /** @description Short shape: stands for both external ids. */
            externalId?: string;
            /** @description With the line id unique for ever in organisation and data source. */
            externalHeaderId?: string;
            externalLineId?: string;
            /** @description Variant A: identifier string; `int-` is the internal name. */
            dataSource?: string | number;
            /** @description Variant B: the bare internal name. */
            dataSourceInternalName?: string;
            /** @description Variant A. */
            dataDest?: string | number;
            /** @description Variant B. */
            dataDestInternalName?: string;
            /** @description Understood as the data source's name if none is given. */
            externalSystemCode?: string;
            bpartner: components["schemas"]["PartnerData"];
            billBPartner?: components["schemas"]["PartnerData"];
            dropShipBPartner?: components["schemas"]["PartnerData"];
            handOverBPartner?: components["schemas"]["PartnerData"];
            product?: components["schemas"]["ProductData"];
            /** @description Instead of `product`. */
            productCode?: string;
            /** @description Not supported, and changes prices: stored with the problem `property.unsupported`, unless null, 0 or empty. */
            packingMaterialId?: unknown;
            /** @description As `packingMaterialId`. */
            qtyItemCapacity?: unknown;
            /** @description As `packingMaterialId`. */
            orderLineGroup?: unknown;
            /**
             * Format: decimal
             * @description Stored with a problem unless greater than 0.
             */
            qty: Decimal;
            /** @description UN/ECE (X12 DE 355); the product's if absent. */
            uomCode?: string;
            /**
             * Format: decimal
             * @description Manual price per `uomCode`, instead of the list price; 0 is a price. One below 0 is stored with the problem `price.negative`, unless the organisation has `negativePrices: allow`.
             */
            price?: Decimal;
            /** @description Required with `price`, except in the short shape. */
            currencyCode?: string;
            /**
             * Format: decimal
             * @description Percent, at most 100; below 0 it is a surcharge.
             */
            discount?: Decimal;
            pricingSystemCode?: string | Decimal;
            productDescription?: string;
            description?: string;
            /** @description The customer's own reference. */
            poReference: string;
            /** @description Absent: that of the header's first candidate, else today. */
            dateOrdered?: string | number[];
            /** @description Required unless the destination is `DEST.de.metas.invoicecandidate`. An instant with offset or `Z` counts as the day it is in the organisation's zone, here as for every day. */
            dateRequired?: string | number[];
            presetDateInvoiced?: string | number[];
            presetDateShipped?: string | number[];
            /** @enum {string} */
            orderDocType?: "SalesOrder" | "PrepayOrder";
            invoiceDocType?: components["schemas"]["InvoiceDocumentTypeData"];
            /** @enum {string} */
            paymentRule?: "OnCredit" | "Paypal" | "DirectDebit";
            /** @description Identifier string. */
            paymentTerm?: string | number;
            /** @description Identifier string. */
            shipper?: string | number;
            salesPartnerCode?: string;
            warehouseCode?: string;
            warehouseDestCode?: string;
            deliveryRule?: string;
            deliveryViaRule?: string;
            line?: number;
            /** @description How many lines the header has; it then waits for all of them. */
            headerLineCount?: number;
            /** @description True: the line costs nothing, whatever its price list says. A `price` beside it is kept as its value. */
            isWithoutCharge?: boolean;
            /** @description Why the line is free of charge. */
            reason?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description How many candidates match, by status. */
        CandidateCountsAnswer: {
            all: components["schemas"]["Total"];
            new: components["schemas"]["Total"];
            /** @description The new ones that do not wait: a run that is started now would order them. */
            ready: components["schemas"]["Total"];
            error: components["schemas"]["Total"];
            processed: components["schemas"]["Total"];
            inactive: components["schemas"]["Total"];
        };
        /**
         * @description What belongs together in one order by the sender's ids, summed up over all its candidates, also over those that a
         *     filter leaves out.
         */
        CandidateHeader: {
            /**
             * @description The candidate that stands for it: of those that match, the first in the ascending order of the list. `headerOf`
             *     with it, as parameter of lists and in the `filter` of a selection, means all of them.
             */
            candidateId: components["schemas"]["Id"];
            /** @description The sender's. Absent where candidates with a flat `externalId` belong together by buyer and reference. */
            externalHeaderId?: string | null;
            org: components["schemas"]["Reference"];
            dataSourceId: components["schemas"]["Id"];
            dataSourceInternalName?: string | null;
            /** @description That of the candidate that stands for it. */
            poReference: string;
            bpartner?: components["schemas"]["PartnerBlock"] | null;
            /**
             * Format: date
             * @description The earliest day that a candidate names.
             */
            dateRequired?: string | null;
            /**
             * Format: int64
             * @description How many candidates it has.
             */
            lines: number;
            /**
             * Format: int64
             * @description How many of them match.
             */
            matching: number;
            counts: components["schemas"]["HeaderCounts"];
            /**
             * @description What it is worth so far, for each currency: by the candidates' own prices and those of lists, without those that are
             *     put aside.
             */
            totals: components["schemas"]["GroupWorth"][];
            /**
             * Format: int64
             * @description How many of these candidates are in no total: they have no price, or one of a list whose unit may be another.
             */
            unpriced: number;
            problem?: components["schemas"]["Item"] | null;
            problemCandidateId?: components["schemas"]["Id"] | null;
            /**
             * @description Why runs pass a candidate over although nothing is wrong with it: that of the first that waits.
             * @example header.incomplete
             */
            hold?: string | null;
            /** @description The same in words. */
            holdMessage?: string | null;
            /**
             * Format: date
             * @description The latest day until which someone waits for the customer.
             */
            waitingUntil?: string | null;
            /** @description The users who look after its candidates, each once, by name. */
            assignedTo: string[];
            /**
             * Format: int64
             * @description How many comments its candidates have.
             */
            comments: number;
            /**
             * Format: date-time
             * @description When its first candidate came.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When its last one came.
             */
            lastCreatedAt: string;
        };
        /** @description A page of candidates. */
        CandidatePageAnswer: {
            items: components["schemas"]["Candidate"][];
            /** @description `after` of the page that follows, if one does. */
            next?: string | null;
            /** @description `before` of the page that precedes, if one does. */
            previous?: string | null;
            total: components["schemas"]["Total"];
        };
        /** @description A JSON Merge Patch. Unknown members are errors. */
        CandidatePatchBody: {
            override?: components["schemas"]["OverrideData"] | null;
            clear?: string[] | null;
            /** @description False puts the candidate aside, true takes it back. */
            active?: boolean;
            /**
             * Format: date
             * @description Someone waits for the customer until this day, which is yet to come and at most 366 days away: no run takes the candidate or others of its header before. Null: nobody waits any more.
             */
            waitingUntil?: string | null;
            /** @description Name of the user who looks after it, or `me`; null: nobody. */
            assignedTo?: string | null;
            /** @description What is to be said about this change; its history keeps it. */
            comment?: string;
        };
        /** @description The effective values of a candidate, with codes beside ids; what it does not have is left out. */
        CandidateRow: {
            productDescription?: string | null;
            description?: string | null;
            id: components["schemas"]["Id"];
            /** @description `new`, `error`, `processed` or `inactive`. */
            status: string;
            externalHeaderId: string;
            externalLineId: string;
            poReference: string;
            org: components["schemas"]["Reference"];
            dataSourceId: components["schemas"]["Id"];
            dataSourceInternalName?: string | null;
            dataDestId: components["schemas"]["Id"];
            dataDestInternalName?: string | null;
            bpartner?: components["schemas"]["PartnerBlock"] | null;
            billBPartner?: components["schemas"]["PartnerBlock"] | null;
            dropShipBPartner?: components["schemas"]["PartnerBlock"] | null;
            handOverBPartner?: components["schemas"]["PartnerBlock"] | null;
            /** Format: date */
            dateOrdered: string;
            /**
             * Format: date
             * @description The required day.
             */
            datePromised?: string | null;
            /** Format: date */
            presetDateInvoiced?: string | null;
            /** Format: date */
            presetDateShipped?: string | null;
            /** Format: int64 */
            line?: number | null;
            /** Format: int64 */
            headerLineCount?: number | null;
            productId: components["schemas"]["Id"];
            productCode?: string | null;
            productName?: string | null;
            qty: components["schemas"]["Decimal"];
            uomId: components["schemas"]["Id"];
            uomCode?: string | null;
            pricingSystemId?: components["schemas"]["Id"] | null;
            pricingSystemCode?: string | null;
            price?: components["schemas"]["Decimal"] | null;
            /** @description Whether it is free of charge; absent unless that was sent. */
            isWithoutCharge?: boolean | null;
            /** @description Why it is. */
            reason?: string | null;
            value?: components["schemas"]["Decimal"] | null;
            currencyCode?: string | null;
            /** @description Percent; 0 where there is none. */
            discount: components["schemas"]["Decimal"];
            orderDocType?: string | null;
            invoiceDocType?: components["schemas"]["InvoiceDocumentType"] | null;
            paymentRule?: string | null;
            paymentTerm?: components["schemas"]["Reference"] | null;
            shipper?: components["schemas"]["Reference"] | null;
            salesPartner?: components["schemas"]["Reference"] | null;
            warehouseId?: components["schemas"]["Id"] | null;
            warehouseCode?: string | null;
            warehouseDestId?: components["schemas"]["Id"] | null;
            warehouseDestCode?: string | null;
            deliveryRule?: string | null;
            deliveryViaRule?: string | null;
        };
        /** @description Values in the member names of an override; references are `{id, code, name}`. */
        CandidateValues: {
            productDescription?: string | null;
            description?: string | null;
            qty?: components["schemas"]["Decimal"] | null;
            uomCode?: components["schemas"]["Reference"] | null;
            price?: components["schemas"]["Decimal"] | null;
            currencyCode?: string | null;
            discount?: components["schemas"]["Decimal"] | null;
            pricingSystemCode?: components["schemas"]["Reference"] | null;
            taxCategoryCode?: components["schemas"]["Reference"] | null;
            productCode?: components["schemas"]["Reference"] | null;
            bpartner?: components["schemas"]["Reference"] | null;
            location?: components["schemas"]["Reference"] | null;
            contact?: components["schemas"]["Reference"] | null;
            billBPartner?: components["schemas"]["RoleNames"] | null;
            dropShipBPartner?: components["schemas"]["RoleNames"] | null;
            handOverBPartner?: components["schemas"]["RoleNames"] | null;
            poReference?: string | null;
            /** Format: date */
            dateOrdered?: string | null;
            /** Format: date */
            dateRequired?: string | null;
            /** Format: date */
            presetDateInvoiced?: string | null;
            /** Format: date */
            presetDateShipped?: string | null;
            orderDocType?: string | null;
            invoiceDocType?: components["schemas"]["InvoiceDocumentType"] | null;
            paymentRule?: string | null;
            paymentTerm?: components["schemas"]["Reference"] | null;
            shipper?: components["schemas"]["Reference"] | null;
            salesPartnerCode?: components["schemas"]["Reference"] | null;
            warehouseCode?: components["schemas"]["Reference"] | null;
            warehouseDestCode?: components["schemas"]["Reference"] | null;
            deliveryRule?: string | null;
            deliveryViaRule?: string | null;
            /** Format: int64 */
            line?: number | null;
        };
        /** @description A row for each request, in the order of the requests. */
        CandidatesAnswer: {
            result: components["schemas"]["ImportedRow"][];
            /** @description How many errors there were, if any; the first 1,000 are written. */
            errorsTotal?: number | null;
            /** @description About the request as a whole. */
            warnings?: components["schemas"]["Item"][];
            /** @description How many warnings there were, if any; the first 1,000 are written. */
            warningsTotal?: number | null;
        };
        /** @description A value before and after. */
        ChangeShape: {
            old?: string | null;
            new?: string | null;
        };
        /** @description What somebody said. */
        Comment: {
            /** Format: date-time */
            at: string;
            actor: string;
            text: string;
        };
        /** @description What is to be said. */
        CommentBody: {
            text: string;
        };
        /** @description A person at a business partner. */
        Contact: {
            id: components["schemas"]["Id"];
            metasfreshId: components["schemas"]["Id"];
            metasfreshBPartnerId: components["schemas"]["Id"];
            name: string;
            externalId?: string | null;
            code?: string | null;
            greeting?: string | null;
            firstName?: string | null;
            lastName?: string | null;
            email?: string | null;
            phone?: string | null;
            mobilePhone?: string | null;
            fax?: string | null;
            description?: string | null;
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
        /** @description To be created it needs a name, or first and last name. */
        ContactData: {
            active?: boolean | null;
            externalId?: string | null;
            code?: string | null;
            name?: string | null;
            greeting?: string | null;
            firstName?: string | null;
            lastName?: string | null;
            email?: string | null;
            phone?: string | null;
            mobilePhone?: string | null;
            fax?: string | null;
            description?: string | null;
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
        /** @description A candidate as it is after its correction. */
        CorrectedCandidate: components["schemas"]["Candidate"] & {
            /** @description What does not keep it from becoming an order. */
            warnings: components["schemas"]["Item"][];
        };
        /** @description Country */
        CountryRecord: {
            /** @description Two-letter code (ISO 3166-1) */
            code: string;
            /** @description Name */
            name: string;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
        };
        /** @description An order that was created. */
        CreatedOrder: components["schemas"]["Order"] & {
            /** @description About the request; the first 1,000. */
            warnings?: components["schemas"]["Item"][];
            warningsTotal?: number | null;
        };
        /** @description Master data that a row created. */
        CreatedRecord: {
            /** @description `org`, `bpartner`, `location`, `contact`, `group`, `product` or `productPrice`. */
            kind: string;
            id: components["schemas"]["Id"];
            code?: string | null;
        };
        /** @description A new webhook. */
        CreatedWebhook: components["schemas"]["Webhook"] & {
            /**
             * @description What calls are signed with; no other answer shows it.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret: string;
        };
        /** @description Currency */
        CurrencyRecord: {
            /** @description Three-letter code (ISO 4217) */
            code: string;
            /** @description Name */
            name: string;
            /**
             * @description Digits of an amount
             * @default 2
             */
            precision: number | null;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
        };
        /** @description What a data source says about its headers; it is master data, set where that is. */
        DataSourceProcessing: {
            id: components["schemas"]["Id"];
            org: components["schemas"]["Reference"];
            internalNames: string[];
            /**
             * Format: int64
             * @description How old the newest candidate of a header is when the header goes.
             */
            settleSeconds: number;
            /** @description Headers wait until a clerk selects them. */
            releaseByHand: boolean;
            /** @description A header goes without its candidates in error. */
            partialHeaders: boolean;
        };
        /** @description Data source */
        DataSourceRecord: {
            /**
             * @description Code of the organisation it belongs to; * is shared by all
             * @default *
             */
            org: string | null;
            /** @description Internal names; the first one is answered, none is ever removed */
            internalNames: string[];
            /** @description Id in the sender's system */
            externalId?: string | null;
            /** @description Search key */
            code?: string | null;
            /** @description Name */
            name?: string | null;
            /**
             * @description How long a header waits for more rows
             * @default 30
             */
            settleSeconds: number | null;
            /**
             * @description Whether a header may go without its faulty candidates
             * @default false
             */
            partialHeaders: boolean | null;
            /**
             * @description Whether candidates wait for a clerk
             * @default false
             */
            releaseByHand: boolean | null;
            /**
             * @description Effect of a key of a partner or location that differs from the record found by another key: a warning, or the row is rejected
             * @default warn
             * @enum {string|null}
             */
            keyMismatch: "warn" | "reject" | null;
            /**
             * @description Whether packingMaterialId, qtyItemCapacity and orderLineGroup keep a candidate from becoming an order
             * @default problem
             * @enum {string|null}
             */
            unsupportedMembers: "problem" | "warn" | null;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
        };
        /** @description The present day of the caller's first organisation, beside the same weekday of the weeks before. */
        DayAnswer: {
            open: components["schemas"]["OpenByAge"];
            /** @description Whether `open` is all that is new or in error: of each, the 20,000 oldest are summed up. */
            openWhole: boolean;
            /** @description What the caller looks after, new or in error: `assignedTo=me` of the lists. */
            mine: components["schemas"]["OwnQueue"];
            /** @description Orders that were made today and hold. */
            orders: components["schemas"]["OrdersOfDay"];
            /** @description Those of the same weekday a week ago, up to the same time of day. */
            ordersWeekAgo: components["schemas"]["OrdersOfDay"];
            /**
             * Format: int64
             * @description Candidates in the orders of today, of which the 20,001 newest are looked at.
             */
            ordered: number;
            /**
             * Format: int64
             * @description How many of them nobody corrected, put aside or released.
             */
            untouched: number;
            /** @description Those that sent something today or on the same weekday of the last four weeks. */
            sources: components["schemas"]["SourceDay"][];
            storage: components["schemas"]["StoredBytes"];
        };
        /**
         * Format: decimal
         * @description An exact decimal; up to 28 significant digits, never rounded to binary.
         */
        Decimal: Decimal;
        /** @description With which view somebody begins. */
        DefaultViewBody: {
            /** @description Its record id; null for none. */
            id?: number | null;
        };
        /** @description A page of deliveries, newest first. */
        DeliveryPage: {
            items: components["schemas"]["WebhookDelivery"][];
            /** @description `before` of the page that follows, if one does. */
            next?: string | null;
        };
        /** @description A disk. Below its floor writes are refused with 507. */
        DiskSpace: {
            /** @description `database` or `attachments`. */
            name: string;
            /** Format: int64 */
            freeBytes: number;
            /** Format: int64 */
            floorBytes: number;
        };
        /** @description The document type of an order, or of its invoice. */
        DocumentType: {
            id: components["schemas"]["Id"];
            name: string;
            docBaseType: string;
            docSubType?: string | null;
        };
        /** @description Document type */
        DocumentTypeRecord: {
            /**
             * @description Code of the organisation it belongs to; * is shared by all
             * @default *
             */
            org: string | null;
            /** @description Name */
            name: string;
            /**
             * @description Base type: sales order or invoice
             * @enum {string}
             */
            baseType: "SOO" | "ARI";
            /** @description Of a sales order SO (standard), PR (prepay), ON (proposal) or OB (quotation); of an invoice any */
            subType?: string | null;
            /**
             * @description Whether it is taken where none is named
             * @default false
             */
            default: boolean | null;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
        };
        /** @description `changes`, `active`, `waitingUntil` or `assignedTo`, or several of them. Unknown members are errors. */
        EditBody: {
            selection: components["schemas"]["SelectionData"];
            /**
             * @description `selection` (default) edits only the selected candidates. `order` adds the other lines of the same incoming orders that are not processed.
             * @enum {string}
             */
            scope?: "order" | "selection";
            changes?: components["schemas"]["EditChanges"];
            /** @description False puts the candidates aside, true takes them back. */
            active?: boolean;
            /**
             * Format: date
             * @description Someone waits for the customer until this day, which is yet to come and at most 366 days away: no run takes the candidates or others of their headers before. Null: nobody waits any more.
             */
            waitingUntil?: string | null;
            /** @description Name of the user who looks after them, or `me`; null: nobody. */
            assignedTo?: string | null;
            /** @description What is to be said about this change; their history keeps it. */
            comment?: string;
        };
        /** @description Exactly one of the three. */
        EditChange: {
            /** @description The value, as in an override. */
            set?: unknown;
            /** @description A step from the value that holds, with a sign: for qty, price and discount a percentage (`+10%`) or an amount (`-2.5`), for dates days (`+3`). Quantity and discount are computed exactly, a price is rounded half up to the digits of its price list, or to 4 where no list holds. A candidate without a value of its own, as one whose price comes from the list, is refused. */
            changeBy?: string;
            /** @description True takes the override back, and the imported value holds again. */
            clear?: boolean;
        };
        /** @description By member; what is absent stays. Values of `set` are those of an override. */
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
        };
        /** @description The figures of an edit; `selected` is the sum of `changed`, `unchanged` and `refused`. */
        EditCounts: {
            /** Format: int64 */
            selected: number;
            /** Format: int64 */
            changed: number;
            /** Format: int64 */
            unchanged: number;
            /**
             * Format: int64
             * @description Candidates that are processed, or of which a result is not allowed.
             */
            refused: number;
            /**
             * Format: int64
             * @description Candidates in error that would be in error no more.
             */
            resolved: number;
        };
        /** @description A candidate before and after an edit. */
        EditedCandidate: {
            candidateId: components["schemas"]["Id"];
            externalHeaderId: string;
            externalLineId: string;
            poReference: string;
            before: components["schemas"]["EditedValues"];
            after: components["schemas"]["EditedValues"];
            /** @description What would stand against it; pointers are relative to the candidate. */
            problems: components["schemas"]["Item"][];
        };
        /** @description The members that change, by name. */
        EditedValues: components["schemas"]["CandidateValues"] & {
            /** @description If it changes. */
            status?: string | null;
        };
        /** @description Something that happened, as CloudEvents 1.0 write it. */
        Event: {
            /** @example 1.0 */
            specversion: string;
            /**
             * @description The place in the feed behind it: `after` of what comes next. It is the same whenever the event is read or sent.
             * @example 4711-1
             */
            id: string;
            /** @example /orderdock */
            source: string;
            /** @example orderdock.candidate.received */
            type: string;
            /**
             * @description Where the record is read.
             * @example /api/sales/order/candidates/1000123
             */
            subject: string;
            /** Format: date-time */
            time: string;
            /** @example application/json */
            datacontenttype: string;
            data: components["schemas"]["EventData"];
        };
        /** @description What an event is about. Of a record that was archived since there is little more than its id. */
        EventData: {
            id: components["schemas"]["Id"];
            salesOrderId?: components["schemas"]["SalesOrderId"] | null;
            /**
             * Format: int64
             * @description That of the record from then on.
             */
            version?: number;
            /** @description Absent where it concerns all organisations, or several. */
            orgCode?: string | null;
            dataSourceId?: components["schemas"]["Id"] | null;
            dataSourceInternalName?: string | null;
            externalHeaderId?: string | null;
            externalLineId?: string | null;
            poReference?: string | null;
            documentNo?: string | null;
            /**
             * @description The status of the candidate from then on; how a run ended; the HTTP status of a request's answer.
             * @example new
             */
            status?: string | null;
            /**
             * @description The kind of master data.
             * @example bpartners.locations
             */
            kind?: string | null;
            /** @description The request id of the answer. */
            requestId?: string | null;
            /** @description The name of a file. */
            filename?: string | null;
            /** @description The record as it is now, if that is wanted and it is kept: as reading it answers. */
            record?: Record<string, never> | null;
        };
        /** @description An incoming order that is left out because a line of it is excluded. */
        ExcludedOrder: {
            /** @description The first of its lines that the filter matches. */
            candidateId: components["schemas"]["Id"];
            /** @description Left out for rows with a flat external id. */
            externalHeaderId?: string | null;
            poReference: string;
            /**
             * Format: int64
             * @description How many of its lines the filter matches.
             */
            lines: number;
        };
        /** @description Something that could cure a problem, or end a wait: either `patch` or `request`. */
        Fix: {
            /**
             * @description What it does, by a name that stays.
             * @example currency.take_list
             */
            kind: string;
            /**
             * @description In the language that was asked for.
             * @example Change the currency to EUR, the currency of price list “DE-EUR”.
             */
            words: string;
            /**
             * @description `certain`: only one answer is possible, and nothing that the sender said changes its meaning. `likely`: what was
             *     most probably meant. `possible`: it cures, if a person finds it right.
             * @example certain
             */
            sureness: string;
            /**
             * @description The scope that it takes.
             * @example candidates:write
             */
            needs: string;
            /** @description It writes a record that all organisations share, which takes a caller for all of them. */
            shared?: boolean;
            /** @description Whether the caller may do it. */
            allowed: boolean;
            /** @description A correction of the candidate: the body of its `PATCH`. */
            patch?: Record<string, never> | null;
            /**
             * @description With `patch`: every member whose effective value it changes, price and currency included where they follow from it.
             * @example [
             *       "taxCategoryCode",
             *       "currencyCode"
             *     ]
             */
            members?: string[] | null;
            /**
             * @description Why it is never the first choice: `tax_class` (it changes how the row is taxed), `past_date` (it moves a date into the
             *     past).
             * @example tax_class
             */
            caution?: string | null;
            /** @description With `patch`: codes of what still stands against the candidate afterwards, as it was tried on today's master data. */
            leaves?: string[] | null;
            request?: components["schemas"]["FixRequest"] | null;
            /**
             * @description JSON Pointers into `patch`, or the body of `request`, of what a person must enter first.
             * @example [
             *       "/override/price"
             *     ]
             */
            fill?: string[];
        };
        /** @description A request that cures. */
        FixRequest: {
            /** @example PUT */
            method: string;
            /** @example /api/masterdata/product-prices */
            path: string;
            body: unknown;
        };
        /** @description Exactly this group: the `filter` of a selection, or the parameters of the list. */
        GroupFilter: {
            /** @example error */
            status: string;
            problem: string;
            cause: string;
            dataSource?: string | null;
            org?: string | null;
        };
        /** @description A fix that may cure many alike. */
        GroupFix: components["schemas"]["Fix"] & {
            /** @description With `patch`: the same as the `changes` of an edit of many. */
            changes?: Record<string, never> | null;
        };
        /** @description An amount in a currency. */
        GroupWorth: {
            currencyCode: string;
            net: components["schemas"]["Decimal"];
        };
        /** @description What became of what receivers said. */
        HandedOverAnswer: {
            orders: components["schemas"]["HandedOverOrder"][];
        };
        /** @description What receivers say of orders. */
        HandedOverBody: {
            /** @description At most 1,000. */
            orders: components["schemas"]["HandedOverData"][];
        };
        /** @description What a receiver says of an order. */
        HandedOverData: {
            /** Format: int64 */
            salesOrderId: number | string;
            /** @description Who speaks: a name that stays the same, like `ERP`. */
            receiver: string;
            /** @description What the order is called there. */
            number?: string;
            /**
             * Format: date-time
             * @description When it came there; now unless said.
             */
            at?: string;
            /** @description The receiver does not want it, and why. */
            refused?: string;
        };
        /** @description An order that a receiver spoke of. */
        HandedOverOrder: {
            salesOrderId: components["schemas"]["SalesOrderId"];
            /** @description `noted`, `unchanged` (it was known) or `rejected`. */
            outcome: string;
            handedOver?: components["schemas"]["Handover"] | null;
            /** @description Why it was rejected. */
            errors?: components["schemas"]["Item"][];
        };
        /** @description What a receiver has said of an order. */
        Handover: {
            /** @example ERP */
            receiver: string;
            /**
             * Format: date-time
             * @description When, as the receiver tells it.
             */
            at: string;
            /** @description What the order is called there. */
            number?: string | null;
            /** @description Why the receiver does not want it: then nobody has it. */
            refused?: string | null;
        };
        /** @description How many candidates of a header stand where. */
        HeaderCounts: {
            /** Format: int64 */
            new: number;
            /**
             * Format: int64
             * @description How many of the new ones wait.
             */
            held: number;
            /** Format: int64 */
            error: number;
            /** Format: int64 */
            processed: number;
            /** Format: int64 */
            inactive: number;
        };
        /** @description A page of headers. */
        HeaderPageAnswer: {
            items: components["schemas"]["CandidateHeader"][];
            /** @description `after` of the page that follows, if one does. */
            next?: string | null;
            /** @description `before` of the page that precedes, if one does. */
            previous?: string | null;
            /** @description Exact where no more than 30,000 candidates match. */
            total: components["schemas"]["Total"];
        };
        /** @description That the process lives. */
        Health: {
            /** @example alive */
            status: string;
        };
        /** @description A page of the history of a candidate. */
        HistoryAnswer: {
            items: components["schemas"]["HistoryEntry"][];
            /** @description `after` of the next page, if there is one. */
            next?: string | null;
        };
        /** @description One change. */
        HistoryEntry: {
            /**
             * Format: int64
             * @description The candidate's from then on.
             */
            version: number;
            /** Format: date-time */
            at: string;
            /** @description Who: the name of the token, `cli` or `scheduler`. */
            actor?: string | null;
            /**
             * @description `imported`, `corrected`, `putAside`, `takenBack`, `cancelled`, `validated`, `ordered`, `orderVoided`,
             *     `undone`, `waiting`, `takenUp`, `assigned` or `commented`.
             */
            event: string;
            statusBefore?: string | null;
            /** @description From then on. */
            status: string;
            /** @description By member; records by their code at that time. */
            changes: {
                [key: string]: components["schemas"]["ChangeShape"];
            };
            /** @description What stood against the candidate from then on. */
            problems: components["schemas"]["Item"][];
            salesOrderId?: string | null;
            documentNo?: string | null;
            runId?: components["schemas"]["Id"] | null;
            /** @description Of `ordered`: why it would have stayed, had the actor not released it (`header.incomplete`, …). */
            released?: string[];
            /**
             * Format: date
             * @description Until when someone waits for the customer from then on; null if nobody does any more. Absent where that stayed.
             */
            waitingUntil?: string | null;
            /** @description The name of the user who looks after it from then on; null for nobody. Absent where that stayed. */
            assignedTo?: string | null;
            /** @description What was said about it. */
            comment?: string | null;
            requestId?: components["schemas"]["Id"] | null;
        };
        /**
         * Format: int64
         * @description A record id, below 2^53.
         */
        Id: number;
        /** @description What became of a request of the list. */
        ImportedRow: components["schemas"]["ResultRow"] | components["schemas"]["RejectedRow"];
        /** @description A process that works on the database, or did a moment ago. */
        Instance: {
            id: components["schemas"]["Id"];
            /**
             * @description Its machine, and which process it is there.
             * @example dock-1/4711
             */
            name: string;
            version: string;
            /** @description Where it keeps attached files: the same place for all. */
            attachments: string;
            /** Format: date-time */
            startedAt: string;
            /**
             * Format: date-time
             * @description Its last sign of life; without one for some seconds others go on with its work.
             */
            lastSignAt: string;
            /**
             * Format: int64
             * @description By how many seconds the clock of its machine is ahead of that of the database, which holds for all.
             */
            clockAheadSeconds: number;
            /** @description It follows the schedules of all organisations. */
            leads: boolean;
            /** @description It is the one that answers. */
            answers: boolean;
        };
        /** @description The processes that work on the database, oldest first. */
        InstancesAnswer: {
            items: components["schemas"]["Instance"][];
        };
        /** @description What came in, and what there is to do. */
        IntakeAnswer: {
            /** @example 7d */
            period: string;
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            /** @description The hours of `24h`, else the days; ascending. */
            buckets: components["schemas"]["IntakeBucket"][];
            /** @description Where the candidates of the period came from. */
            sources: components["schemas"]["IntakeSource"][];
            /** @description Of the candidates that are in error now: the ten most frequent problems. */
            problems: components["schemas"]["ProblemCount"][];
            /**
             * Format: int64
             * @description Now, whenever they were created.
             */
            new: number;
            /** Format: int64 */
            error: number;
            /**
             * Format: int64
             * @description Candidates in orders that were made today and are not voided.
             */
            processedToday: number;
            oldestUnprocessed?: components["schemas"]["OldestUnprocessed"] | null;
            /** @description Orders that wait for a receiver, of organisations that hand theirs over. */
            waitingOrders: components["schemas"]["WaitingOrders"];
            /**
             * Format: int64
             * @description Runs of the period that failed.
             */
            failedRuns: number;
        };
        /** @description Candidates that were created within an hour or a day. */
        IntakeBucket: components["schemas"]["StatusCounts"] & {
            /**
             * Format: date-time
             * @description Its first instant, with the offset of the organisation's zone.
             * @example 2026-12-08T00:00:00+01:00
             */
            start: string;
        };
        /** @description The candidates of a data source. */
        IntakeSource: components["schemas"]["StatusCounts"] & {
            dataSource: components["schemas"]["IntakeSourceName"];
        };
        /** @description A data source by its internal name. */
        IntakeSourceName: {
            id: components["schemas"]["Id"];
            name: string;
        };
        /** @description The document type of the invoice to come. */
        InvoiceDocumentType: {
            id: components["schemas"]["Id"];
            docBaseType: string;
            docSubType?: string | null;
            name: string;
        };
        /** @description A document type by base and sub type. */
        InvoiceDocumentTypeData: {
            /** @description For example `ARI`. */
            docBaseType: string;
            docSubType?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description Something that is wrong, or worth knowing. */
        Item: {
            /**
             * @description `<thing>.<fault>`; the list is at `/docs/problems`.
             * @example qty.not_positive
             */
            code: string;
            /** @description The same as `code`, under the name that older clients read. */
            errorCode: string;
            /** @description In the language that was asked for. */
            message: string;
            /** @description The values that the message names. */
            params: Record<string, never>;
            /** @description The same values in English words, under the name that older clients read. */
            parameters: {
                [key: string]: string;
            };
            /**
             * @description JSON Pointer of the value in the body, or of where a missing one would be; of a stored problem,
             *     relative to the candidate.
             * @example /requests/3/qty
             */
            pointer: string;
            /** @description The entry of the list, from 0. */
            index?: number | null;
            /**
             * Format: int32
             * @description In the text as it was sent, from 1.
             */
            line?: number | null;
            /**
             * Format: int32
             * @description In characters, from 1.
             */
            column?: number | null;
            /** @description What was read there. */
            seen?: string | null;
            /**
             * @description Of a problem of a candidate that is read by itself: what could cure it, the best first. Of a code that a correction
             *     names and that is not known: what was probably meant.
             */
            fixes?: components["schemas"]["Fix"][] | null;
        };
        /** @description Candidates that would stay as they are for the same kind of reason. */
        LeftGroup: {
            /** @example undo.changed */
            code: string;
            /** Format: int64 */
            candidates: number;
            /** @description The first five, each with its reason. */
            sample: components["schemas"]["RefusedCandidate"][];
        };
        /** @description An address of a business partner. */
        Location: {
            id: components["schemas"]["Id"];
            metasfreshId: components["schemas"]["Id"];
            postalCodeId?: components["schemas"]["Id"] | null;
            countryCode: string;
            externalId?: string | null;
            gln?: string | null;
            name?: string | null;
            bpartnerName?: string | null;
            address1?: string | null;
            address2?: string | null;
            address3?: string | null;
            address4?: string | null;
            poBox?: string | null;
            postal?: string | null;
            city?: string | null;
            district?: string | null;
            region?: string | null;
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
        /** @description To be created it needs a country code. */
        LocationData: {
            active?: boolean | null;
            externalId?: string | null;
            gln?: string | null;
            name?: string | null;
            bpartnerName?: string | null;
            address1?: string | null;
            address2?: string | null;
            address3?: string | null;
            address4?: string | null;
            poBox?: string | null;
            /** @description Linked if it is known in the country, else stored with a warning. */
            postal?: string | null;
            city?: string | null;
            district?: string | null;
            region?: string | null;
            /** @description Two letters (ISO 3166-1). */
            countryCode?: string | null;
            shipTo?: boolean | null;
            shipToDefault?: boolean | null;
            billTo?: boolean | null;
            billToDefault?: boolean | null;
            /** @description Another name of `region`; ignored with a warning beside a `region`. */
            state?: string | null;
            syncAdvise?: components["schemas"]["SyncAdvice"] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A write request, without its body. */
        LoggedRequest: {
            id: components["schemas"]["Id"];
            /** @description The request id of its answer and log lines. */
            requestId: string;
            method: string;
            /** @description Without credentials. */
            path: string;
            /** @description Without credentials; of parameters that no write has, the names. */
            query: string;
            /** Format: date-time */
            receivedAt: string;
            /** @description Who sent it: the name of the token, or `cli`. */
            actor: string;
            /** Format: int32 */
            status: number;
            mediaType: string;
            /**
             * Format: int64
             * @description Bytes of the body.
             */
            size: number;
            /** @description Only its faulty rows are stored, because the request log had reached its quota: it cannot be sent again. */
            excerpt?: boolean;
            replayOf?: components["schemas"]["Id"] | null;
            /** @description Rows that did not become a new candidate. */
            rows: components["schemas"]["LoggedRow"][];
        };
        /** @description What became of a row. */
        LoggedRow: {
            /** @description From 0. */
            index: number;
            /** @description `rejected` or `unchanged`. */
            outcome: string;
            externalHeaderId?: string;
            externalLineId?: string;
            /** @description What was wrong with it. */
            codes?: string[];
            candidateId?: components["schemas"]["Id"] | null;
        };
        /** @description A user and their password. */
        LoginBody: {
            /** @description Upper and lower case are the same. */
            user: string;
            /** Format: password */
            password: string;
        };
        /** @description Who created or changed a record, or one that is nested in it. */
        MasterdataChange: {
            at: string;
            /** @description The token's name, or `cli`. */
            actor: string;
            /** @description Finds request and log lines. */
            requestId: string;
            /** @example bpartners.locations */
            kind: string;
            /** Format: int64 */
            id: number;
            /**
             * Format: int64
             * @description The version that it got.
             */
            version: number;
            /**
             * @description `created`, `changed` or `removed`.
             * @example changed
             */
            event: string;
            /** @description What a record was created with is not repeated here. */
            changes: components["schemas"]["MasterdataMemberChange"][];
            /**
             * Format: int64
             * @description The version that it took back, if it did.
             */
            undoes?: number | null;
            /** @description Why, if that was said. */
            reason?: string | null;
        };
        /** @description A page of a history, newest first. */
        MasterdataHistoryAnswer: {
            items: components["schemas"]["MasterdataChange"][];
            /** @description `after` of the page that follows, if one does. */
            next?: string | null;
        };
        /** @description A member that changed. */
        MasterdataMemberChange: {
            member: string;
            /** @description Null where there was none. */
            before: unknown;
            after: unknown;
        };
        /** @description A page of records. */
        MasterdataPageAnswer: {
            items: components["schemas"]["StoredMasterdataRecord"][];
            /** @description `after` of the page that follows, if one does. */
            next?: string | null;
            /** @description `before` of the page that precedes, if one does. */
            previous?: string | null;
            /** @description Exact up to 100,000; of a search up to 1,000. */
            total: components["schemas"]["Total"];
        };
        /** @description A record of the kind in the path, as in a load file. Unknown members are errors. */
        MasterdataRecord: components["schemas"]["OrganisationRecord"] | components["schemas"]["CountryRecord"] | components["schemas"]["CurrencyRecord"] | components["schemas"]["UnitRecord"] | components["schemas"]["DataSourceRecord"] | components["schemas"]["DocumentTypeRecord"] | components["schemas"]["TaxCategoryRecord"] | components["schemas"]["TaxRecord"] | components["schemas"]["PricingSystemRecord"] | components["schemas"]["PriceListRecord"] | components["schemas"]["WarehouseRecord"] | components["schemas"]["ShipperRecord"] | components["schemas"]["PaymentTermRecord"] | components["schemas"]["BusinessPartnerGroupRecord"] | components["schemas"]["UnitConversionRecord"] | components["schemas"]["PostalCodeRecord"] | components["schemas"]["BusinessPartnerRecord"] | components["schemas"]["ProductRecord"] | components["schemas"]["ProductPriceRecord"];
        /** @description The list that a load file has of the kind. */
        MasterdataRecords: components["schemas"]["MasterdataRecord"][];
        /** @description A message that a rule made. */
        Notification: {
            id: components["schemas"]["Id"];
            /** @description The rule may be gone by now. */
            ruleId: components["schemas"]["Id"];
            kind: string;
            /** @description The organisation of the rule; null for all. */
            orgCode?: string | null;
            /** Format: date-time */
            at: string;
            subject: string;
            text: string;
            /** @description `waiting` as long as somebody may still be reached, `failed` if somebody was not, else `sent`. */
            status: string;
            /** @description What keeps it from somebody. */
            error?: string | null;
            recipients: components["schemas"]["NotificationRecipient"][];
        };
        /** @description A page of messages, newest first. */
        NotificationPage: {
            items: components["schemas"]["Notification"][];
            /** @description `before` of the page that follows, if one does. */
            next?: string | null;
        };
        /** @description A message on its way to one of its recipients. */
        NotificationRecipient: {
            /** @description A mail address, or `webhook:` and its id. */
            recipient: string;
            /** @description `waiting`, `sent` or `failed`. */
            status: string;
            /** Format: int32 */
            attempts: number;
            /** Format: date-time */
            nextAttemptAt?: string | null;
            /** Format: date-time */
            sentAt?: string | null;
            error?: string | null;
        };
        /** @description What people want to be notified of. */
        NotificationRule: {
            id: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Rises with each change.
             */
            version: number;
            /** @description Whose data it tells of; null for all organisations. */
            orgCode?: string | null;
            kind: string;
            /**
             * Format: int64
             * @description The patience of the rule, where it is counted in minutes.
             */
            minutes?: number | null;
            /**
             * Format: int64
             * @description The same in hours.
             */
            hours?: number | null;
            dataSourceId?: components["schemas"]["Id"] | null;
            dataSourceInternalName?: string | null;
            /** @description Days on which people are notified, from Monday on. */
            weekdays: string[];
            /**
             * @description From when on people are notified on such a day; null for the whole day.
             * @example 07:00
             */
            from?: string | null;
            /** @example 18:00 */
            to?: string | null;
            timeZone: string;
            /** @description `en` or `de`. */
            language: string;
            recipients: string[];
            webhookId?: components["schemas"]["Id"] | null;
            active: boolean;
            /**
             * Format: date-time
             * @description When a message of it reached somebody last.
             */
            lastSentAt?: string | null;
            /** @description What keeps its last message from somebody. */
            lastError?: string | null;
            /** Format: date-time */
            createdAt: string;
            createdBy: string;
        };
        /** @description What people want to be notified of. In a change members that are absent stay, and null clears. */
        NotificationRuleBody: {
            /** @description The version that is changed; needed for a change alone. */
            version?: number;
            /** @description Whose data it tells of; null for all organisations. */
            orgCode?: string | null;
            /**
             * @description Candidates that have been in error for too long; a data source of which nothing comes; runs that fail; webhooks that are paused because nothing came through; orders that nobody has taken.
             * @enum {string}
             */
            kind?: "candidates-in-error" | "source-silent" | "run-failed" | "webhook-paused" | "order-not-handed-over";
            /** @description For how long a candidate may be in error before a message tells it; at most a week. */
            minutes?: number | null;
            /** @description For how long a source may be silent, or an order not be handed over, before a message tells it; at most a week. Of a silence only the weekdays and hours of the rule are counted. */
            hours?: number | null;
            /** @description Its internal name, record id or identifier string. */
            dataSource?: string | null;
            weekdays?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[] | null;
            /**
             * @description From when on people are notified on such a day; the whole day without it.
             * @example 07:30
             */
            from?: string | null;
            /**
             * @description Until when; if not behind `from`, on the next day.
             * @example 07:30
             */
            to?: string | null;
            /**
             * @description Of days and hours, like Europe/Berlin; that of the organisation, or UTC, without it.
             * @example Europe/Berlin
             */
            timeZone?: string | null;
            /**
             * @description Of messages; English without it.
             * @enum {string}
             */
            language?: "en" | "de";
            /** @description Mail addresses. */
            recipients?: string[];
            /**
             * Format: int64
             * @description A webhook that is notified besides.
             */
            webhookId?: number | string | null;
            /** @description Whether people are notified; true without it. */
            active?: boolean;
        };
        /** @description The rules that the caller sees. */
        NotificationRules: {
            items: components["schemas"]["NotificationRule"][];
            /** @description Whether a mail server is configured. */
            mailConfigured: boolean;
        };
        /** @description How the numbers of a document type are written. */
        NumberPattern: {
            docTypeName: string;
            /** @example SO-{n:06} */
            pattern: string;
        };
        /** @description A prefix, and the number filled up with zeros. */
        NumberPatternData: {
            docTypeName: string;
            /** @description For example `SO-{n:06}`. */
            pattern: string;
        };
        /** @description The candidate that waits for longest. */
        OldestUnprocessed: {
            candidateId: components["schemas"]["Id"];
            /** Format: date-time */
            createdAt: string;
        };
        /** @description Candidates that are new or in error, by when they came. */
        OpenByAge: {
            today: components["schemas"]["OpenCandidates"];
            /** @description On the seven days before. */
            week: components["schemas"]["OpenCandidates"];
            longer: components["schemas"]["OpenCandidates"];
        };
        /** @description Candidates that wait, and what they are worth. */
        OpenCandidates: {
            /** Format: int64 */
            candidates: number;
            /** @description By the candidates' own prices and those of lists, for each currency. */
            worth: components["schemas"]["GroupWorth"][];
            /**
             * Format: int64
             * @description How many are in no amount: they have no price, or one of a list whose unit may be another.
             */
            unpriced: number;
        };
        /** @description A sales order. */
        Order: components["schemas"]["OrderHead"] & {
            lines: components["schemas"]["OrderLine"][];
            taxes: components["schemas"]["OrderTax"][];
            /** @description The candidates that it was made of. Left out where an order is only made, planned or voided. */
            candidates?: components["schemas"]["OrderedCandidate"][] | null;
            /** @description Its files: its own, and those of its candidates' headers. Left out likewise. */
            attachments?: components["schemas"]["Attachment"][] | null;
        };
        /** @description A sales order for the token's default organisation; at least one line, at most 10,000. */
        OrderBody: {
            /** @description Code of the partner that the goods go to. */
            shipBPartnerCode: string;
            /**
             * Format: date-time
             * @description With an offset or `Z`.
             */
            datePromised: string;
            /** @description Name of a document type; the organisation's default order type if absent. */
            docTypeName?: string;
            lines: components["schemas"]["OrderLineData"][];
        } & {
            [key: string]: unknown;
        };
        /** @description An order without its lines; master data stands in it as it was when the order was made. */
        OrderHead: {
            salesOrderId: components["schemas"]["SalesOrderId"];
            /** @description Left out in a dry run: none is drawn. */
            documentNo?: string | null;
            docType: components["schemas"]["DocumentType"];
            /** @description `completed` or `voided`. */
            status: string;
            /** @description A prepay order: completed, but to be paid before anything leaves. */
            awaitsPayment: boolean;
            org: components["schemas"]["Reference"];
            /** @description Absent for an order that was sent whole. */
            dataSourceInternalName?: string | null;
            /** @description The sender's, unless it only stood in for a flat `externalId`. */
            externalHeaderId?: string | null;
            poReference?: string | null;
            bpartner: components["schemas"]["PartnerBlock"];
            billBPartner?: components["schemas"]["PartnerBlock"] | null;
            dropShipBPartner?: components["schemas"]["PartnerBlock"] | null;
            handOverBPartner?: components["schemas"]["PartnerBlock"] | null;
            salesPartner?: components["schemas"]["Reference"] | null;
            currencyCode: string;
            pricingSystem: components["schemas"]["Reference"];
            priceList: components["schemas"]["Reference"];
            /** Format: date */
            dateOrdered: string;
            /**
             * @description The instant as it was sent, in UTC; or the earliest required day of its lines.
             * @example 2026-12-08T00:00:00.000Z
             */
            datePromised: string;
            invoiceDocType?: components["schemas"]["DocumentType"] | null;
            paymentRule?: string | null;
            paymentTerm?: components["schemas"]["Reference"] | null;
            shipper?: components["schemas"]["Reference"] | null;
            warehouse?: components["schemas"]["Reference"] | null;
            deliveryRule?: string | null;
            deliveryViaRule?: string | null;
            /** @description Where those of its values came from that partner, group or organisation can give; by member. */
            valuesFrom?: {
                [key: string]: components["schemas"]["ValueSource"];
            } | null;
            /** @description How many lines it has. */
            lineCount: number;
            /** @description Σ net of the lines. */
            totalLines: components["schemas"]["Decimal"];
            totalTax: components["schemas"]["Decimal"];
            /** @description The lines, and the taxes unless they are included. */
            grandTotal: components["schemas"]["Decimal"];
            /** @description Whether prices and nets include tax. */
            taxIncluded: boolean;
            runId?: components["schemas"]["Id"] | null;
            /** Format: int64 */
            version: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            handedOver?: components["schemas"]["Handover"] | null;
        };
        /** @description A page of the history of an order. */
        OrderHistoryAnswer: {
            items: components["schemas"]["OrderHistoryEntry"][];
            /** @description `after` of the next page, if there is one. */
            next?: string | null;
        };
        /** @description One event. */
        OrderHistoryEntry: {
            /** @description `created`, `voided` or `commented`. */
            event: string;
            /** Format: date-time */
            at: string;
            /** @description Who: the name of the token or user, `cli` or `scheduler`; of a run's order, who started the run. */
            actor?: string | null;
            runId?: components["schemas"]["Id"] | null;
            /** @description The requests that it or its candidates came with. */
            requestIds?: components["schemas"]["Id"][] | null;
            /** @description Why it was voided, if that was said. */
            reason?: string | null;
            /** @description What was said about it. */
            comment?: string | null;
        };
        /** @description A line of an order. */
        OrderLine: {
            /** Format: int64 */
            line: number;
            productId: components["schemas"]["Id"];
            productCode: string;
            productName: string;
            productDescription?: string | null;
            description?: string | null;
            qty: components["schemas"]["Decimal"];
            uomCode: string;
            /** @description `qty` × `multiplier` ÷ `divisor`, rounded for display where that has no end in decimals (5 ÷ 12). */
            qtyInPriceUom: components["schemas"]["Decimal"];
            multiplier?: components["schemas"]["Decimal"] | null;
            divisor?: components["schemas"]["Decimal"] | null;
            priceUom: string;
            /** @description Before discount, per `priceUom`. */
            priceEntered: components["schemas"]["Decimal"];
            /** @description Percent. */
            discount: components["schemas"]["Decimal"];
            /** @description After discount. */
            price: components["schemas"]["Decimal"];
            /**
             * @description `qty` × `multiplier` ÷ `divisor` × `price`, rounded once to the currency's digits, or to the list's under
             *     `netPrecision: list`. Tax is in it if `taxIncluded`.
             */
            net: components["schemas"]["Decimal"];
            /** @description True if the line is free of charge; absent otherwise. */
            isWithoutCharge?: boolean | null;
            /** @description Why it is free of charge. */
            reason?: string | null;
            value?: components["schemas"]["Decimal"] | null;
            /** @description Absent if the partner is exempt. */
            taxCode?: string | null;
            taxRate?: components["schemas"]["Decimal"] | null;
            priceExplanation: components["schemas"]["PriceExplanation"];
            /** Format: date */
            dateRequired?: string | null;
            /** Format: date */
            presetDateInvoiced?: string | null;
            /** Format: date */
            presetDateShipped?: string | null;
            warehouseDest?: components["schemas"]["Reference"] | null;
            /** @description Which candidate gave which quantity; empty if the line was sent whole. */
            allocations: components["schemas"]["Allocation"][];
        };
        /** @description What is ordered. */
        OrderLineData: {
            productCode: string;
            /**
             * Format: decimal
             * @description Greater than 0, in the product's stock unit.
             */
            qty: Decimal;
            /**
             * Format: decimal
             * @description Replaces the list price; 0 is a price, and so is one below 0 where the organisation has `negativePrices: allow`.
             */
            price?: Decimal;
        } & {
            [key: string]: unknown;
        };
        /** @description The order that a candidate is in. */
        OrderOfCandidate: {
            salesOrderId: string;
            documentNo: string;
            /** Format: int64 */
            line: number;
        };
        /** @description A page of orders. */
        OrderPageAnswer: {
            items: components["schemas"]["OrderHead"][];
            /** @description `after` of the page that follows, if one does. */
            next?: string | null;
            total: components["schemas"]["Total"];
        };
        /** @description The tax of an order by one tax record. */
        OrderTax: {
            taxCode: string;
            name?: string | null;
            /** @description Percent. */
            rate: components["schemas"]["Decimal"];
            /** @description The buyer owes it: the amount is 0. */
            reverseCharge: boolean;
            /** @description What the tax is on, without the tax itself. */
            base: components["schemas"]["Decimal"];
            amount: components["schemas"]["Decimal"];
        };
        /** @description An order that would be voided. */
        OrderToVoid: {
            salesOrderId: components["schemas"]["SalesOrderId"];
            documentNo: string;
            /** @description How many candidates it holds. */
            candidates: number;
        };
        /** @description A candidate that is on a line of an order. */
        OrderedCandidate: {
            id: components["schemas"]["Id"];
            externalHeaderId: string;
            externalLineId: string;
            /** @description `processed`; what has become of it since, if the order is voided. */
            status: string;
            /** Format: int64 */
            line: number;
        };
        /** @description Orders, and what they are worth. */
        OrdersOfDay: {
            /** Format: int64 */
            orders: number;
            /**
             * Format: int64
             * @description Candidates in them.
             */
            candidates: number;
            /** @description Without tax, for each currency. */
            worth: components["schemas"]["GroupWorth"][];
            /** @description Whether these are all: the 20,000 newest are summed up. */
            whole: boolean;
        };
        /** @description An organisation; creating one takes the scope `admin`. */
        OrganisationData: {
            code: string;
            name?: string | null;
            syncAdvise?: components["schemas"]["SyncAdvice"];
        } & {
            [key: string]: unknown;
        };
        /** @description Organisation */
        OrganisationRecord: {
            /** @description Search key */
            code: string;
            /** @description Name */
            name: string;
            /**
             * @description Time zone in which its days begin
             * @default UTC
             * @example Europe/Berlin
             */
            timeZone: string | null;
            /** @description Country, by its two-letter code */
            country?: string | null;
            /** @description Code of the pricing system */
            pricingSystem?: string | null;
            /**
             * @description How invoices are paid unless said
             * @enum {string|null}
             */
            paymentRule?: "OnCredit" | "Paypal" | "DirectDebit" | null;
            /** @description Code of the payment term unless said */
            paymentTerm?: string | null;
            /** @description Code of the shipper of goods unless said */
            shipper?: string | null;
            /** @description Code of the warehouse goods leave from unless said */
            warehouse?: string | null;
            /** @description When goods are delivered unless said */
            deliveryRule?: string | null;
            /** @description How goods are delivered unless said */
            deliveryViaRule?: string | null;
            /** @description Code of the tax category where neither product price, product nor price list has one */
            defaultTaxCategory?: string | null;
            /**
             * @description Whether a price below 0 keeps a candidate from becoming an order
             * @default problem
             * @enum {string|null}
             */
            negativePrices: "problem" | "allow" | null;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
        };
        /** @description Stored bytes of an organisation. */
        OrganisationStorage: {
            /** @description `*` for refused requests of no single organisation. */
            orgCode?: string | null;
            /** Format: int64 */
            attachmentBytes: number;
            /** Format: int64 */
            attachmentQuota: number;
            /**
             * Format: int64
             * @description Of refused requests in the request log. Beyond the quota only excerpts are stored.
             */
            refusedRequestBytes: number;
            /** Format: int64 */
            refusedRequestQuota: number;
        };
        /**
         * @description What became of a row.
         * @enum {string}
         */
        Outcome: "created" | "unchanged" | "rejected";
        /** @description Null takes an override back. Partners, locations, contacts, shipper and payment term are identifier strings: `int-…`, `ext-…`, `val-…` or a record id; `val-` is a location's GLN. */
        OverrideData: {
            /** @description Without `location` its default ship-to is taken. */
            bpartner?: string | number | null;
            location?: string | number | null;
            contact?: string | number | null;
            billBPartner?: components["schemas"]["OverrideRole"] | null;
            dropShipBPartner?: components["schemas"]["OverrideRole"] | null;
            handOverBPartner?: components["schemas"]["OverrideRole"] | null;
            /** @description A code, or `ext-…`. */
            productCode?: string | null;
            /** @description Before that of the product's price, the product, the price list and the organisation. */
            taxCategoryCode?: string | null;
            /** Format: decimal */
            qty?: Decimal | null;
            uomCode?: string | null;
            /**
             * Format: decimal
             * @description Per `uomCode`.
             */
            price?: Decimal | null;
            currencyCode?: string | null;
            /**
             * Format: decimal
             * @description Percent, at most 100; below 0 it is a surcharge.
             */
            discount?: Decimal | null;
            pricingSystemCode?: string | Decimal | null;
            productDescription?: string | null;
            description?: string | null;
            poReference?: string | null;
            dateOrdered?: string | number[] | null;
            dateRequired?: string | number[] | null;
            presetDateInvoiced?: string | number[] | null;
            presetDateShipped?: string | number[] | null;
            /** @enum {string|null} */
            orderDocType?: "SalesOrder" | "PrepayOrder" | null;
            invoiceDocType?: components["schemas"]["OverrideInvoiceDocumentType"] | null;
            /** @enum {string|null} */
            paymentRule?: "OnCredit" | "Paypal" | "DirectDebit" | null;
            paymentTerm?: string | number | null;
            shipper?: string | number | null;
            salesPartnerCode?: string | null;
            warehouseCode?: string | null;
            warehouseDestCode?: string | null;
            deliveryRule?: string | null;
            deliveryViaRule?: string | null;
            line?: number | null;
        };
        /** @description A document type by base and sub type. */
        OverrideInvoiceDocumentType: {
            /** @description For example `ARI`. */
            docBaseType: string;
            docSubType?: string;
        };
        /** @description Who set or cleared a value, and when. */
        OverrideNote: {
            by: string;
            /** Format: date-time */
            at: string;
        };
        /** @description A partner by identifier string. */
        OverrideRole: {
            bpartner: string | number;
            /** @description Absent: its default bill-to or ship-to. */
            location?: string | number;
            contact?: string | number;
        };
        /** @description Candidates that somebody looks after. */
        OwnQueue: {
            /** Format: int64 */
            candidates: number;
            /**
             * Format: int64
             * @description How many of them are in error.
             */
            error: number;
            /**
             * Format: int64
             * @description The headers that they belong to.
             */
            orders: number;
            /**
             * Format: date-time
             * @description When the oldest of them came.
             */
            oldest?: string | null;
        };
        /** @description A partner with the location and contact that are meant. */
        PartnerBlock: {
            bpartner: components["schemas"]["BusinessPartner"];
            location?: components["schemas"]["Location"] | null;
            contact?: components["schemas"]["Contact"] | null;
        };
        /** @description A business partner with location and contact; it needs a code, an externalId or a location with a gln. */
        PartnerData: {
            bpartner?: components["schemas"]["BusinessPartnerData"];
            location?: components["schemas"]["LocationData"];
            contact?: components["schemas"]["ContactData"];
            /**
             * @description The only key by which the partner is looked up. Absent: externalId, then the location's gln, then code are tried until one is found.
             * @enum {string}
             */
            bpartnerLookupAdvise?: "ExternalId" | "GLN" | "Code";
            syncAdvise?: components["schemas"]["SyncAdvice"];
        } & {
            [key: string]: unknown;
        };
        /** @description Payment term */
        PaymentTermRecord: {
            /**
             * @description Code of the organisation it belongs to; * is shared by all
             * @default *
             */
            org: string | null;
            /** @description Search key */
            code: string;
            /** @description Id in the sender's system */
            externalId?: string | null;
            /** @description Name */
            name?: string | null;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
        };
        /** @description A business partner. */
        PlannedBusinessPartner: {
            id: components["schemas"]["PlannedId"];
            metasfreshId: components["schemas"]["PlannedId"];
            parentId?: components["schemas"]["PlannedId"] | null;
            name: string;
            code?: string | null;
            externalId?: string | null;
            name2?: string | null;
            name3?: string | null;
            companyName?: string | null;
            phone?: string | null;
            language?: string | null;
            url?: string | null;
            url2?: string | null;
            url3?: string | null;
            globalId?: string | null;
            vatId?: string | null;
            group?: string | null;
            active: boolean;
            customer: boolean;
            vendor: boolean;
            company: boolean;
        };
        /** @description The effective values of a candidate, with codes beside ids; what it does not have is left out. */
        PlannedCandidateRow: {
            productDescription?: string | null;
            description?: string | null;
            id: components["schemas"]["PlannedId"];
            /** @description `new`, `error`, `processed` or `inactive`. */
            status: string;
            externalHeaderId: string;
            externalLineId: string;
            poReference: string;
            org: components["schemas"]["PlannedReference"];
            dataSourceId: components["schemas"]["PlannedId"];
            dataSourceInternalName?: string | null;
            dataDestId: components["schemas"]["PlannedId"];
            dataDestInternalName?: string | null;
            bpartner?: components["schemas"]["PlannedPartnerBlock"] | null;
            billBPartner?: components["schemas"]["PlannedPartnerBlock"] | null;
            dropShipBPartner?: components["schemas"]["PlannedPartnerBlock"] | null;
            handOverBPartner?: components["schemas"]["PlannedPartnerBlock"] | null;
            /** Format: date */
            dateOrdered: string;
            /**
             * Format: date
             * @description The required day.
             */
            datePromised?: string | null;
            /** Format: date */
            presetDateInvoiced?: string | null;
            /** Format: date */
            presetDateShipped?: string | null;
            /** Format: int64 */
            line?: number | null;
            /** Format: int64 */
            headerLineCount?: number | null;
            productId: components["schemas"]["PlannedId"];
            productCode?: string | null;
            productName?: string | null;
            qty: components["schemas"]["Decimal"];
            uomId: components["schemas"]["PlannedId"];
            uomCode?: string | null;
            pricingSystemId?: components["schemas"]["PlannedId"] | null;
            pricingSystemCode?: string | null;
            price?: components["schemas"]["Decimal"] | null;
            /** @description Whether it is free of charge; absent unless that was sent. */
            isWithoutCharge?: boolean | null;
            /** @description Why it is. */
            reason?: string | null;
            value?: components["schemas"]["Decimal"] | null;
            currencyCode?: string | null;
            /** @description Percent; 0 where there is none. */
            discount: components["schemas"]["Decimal"];
            orderDocType?: string | null;
            invoiceDocType?: components["schemas"]["PlannedInvoiceDocumentType"] | null;
            paymentRule?: string | null;
            paymentTerm?: components["schemas"]["PlannedReference"] | null;
            shipper?: components["schemas"]["PlannedReference"] | null;
            salesPartner?: components["schemas"]["PlannedReference"] | null;
            warehouseId?: components["schemas"]["PlannedId"] | null;
            warehouseCode?: string | null;
            warehouseDestId?: components["schemas"]["PlannedId"] | null;
            warehouseDestCode?: string | null;
            deliveryRule?: string | null;
            deliveryViaRule?: string | null;
        };
        /** @description A row for each request, in the order of the requests. */
        PlannedCandidatesAnswer: {
            result: components["schemas"]["PlannedImportedRow"][];
            /** @description How many errors there were, if any; the first 1,000 are written. */
            errorsTotal?: number | null;
            /** @description About the request as a whole. */
            warnings?: components["schemas"]["Item"][];
            /** @description How many warnings there were, if any; the first 1,000 are written. */
            warningsTotal?: number | null;
        };
        /** @description A person at a business partner. */
        PlannedContact: {
            id: components["schemas"]["PlannedId"];
            metasfreshId: components["schemas"]["PlannedId"];
            metasfreshBPartnerId: components["schemas"]["PlannedId"];
            name: string;
            externalId?: string | null;
            code?: string | null;
            greeting?: string | null;
            firstName?: string | null;
            lastName?: string | null;
            email?: string | null;
            phone?: string | null;
            mobilePhone?: string | null;
            fax?: string | null;
            description?: string | null;
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
        /** @description An order that was created. */
        PlannedCreatedOrder: components["schemas"]["PlannedOrder"] & {
            /** @description About the request; the first 1,000. */
            warnings?: components["schemas"]["Item"][];
            warningsTotal?: number | null;
        };
        /** @description Master data that a row created. */
        PlannedCreatedRecord: {
            /** @description `org`, `bpartner`, `location`, `contact`, `group`, `product` or `productPrice`. */
            kind: string;
            id: components["schemas"]["PlannedId"];
            code?: string | null;
        };
        /** @description What an edit would do. */
        PlannedEdit: {
            counts: components["schemas"]["EditCounts"];
            /** @description What would stand against the selected candidates afterwards. */
            remaining: components["schemas"]["RemainingProblem"][];
            /** @description The first five candidates that would change. */
            sample: components["schemas"]["EditedCandidate"][];
            /** @description The first five that would be refused. */
            refused: components["schemas"]["RefusedCandidate"][];
        };
        /** @description A reason to wait. */
        PlannedHold: {
            /** @example header.incomplete */
            hold: string;
            /**
             * Format: int64
             * @description How many candidates stay because of it, each counted for one reason; where it is released, how many would stay if
             *     it were not.
             */
            candidates: number;
            release?: components["schemas"]["PlannedRelease"] | null;
        };
        /**
         * Format: int64
         * @description Null for what would only be created.
         */
        PlannedId: number | null;
        /** @description What became of a request of the list. */
        PlannedImportedRow: components["schemas"]["PlannedResultRow"] | components["schemas"]["RejectedRow"];
        /** @description The document type of the invoice to come. */
        PlannedInvoiceDocumentType: {
            id: components["schemas"]["PlannedId"];
            docBaseType: string;
            docSubType?: string | null;
            name: string;
        };
        /** @description An address of a business partner. */
        PlannedLocation: {
            id: components["schemas"]["PlannedId"];
            metasfreshId: components["schemas"]["PlannedId"];
            postalCodeId?: components["schemas"]["PlannedId"] | null;
            countryCode: string;
            externalId?: string | null;
            gln?: string | null;
            name?: string | null;
            bpartnerName?: string | null;
            address1?: string | null;
            address2?: string | null;
            address3?: string | null;
            address4?: string | null;
            poBox?: string | null;
            postal?: string | null;
            city?: string | null;
            district?: string | null;
            region?: string | null;
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
        /** @description A sales order. */
        PlannedOrder: components["schemas"]["PlannedOrderHead"] & {
            lines: components["schemas"]["OrderLine"][];
            taxes: components["schemas"]["OrderTax"][];
            /** @description The candidates that it was made of. Left out where an order is only made, planned or voided. */
            candidates?: components["schemas"]["OrderedCandidate"][] | null;
            /** @description Its files: its own, and those of its candidates' headers. Left out likewise. */
            attachments?: components["schemas"]["Attachment"][] | null;
        };
        /** @description An order without its lines; master data stands in it as it was when the order was made. */
        PlannedOrderHead: {
            salesOrderId: components["schemas"]["PlannedSalesOrderId"];
            /** @description Left out in a dry run: none is drawn. */
            documentNo?: string | null;
            docType: components["schemas"]["DocumentType"];
            /** @description `completed` or `voided`. */
            status: string;
            /** @description A prepay order: completed, but to be paid before anything leaves. */
            awaitsPayment: boolean;
            org: components["schemas"]["Reference"];
            /** @description Absent for an order that was sent whole. */
            dataSourceInternalName?: string | null;
            /** @description The sender's, unless it only stood in for a flat `externalId`. */
            externalHeaderId?: string | null;
            poReference?: string | null;
            bpartner: components["schemas"]["PartnerBlock"];
            billBPartner?: components["schemas"]["PartnerBlock"] | null;
            dropShipBPartner?: components["schemas"]["PartnerBlock"] | null;
            handOverBPartner?: components["schemas"]["PartnerBlock"] | null;
            salesPartner?: components["schemas"]["Reference"] | null;
            currencyCode: string;
            pricingSystem: components["schemas"]["Reference"];
            priceList: components["schemas"]["Reference"];
            /** Format: date */
            dateOrdered: string;
            /**
             * @description The instant as it was sent, in UTC; or the earliest required day of its lines.
             * @example 2026-12-08T00:00:00.000Z
             */
            datePromised: string;
            invoiceDocType?: components["schemas"]["DocumentType"] | null;
            paymentRule?: string | null;
            paymentTerm?: components["schemas"]["Reference"] | null;
            shipper?: components["schemas"]["Reference"] | null;
            warehouse?: components["schemas"]["Reference"] | null;
            deliveryRule?: string | null;
            deliveryViaRule?: string | null;
            /** @description Where those of its values came from that partner, group or organisation can give; by member. */
            valuesFrom?: {
                [key: string]: components["schemas"]["ValueSource"];
            } | null;
            /** @description How many lines it has. */
            lineCount: number;
            /** @description Σ net of the lines. */
            totalLines: components["schemas"]["Decimal"];
            totalTax: components["schemas"]["Decimal"];
            /** @description The lines, and the taxes unless they are included. */
            grandTotal: components["schemas"]["Decimal"];
            /** @description Whether prices and nets include tax. */
            taxIncluded: boolean;
            runId?: components["schemas"]["Id"] | null;
            /** Format: int64 */
            version: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            handedOver?: components["schemas"]["Handover"] | null;
        };
        /** @description A partner with the location and contact that are meant. */
        PlannedPartnerBlock: {
            bpartner: components["schemas"]["PlannedBusinessPartner"];
            location?: components["schemas"]["PlannedLocation"] | null;
            contact?: components["schemas"]["PlannedContact"] | null;
        };
        /** @description A record by id, code and name; what it does not have is left out. */
        PlannedReference: {
            id: components["schemas"]["PlannedId"];
            code?: string | null;
            name?: string | null;
        };
        /** @description What the release of a reason is about, all others being as the call names them. */
        PlannedRelease: {
            /** @description The call names it. */
            given: boolean;
            /**
             * Format: int64
             * @description Candidates that become orders only with it.
             */
            candidates: number;
            /**
             * Format: int64
             * @description Orders that result only with it.
             */
            orders: number;
        };
        /** @description An order that results as it is only with a release. */
        PlannedReleasedOrder: {
            /**
             * @description What some of its candidates wait for.
             * @example header.incomplete
             */
            hold: string;
            /** @description Which one of `orders` it is, from 0; left out if the reason is not released, or the order is none of those shown. */
            index?: number | null;
            order: components["schemas"]["PlannedOrderHead"];
        };
        /** @description Where a candidate has gone. */
        PlannedResultOrder: {
            salesOrderId: components["schemas"]["PlannedSalesOrderId"];
            documentNo?: string | null;
            /** @description In a dry run: which one of `orders`, from 0; left out if the order is none of those shown. */
            index?: number | null;
            /** Format: int64 */
            line: number;
            /** @description Where a header became several orders: the member that sets this one apart from the one before. */
            splitBy?: string | null;
        };
        /** @description A row that is stored as a candidate. */
        PlannedResultRow: components["schemas"]["PlannedCandidateRow"] & {
            outcome: components["schemas"]["Outcome"];
            /** @description Why it cannot become an order yet; pointers are relative to the candidate. */
            problems: components["schemas"]["Item"][];
            /** @description What does not keep it from becoming an order. */
            warnings: components["schemas"]["Item"][];
            /** @description Master data that this row created. */
            created: components["schemas"]["PlannedCreatedRecord"][];
        };
        /** @description What a run would do. */
        PlannedRun: {
            /** @description Of all that was selected, and what was added to it. */
            counts: components["schemas"]["RunCounts"];
            /** @description Incoming orders that are left out whole because `exclude` names a line of them: the first 1,000. */
            excluded: components["schemas"]["ExcludedOrder"][];
            /**
             * Format: int64
             * @description How many incoming orders are left out because of `exclude`.
             */
            excludedOrders: number;
            /** @description Of all that was selected. */
            stays: components["schemas"]["PlannedStays"];
            /** @description What candidates wait for, or would wait for if it were not released. */
            holds: components["schemas"]["PlannedHold"][];
            /** @description The orders that would result, without ids and numbers: the first ones, until they have 1,000 lines. */
            orders: components["schemas"]["PlannedOrder"][];
            /** @description Orders that result as they are only with a release, given or not: the first 20 of each reason, likewise. */
            released: components["schemas"]["PlannedReleasedOrder"][];
            /** @description What all orders that would result come to, by currency. */
            worth: components["schemas"]["Worth"][];
            /** @description By candidate: the first 1,000 that would become orders, and the first 1,000 that would not. */
            results: components["schemas"]["PlannedRunResult"][];
        };
        /** @description What a run did with a candidate. */
        PlannedRunResult: {
            candidateId: components["schemas"]["Id"];
            /**
             * @description `ordered`, `held` (nothing is wrong with it, it waits), `failed` or `passed` (it was not for this run); of an
             *     edit `changed`, `unchanged` or `failed`; of an undoing `changed` (it came back) or `failed` (it was left).
             */
            outcome: string;
            order?: components["schemas"]["PlannedResultOrder"] | null;
            /**
             * @description Why it waits.
             * @example header.incomplete
             */
            hold?: string | null;
            /** @description The same in words. */
            holdMessage?: string | null;
            /** @description Why it cannot become an order, or be edited so; pointers are relative to the candidate. */
            problems?: components["schemas"]["Item"][];
            /** @description What it was before, if it was not for this run. */
            status?: string | null;
            warnings?: components["schemas"]["Item"][];
            /** @description In a dry run, of one that would not become an order: the sender's header, unless it only stands in for a flat id. */
            externalHeaderId?: string | null;
            /** @description The same, whose it is and by which reference. */
            poReference?: string | null;
            bpartner?: components["schemas"]["PartnerBlock"] | null;
        };
        /** @description Null for what would only be created. */
        PlannedSalesOrderId: string | null;
        /**
         * @description Why candidates would stay. Those that validating again finds in order are in none of these, so that the sum may be
         *     less than `stayed` and `failed` of the counts.
         */
        PlannedStays: {
            /**
             * Format: int64
             * @description Something else must happen before.
             */
            held: number;
            /**
             * Format: int64
             * @description In error, or found to be.
             */
            error: number;
            /**
             * Format: int64
             * @description In an order already.
             */
            processed: number;
            /**
             * Format: int64
             * @description Put aside.
             */
            inactive: number;
        };
        /** @description What would come of undoing a run. */
        PlannedUndo: {
            counts: components["schemas"]["UndoCounts"];
            /** @description The first five candidates whose values or status would come back. */
            sample: components["schemas"]["EditedCandidate"][];
            /** @description The first five orders that would be voided. */
            orders: components["schemas"]["OrderToVoid"][];
            /** @description Why others would stay as they are; what most stay for comes first. */
            left: components["schemas"]["LeftGroup"][];
        };
        /** @description What became of an upsert. */
        PlannedUpsertedAnswer: {
            /** @description A line for each record, in the order sent. */
            result: components["schemas"]["PlannedUpsertedRow"][];
            /** @description For each kind, nested ones included. */
            counts: Record<string, never>;
            /** @description Prices with more digits than their list keeps; the first 1,000. */
            warnings?: components["schemas"]["Item"][];
        };
        /** @description What became of a record. */
        PlannedUpsertedRow: {
            index: number;
            id: components["schemas"]["PlannedId"];
            /** Format: int64 */
            version: number;
            /**
             * @description A record of which a nested one was created or changed is changed, too.
             * @example created
             */
            outcome: string;
        };
        /** @description Postal code */
        PostalCodeRecord: {
            /** @description Country, by its two-letter code */
            country: string;
            /** @description Postal code */
            postal: string;
            /**
             * @description City
             * @default
             */
            city: string | null;
            /** @description Region */
            region?: string | null;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
        };
        /** @description How the price of a line came about. */
        PriceExplanation: {
            /** @description All of it in words. */
            message: string;
            /** @description `manual`, `list` or `withoutCharge`. */
            source: string;
            pricingSystemCode: string;
            priceListCode: string;
            /**
             * Format: int32
             * @description Digits that prices of the list are rounded to.
             */
            precision: number;
            sent?: components["schemas"]["Decimal"] | null;
            /** @description The versions that were looked into; the price is of the last. */
            steps?: components["schemas"]["PriceStep"][];
            listPrice?: components["schemas"]["Decimal"] | null;
            scaleFrom?: components["schemas"]["Decimal"] | null;
            removedTax?: components["schemas"]["RemovedTax"] | null;
            /** @description Percent. */
            discount: components["schemas"]["Decimal"];
            unrounded?: components["schemas"]["Decimal"] | null;
        };
        /** @description Price list */
        PriceListRecord: {
            /**
             * @description Code of the organisation it belongs to; * is shared by all
             * @default *
             */
            org: string | null;
            /** @description Search key */
            code: string;
            /** @description Name */
            name: string;
            /** @description Code of the pricing system */
            pricingSystem: string;
            /** @description Country it is for; any if absent */
            country?: string | null;
            /** @description Currency, by its three-letter code */
            currency: string;
            /**
             * @description Whether it is for sales
             * @default true
             */
            sales: boolean | null;
            /**
             * @description Whether prices include tax
             * @default false
             */
            taxIncluded: boolean | null;
            /**
             * @description Digits of a price
             * @default 2
             */
            precision: number | null;
            /**
             * @description Digits of net amounts: the currency's, or the list's where it has fewer
             * @default currency
             * @enum {string|null}
             */
            netPrecision: "currency" | "list" | null;
            /**
             * @description Where prices include tax, the price of a buyer who is exempt or under reverse charge: the same, or less the tax of a sale within the seller's country
             * @default keepGross
             * @enum {string|null}
             */
            exemptBuyers: "keepGross" | "removeTax" | null;
            /** @description Code of the tax category where neither product price nor product has one */
            defaultTaxCategory?: string | null;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
            /** @description Those that are not given stay. */
            versions?: {
                /** @description Code of the organisation it belongs to; its parent's if absent */
                org?: string | null;
                /**
                 * Format: date
                 * @description First day
                 */
                validFrom: string;
                /**
                 * Format: date
                 * @description Last day; where the newest version has ended there is no price
                 */
                validTo?: string | null;
                /** @description Price list of the version below this one; its own if absent */
                basePriceList?: string | null;
                /**
                 * Format: date
                 * @description First day of the version that is looked into for missing prices
                 */
                baseValidFrom?: string | null;
                /**
                 * @description Whether it may be used
                 * @default true
                 */
                active: boolean | null;
            }[];
        };
        /** @description A version of a price list that was looked into. */
        PriceStep: {
            priceListCode: string;
            /** Format: date */
            validFrom: string;
            /** @description `price`, `noPrice`, `belowScales` or `otherTerms`. */
            found: string;
        };
        /** @description Pricing system */
        PricingSystemRecord: {
            /**
             * @description Code of the organisation it belongs to; * is shared by all
             * @default *
             */
            org: string | null;
            /** @description Search key */
            code: string;
            /** @description Name */
            name: string;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
        };
        /** @description Why a request was refused. */
        Problem: {
            /**
             * @description Where the kind of problem is explained.
             * @example /docs/problems#qty.not_positive
             */
            type: string;
            title: string;
            /**
             * Format: int32
             * @example 400
             */
            status: number;
            /** @description The gravest error in the language that was asked for. */
            detail: string;
            /**
             * @description In English: the failing assumption, the place in the lists, line and column.
             * @example The quantity must be greater than 0: the assumption qty > 0 failed, got 0. At requests[3].qty, line 1, column 303.
             */
            body: string;
            /** @description Finds the log line. */
            requestId: string;
            /** @description Whether sending the same again, after `Retry-After`, makes sense. */
            retryable: boolean;
            /** @description The first 1,000, at most 20 of a row. */
            errors: components["schemas"]["Item"][];
            /** @description How many there are. */
            errorsTotal: number;
            warnings?: components["schemas"]["Item"][];
            warningsTotal?: number | null;
        };
        /** @description How many candidates have a problem. */
        ProblemCount: {
            /** @example price.none */
            code: string;
            /** @description In the language that was asked for. */
            message: string;
            /** Format: int64 */
            count: number;
        };
        /** @description Candidates in error that have a problem for the same cause. */
        ProblemGroup: {
            /** @example currencyCode.mismatch */
            code: string;
            /** @description What is wrong with the oldest of them. */
            message?: string | null;
            /** @description The values that the message names. */
            params?: Record<string, never> | null;
            /** Format: int64 */
            candidates: number;
            /**
             * Format: int64
             * @description How many candidates got this problem for this cause within the last seven days, by the clock of the caller's (or
             *     first) organisation, whatever was settled since. A candidate counts once.
             */
            lastWeek: number;
            /**
             * Format: int64
             * @description The same of the seven days before.
             */
            weekBefore: number;
            /**
             * Format: int64
             * @description The headers that they belong to.
             */
            orders: number;
            /** @description By their own prices, for each currency. */
            worth: components["schemas"]["GroupWorth"][];
            /**
             * Format: int64
             * @description How many have no price of their own, or are beyond those that are summed.
             */
            unpriced: number;
            /**
             * Format: date-time
             * @description When the oldest of them came.
             */
            oldest: string;
            /** @description The oldest of them. */
            example: components["schemas"]["Id"];
            /**
             * @description What would cure the oldest of them, and may cure all: what depends on that candidate alone is left out. A dry run of
             *     the edit says how many it resolves, and what remains.
             */
            fixes: components["schemas"]["GroupFix"][];
            filter: components["schemas"]["GroupFilter"];
        };
        /** @description What is wrong, by cause. */
        ProblemGroupsAnswer: {
            /** @description At most 200, the largest first. A candidate is in one group: that of its first problem. */
            items: components["schemas"]["ProblemGroup"][];
            /** @description Whether there are more. */
            more: boolean;
            /**
             * Format: int64
             * @description How many groups there are.
             */
            groups: number;
            /**
             * Format: int64
             * @description How many candidates are in error: those of all groups together.
             */
            candidates: number;
            /** @description Whether the worth is that of all: at most 100,000 candidates that differ in quantity or price are summed. */
            summed: boolean;
            /**
             * Format: date-time
             * @description Where that is within these two weeks: since when `lastWeek` and `weekBefore` count all that came. Of what came before
             *     only that is in them which was still open then.
             */
            countedSince?: string | null;
        };
        /** @description Which candidates are to become orders. */
        ProcessBody: {
            selection: components["schemas"]["SelectionData"];
            /**
             * @description `order` (default) adds the other open lines of the same incoming orders. `selection` orders only the selected lines and needs `"release": ["partial"]`.
             * @enum {string}
             */
            scope?: "order" | "selection";
            /** @description What waits for one of these reasons is taken as well; otherwise it stays. `partial` lifts no hold; it is required with `"scope": "selection"`. */
            release?: ("release" | "sibling.error" | "sibling.rejected" | "header.incomplete" | "partial")[];
        };
        /** @description When and how candidates of an organisation become orders. */
        ProcessSettings: {
            org: components["schemas"]["Reference"];
            schedule: components["schemas"]["Schedule"];
            /** @description Candidates of equal product, unit, price, discount and date share a line. */
            mergeLines: boolean;
            /**
             * Format: date-time
             * @description Orders made since then wait for a receiver; absent where none is expected.
             */
            handOverSince?: string | null;
            /** @description Document types whose numbers are not written `{n:06}`. */
            numberPatterns: components["schemas"]["NumberPattern"][];
        };
        /** @description What is to change; members that are absent stay. */
        ProcessSettingsBody: {
            /** @description Whether the schedule is followed. */
            active?: boolean;
            /** @description Minute, hour, day, month, weekday; in the organisation's time zone. */
            cron?: string;
            /**
             * Format: date-time
             * @description No run before this instant; null ends the pause.
             */
            pausedUntil?: string | null;
            /** @description Candidates of equal product, unit, price, discount and date share a line. */
            mergeLines?: boolean;
            /** @description Whether orders that are made from now on wait for a receiver, who says that it has them. */
            handOver?: boolean;
            numberPatterns?: components["schemas"]["NumberPatternData"][];
        };
        /** @description To be created it needs name, type and unit. */
        ProductData: {
            code?: string | null;
            externalId?: string | null;
            name?: string | null;
            /** @enum {string|null} */
            type?: "ITEM" | "SERVICE" | null;
            uomCode?: string | null;
            /**
             * Format: decimal
             * @description Becomes the price of a product that this row creates.
             */
            priceStd?: Decimal | null;
            syncAdvise?: components["schemas"]["SyncAdvice"] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description Product price */
        ProductPriceRecord: {
            /**
             * @description Code of the organisation it belongs to; * is shared by all
             * @default *
             */
            org: string | null;
            /** @description Code of the price list */
            priceList: string;
            /**
             * Format: date
             * @description First day of the price list version
             */
            validFrom: string;
            /** @description Code of the product */
            product: string;
            /** @description Unit, by its code */
            uom: string;
            /**
             * Format: decimal
             * @description Price of one unit; below 0 a credit or a deposit
             */
            price: Decimal;
            /** @description Code of the tax category */
            taxCategory?: string | null;
            /** @description Prices from a quantity on: fromQuantity, price */
            scales?: {
                /**
                 * Format: decimal
                 * @description From this quantity on
                 */
                fromQuantity: Decimal;
                /**
                 * Format: decimal
                 * @description Price of one unit
                 */
                price: Decimal;
            }[];
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
        };
        /** @description Product */
        ProductRecord: {
            /**
             * @description Code of the organisation it belongs to; * is shared by all
             * @default *
             */
            org: string | null;
            /** @description Search key */
            code: string;
            /** @description Id in the sender's system */
            externalId?: string | null;
            /** @description Name */
            name: string;
            /**
             * @description Item or service
             * @default ITEM
             * @enum {string|null}
             */
            type: "ITEM" | "SERVICE" | null;
            /** @description Unit, by its code */
            uom: string;
            /** @description Code of the tax category */
            taxCategory?: string | null;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
            /** @description Those that are not given stay. */
            conversions?: {
                /** @description Unit that is converted, by its code */
                from: string;
                /** @description Unit it becomes, by its code */
                to: string;
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
                /**
                 * @description Whether it may be used
                 * @default true
                 */
                active: boolean | null;
            }[];
        };
        /** @description That requests can be taken. */
        Ready: {
            /** @example ready */
            status: string;
        };
        /** @description A write request as it was received. */
        ReceivedRequest: components["schemas"]["LoggedRequest"] & {
            /**
             * @description The body, character for character; in place of each row of another organisation an empty object with as many
             *     blanks, so that every line and column is what it was.
             */
            body: string;
            /** @description How many rows of other organisations are left out. */
            rowsLeftOut?: number;
        };
        /** @description A record by id, code and name; what it does not have is left out. */
        Reference: {
            id: components["schemas"]["Id"];
            code?: string | null;
            name?: string | null;
        };
        /** @description A candidate that an edit cannot be made to. */
        RefusedCandidate: {
            candidateId: components["schemas"]["Id"];
            /** @description Why; pointers are relative to the candidate. */
            problems: components["schemas"]["Item"][];
        };
        /** @description A row that is not stored. */
        RejectedRow: {
            /** @description From 0. */
            index: number;
            outcome: components["schemas"]["Outcome"];
            externalHeaderId?: string | null;
            externalLineId?: string | null;
            /** @description The first 20 of the row. */
            errors: components["schemas"]["Item"][];
        };
        /** @description An order that results as it is only with a release. */
        ReleasedOrder: {
            /**
             * @description What some of its candidates wait for.
             * @example header.incomplete
             */
            hold: string;
            /** @description Which one of `orders` it is, from 0; left out if the reason is not released, or the order is none of those shown. */
            index?: number | null;
            order: components["schemas"]["OrderHead"];
        };
        /** @description A problem that candidates would still have after an edit. */
        RemainingProblem: {
            /** @example price.none */
            code: string;
            /**
             * Format: int64
             * @description How many candidates would have it; a candidate counts once for each of its problems.
             */
            candidates: number;
        };
        /** @description A tax that was removed from a price. */
        RemovedTax: {
            taxCode: string;
            /** @description Percent. */
            rate: components["schemas"]["Decimal"];
        };
        /** @description A page of the request log, newest first. */
        RequestPage: {
            items: components["schemas"]["LoggedRequest"][];
            next?: components["schemas"]["Id"] | null;
        };
        /** @description What is to be sent again. */
        ResendBody: {
            /**
             * Format: date-time
             * @description Everything that was sent since then, each event once.
             */
            since: string;
        };
        /** @description Where a candidate has gone. */
        ResultOrder: {
            salesOrderId: components["schemas"]["SalesOrderId"];
            documentNo?: string | null;
            /** @description In a dry run: which one of `orders`, from 0; left out if the order is none of those shown. */
            index?: number | null;
            /** Format: int64 */
            line: number;
            /** @description Where a header became several orders: the member that sets this one apart from the one before. */
            splitBy?: string | null;
        };
        /** @description A row that is stored as a candidate. */
        ResultRow: components["schemas"]["CandidateRow"] & {
            outcome: components["schemas"]["Outcome"];
            /** @description Why it cannot become an order yet; pointers are relative to the candidate. */
            problems: components["schemas"]["Item"][];
            /** @description What does not keep it from becoming an order. */
            warnings: components["schemas"]["Item"][];
            /** @description Master data that this row created. */
            created: components["schemas"]["CreatedRecord"][];
        };
        /** @description A partner with location and contact. */
        RoleNames: {
            bpartner: components["schemas"]["Reference"];
            location?: components["schemas"]["Reference"] | null;
            contact?: components["schemas"]["Reference"] | null;
        };
        /** @description How the secret is replaced. */
        RotateBody: {
            /** @description Hours in which calls are signed with the one before too: 24 unless said, at most 720. */
            keepOldFor?: number;
        };
        /** @description Another secret. */
        RotatedSecret: {
            /** @description What calls are signed with from now on; no other answer shows it. */
            secret: string;
            /**
             * Format: date-time
             * @description Until then they are signed with the one before too.
             */
            oldValidUntil: string;
        };
        /** @description A run of the process `C_OLCand process to C_OrderLines`, or one that validates candidates again or edits them. */
        Run: {
            id: components["schemas"]["Id"];
            /** @description `process`, `revalidate`, `edit` or `undo`. */
            kind: string;
            undoes?: components["schemas"]["Id"] | null;
            undoneBy?: components["schemas"]["Id"] | null;
            /** @description `schedule`, `call` or `command`. */
            trigger: string;
            /** @description `queued`, `running`, `done`, `stopped` or `failed`. */
            state: string;
            /** @description Someone asked it to stop. */
            stopRequested?: boolean;
            /** @description The token's name, `cli` or `scheduler`. */
            actor: string;
            /** @description Rules that did not count: `release`, `sibling.error`, `sibling.rejected`, `header.incomplete`, `partial`. */
            release?: string[];
            /** Format: date-time */
            queuedAt: string;
            /** Format: date-time */
            startedAt?: string | null;
            /** Format: date-time */
            finishedAt?: string | null;
            /**
             * Format: int64
             * @description Candidates that it is to look at; lines of their headers that come in meanwhile are looked at, too.
             */
            total: number;
            counts: components["schemas"]["RunCounts"];
        };
        /** @description The figures of a run; `selected` is the sum of `processed`, `stayed` and `failed`. */
        RunCounts: {
            /**
             * Format: int64
             * @description Candidates that were looked at.
             */
            selected: number;
            /**
             * Format: int64
             * @description How many candidates were not selected themselves, but added because they belong to the same incoming orders.
             */
            added: number;
            /**
             * Format: int64
             * @description Candidates that are in an order now; of an edit, those that it changed; of an undoing, those that came back.
             */
            processed: number;
            /**
             * Format: int64
             * @description Orders that it made; of an undoing, those that it voided.
             */
            orders: number;
            /**
             * Format: int64
             * @description Candidates that wait, were not for this run, or that an edit left as they were.
             */
            stayed: number;
            /**
             * Format: int64
             * @description Candidates that cannot become an order, or could not be edited; of an undoing, those that it left as they were.
             */
            failed: number;
        };
        /** @description A page of runs, newest first. */
        RunPageAnswer: {
            items: components["schemas"]["Run"][];
            /** @description `after` of the page that follows, if one does. */
            next?: string | null;
        };
        /** @description What a run did with a candidate. */
        RunResult: {
            candidateId: components["schemas"]["Id"];
            /**
             * @description `ordered`, `held` (nothing is wrong with it, it waits), `failed` or `passed` (it was not for this run); of an
             *     edit `changed`, `unchanged` or `failed`; of an undoing `changed` (it came back) or `failed` (it was left).
             */
            outcome: string;
            order?: components["schemas"]["ResultOrder"] | null;
            /**
             * @description Why it waits.
             * @example header.incomplete
             */
            hold?: string | null;
            /** @description The same in words. */
            holdMessage?: string | null;
            /** @description Why it cannot become an order, or be edited so; pointers are relative to the candidate. */
            problems?: components["schemas"]["Item"][];
            /** @description What it was before, if it was not for this run. */
            status?: string | null;
            warnings?: components["schemas"]["Item"][];
            /** @description In a dry run, of one that would not become an order: the sender's header, unless it only stands in for a flat id. */
            externalHeaderId?: string | null;
            /** @description The same, whose it is and by which reference. */
            poReference?: string | null;
            bpartner?: components["schemas"]["PartnerBlock"] | null;
        };
        /** @description A page of what a run did, by candidate. */
        RunResultPageAnswer: {
            items: components["schemas"]["RunResult"][];
            /** @description `after` of the page that follows, if one does. */
            next?: string | null;
        };
        /** @description The record id of an order, as text. */
        SalesOrderId: string;
        /** @description How somebody wants to see a list again. */
        SavedView: {
            id: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Rises with each change.
             */
            version: number;
            name: string;
            /** @description Others see it who act for the same organisations. */
            shared: boolean;
            /** @description Whose it is. */
            owner: string;
            /** @description Whether it is the caller's. */
            own: boolean;
            /** @description Whether the caller may change it: their own, administrators also shared ones. */
            changeable: boolean;
            /** @description Whether the caller begins with it. */
            default: boolean;
            /** @description `candidates` or `headers`. */
            list: string;
            /**
             * @description Filters and `sort` as they stand behind the `?` of that list.
             * @example status=error&bpartner=G0001&sort=-createdAt
             */
            query: string;
            /** @description In their order; none leaves them as they are. */
            columns: components["schemas"]["SavedViewColumn"][];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            changedAt: string;
        };
        /** @description How somebody wants to see the list again. In a change members that are absent stay, and null clears. */
        SavedViewBody: {
            /** @description The version that is changed; needed for a change alone. */
            version?: number;
            /**
             * @description One of its owner's alone, without case; needed for a new one.
             * @example Late
             */
            name?: string;
            /** @description Whether others see it who act for the same organisations; false without it. */
            shared?: boolean;
            /**
             * @description The list of candidates, or of headers; candidates without it.
             * @enum {string}
             */
            list?: "candidates" | "headers";
            /**
             * @description Filters and `sort` as they stand behind the `?` of that list.
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
             * @description In pixels; the usual one without it.
             */
            width?: number | null;
            pinned: boolean;
            hidden: boolean;
        };
        /** @description A column of a list. */
        SavedViewColumnData: {
            /** @description What the interface calls it. */
            name: string;
            /** @description In pixels; the usual one without it. */
            width?: number;
            /** @description Stays while the others scroll. */
            pinned?: boolean;
            hidden?: boolean;
        };
        /** @description What the caller may choose from. */
        SavedViewList: {
            /** @description The caller's own by name, then what others share by name. */
            items: components["schemas"]["SavedView"][];
        };
        /** @description When runs begin. */
        Schedule: {
            active: boolean;
            /**
             * @description Minute, hour, day, month, weekday; in the organisation's time zone.
             * @example * * * * *
             */
            cron: string;
            /**
             * Format: date-time
             * @description No run before this instant.
             */
            pausedUntil?: string | null;
            /**
             * Format: date-time
             * @description When it was last followed, whether there was anything to do or not.
             */
            lastRunAt?: string | null;
            /**
             * Format: date-time
             * @description When a header is due that only waits for its time.
             */
            dueAt?: string | null;
            nextRuns: string[];
        };
        /** @description Which candidates are meant. */
        SelectionBody: {
            selection: components["schemas"]["SelectionData"];
        };
        /** @description Exactly one of `ids`, `filter`, or `dataSource` with `externalHeaderId`. A member that is not known is refused. */
        SelectionData: {
            /** @description Record ids, at most 10,000. */
            ids?: (number | string)[];
            filter?: components["schemas"]["SelectionFilterData"];
            /** @description With `filter`: candidates that are not meant; where whole incoming orders are, theirs is left out. */
            exclude?: (number | string)[];
            /** @description Internal name, record id or identifier string. */
            dataSource?: string;
            /** @description The sender's header id, or its flat external id. */
            externalHeaderId?: string;
        };
        /** @description The parameters of the list of candidates; at least one. */
        SelectionFilterData: {
            /** @description `new`, `error`, `processed`, `inactive`; several separated by commas, or as a list. */
            status?: string | ("new" | "error" | "processed" | "inactive")[];
            /** @description Internal name, record id or identifier string. */
            dataSource?: string;
            /** @description Code of an organisation. */
            org?: string;
            /** @description Code of the buyer. */
            bpartner?: string;
            /** @description Code of the product. */
            product?: string;
            externalHeaderId?: string;
            /** Format: date */
            dateRequiredFrom?: string;
            /** Format: date */
            dateRequiredTo?: string;
            /** @description A day (of UTC) or an instant. */
            createdFrom?: string;
            /** @description A day, which is included, or an instant, which is not. */
            createdTo?: string;
            /** @description Words or parts of a reference, code, name, town or postal code, without case, as in the list. */
            q?: string;
            /** @description Code of a problem that the candidate has. */
            problem?: string;
            /** @description With `problem`: the cause, as in the groups of problems. */
            cause?: string;
            /** @enum {string} */
            hold?: "waiting" | "destination" | "release" | "sibling.error" | "sibling.rejected" | "header.incomplete" | "header.settling" | "order.voided";
            /** @description Whether a run that is started now would pass them over because they wait. */
            held?: boolean;
            /**
             * Format: date
             * @description Someone waits for the customer until this day or a later one.
             */
            waitingUntilFrom?: string;
            /**
             * Format: date
             * @description Until this day or an earlier one, which is yet to come.
             */
            waitingUntilTo?: string;
            /** @description Name of the user who looks after them; `me` for who asks, `none` for nobody. */
            assignedTo?: string;
            /** @description Candidates by id: they and all others of their headers, at most 10,000. */
            headerOf?: (number | string)[];
            /** @description Whether a file is attached. */
            hasAttachment?: boolean;
            /** @description Whether somebody has said something about them. */
            hasComments?: boolean;
            /**
             * Format: int64
             * @description The candidates that a request of the log wrote.
             */
            requestId?: number | string;
            /**
             * Format: int64
             * @description The candidates that a run told about.
             */
            runId?: number | string;
            /** @enum {string} */
            outcome?: "ordered" | "held" | "failed" | "passed" | "changed" | "unchanged";
            /** @description Candidates that are not meant. */
            exclude?: (number | string)[];
            /** @description The customer's own reference. */
            poReference?: string;
        };
        /** @description What is sent again. */
        SentAgain: {
            /**
             * Format: int64
             * @description How many deliveries that are.
             */
            deliveries: number;
        };
        /** @description A user who is signed in. */
        Session: {
            /** @description Their name, which stands in histories. */
            user: string;
            /** @description `viewer`, `clerk` or `administrator`. */
            role: string;
            /**
             * @description What they may do, each scope on its own.
             * @example [
             *       "candidates:write",
             *       "candidates:read"
             *     ]
             */
            scopes: string[];
            /** @description Those whose candidates they may write; the first is the one of rows that name none. */
            organisations: components["schemas"]["Reference"][];
            /** @description For the header `X-CSRF-Token` of every request but GET. */
            csrfToken: string;
            /**
             * Format: date-time
             * @description Moves on with every use, to at most seven days from the beginning.
             */
            expiresAt: string;
        };
        /** @description Shipper */
        ShipperRecord: {
            /**
             * @description Code of the organisation it belongs to; * is shared by all
             * @default *
             */
            org: string | null;
            /** @description Search key */
            code: string;
            /** @description Id in the sender's system */
            externalId?: string | null;
            /** @description Name */
            name?: string | null;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
        };
        /** @description What a data source sends on such a day. */
        SourceDay: {
            dataSource: components["schemas"]["IntakeSourceName"];
            /**
             * Format: date-time
             * @description When something came last.
             */
            last?: string | null;
            /**
             * Format: int64
             * @description Candidates that came today.
             */
            today: number;
            /**
             * Format: int64
             * @description How many usually came up to the same time of day: the middle of the same weekdays of four weeks, or of as many as it
             *     has been sending; null where it never did.
             */
            usualByNow?: number | null;
            /**
             * Format: int64
             * @description The same of the whole day.
             */
            usual?: number | null;
            /** @description Whether less than half of what is usual came so far, where that is five or more. */
            quiet: boolean;
        };
        /** @description Candidates by the status that they have now. */
        StatusCounts: {
            /** Format: int64 */
            new: number;
            /** Format: int64 */
            error: number;
            /** Format: int64 */
            processed: number;
            /** Format: int64 */
            inactive: number;
        };
        /** @description Business partner group */
        StoredBusinessPartnerGroupRecord: {
            /** @description Its record id. */
            id: number;
            /** @description Raised by every change of it; not by those of nested records. */
            version: number;
            /**
             * @description Code of the organisation it belongs to; * is shared by all
             * @default *
             */
            org: string | null;
            /** @description Name */
            name: string;
            /** @description Code of the pricing system */
            pricingSystem?: string | null;
            /**
             * @description How invoices are paid unless said
             * @enum {string|null}
             */
            paymentRule?: "OnCredit" | "Paypal" | "DirectDebit" | null;
            /** @description Code of the payment term unless said */
            paymentTerm?: string | null;
            /** @description Code of the shipper of goods unless said */
            shipper?: string | null;
            /** @description Code of the warehouse goods leave from unless said */
            warehouse?: string | null;
            /** @description When goods are delivered unless said */
            deliveryRule?: string | null;
            /** @description How goods are delivered unless said */
            deliveryViaRule?: string | null;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
        };
        /** @description Business partner */
        StoredBusinessPartnerRecord: {
            /** @description Its record id. */
            id: number;
            /** @description Raised by every change of it; not by those of nested records. */
            version: number;
            /**
             * @description Code of the organisation it belongs to; * is shared by all
             * @default *
             */
            org: string | null;
            /** @description Search key */
            code: string;
            /** @description Id in the sender's system */
            externalId?: string | null;
            /** @description Name */
            name: string;
            /** @description Second name */
            name2?: string | null;
            /** @description Third name */
            name3?: string | null;
            /** @description Name of the company */
            companyName?: string | null;
            /** @description Name of the group */
            group?: string | null;
            /** @description Telephone */
            phone?: string | null;
            /** @description Language */
            language?: string | null;
            /** @description Web page */
            url?: string | null;
            /** @description Second web page */
            url2?: string | null;
            /** @description Third web page */
            url3?: string | null;
            /** @description Global id */
            globalId?: string | null;
            /** @description VAT id */
            vatId?: string | null;
            /** @description Code of the parent */
            parent?: string | null;
            /**
             * @description Whether it buys
             * @default true
             */
            customer: boolean | null;
            /**
             * @description Whether it sells
             * @default false
             */
            vendor: boolean | null;
            /** @description Invoice rule */
            invoiceRule?: string | null;
            /** @description Code under which it is named as sales partner */
            salesCode?: string | null;
            /**
             * @description Whether it pays no tax
             * @default false
             */
            taxExempt: boolean | null;
            /** @description Code of the pricing system */
            pricingSystem?: string | null;
            /**
             * @description How invoices are paid unless said
             * @enum {string|null}
             */
            paymentRule?: "OnCredit" | "Paypal" | "DirectDebit" | null;
            /** @description Code of the payment term unless said */
            paymentTerm?: string | null;
            /** @description Code of the shipper of goods unless said */
            shipper?: string | null;
            /** @description Code of the warehouse goods leave from unless said */
            warehouse?: string | null;
            /** @description When goods are delivered unless said */
            deliveryRule?: string | null;
            /** @description How goods are delivered unless said */
            deliveryViaRule?: string | null;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
            locations?: {
                /** @description Its record id. */
                id: number;
                /** @description Raised by every change of it; not by those of nested records. */
                version: number;
                /** @description Code of the organisation it belongs to; its parent's if absent */
                org?: string | null;
                /** @description Id in the sender's system */
                externalId?: string | null;
                /** @description Global location number */
                gln?: string | null;
                /** @description Name */
                name?: string | null;
                /** @description Name of the partner at this address */
                bpartnerName?: string | null;
                /** @description Address, first line */
                address1?: string | null;
                /** @description Address, second line */
                address2?: string | null;
                /** @description Address, third line */
                address3?: string | null;
                /** @description Address, fourth line */
                address4?: string | null;
                /** @description Post-office box */
                poBox?: string | null;
                /** @description Postal code */
                postal?: string | null;
                /** @description City */
                city?: string | null;
                /** @description District */
                district?: string | null;
                /** @description Region */
                region?: string | null;
                /** @description Country, by its two-letter code */
                country: string;
                /**
                 * @description Whether goods go here
                 * @default true
                 */
                shipTo: boolean | null;
                /**
                 * @description Whether goods go here unless said; on for a new partner's first location
                 * @default false
                 */
                shipToDefault: boolean | null;
                /**
                 * @description Whether invoices go here
                 * @default true
                 */
                billTo: boolean | null;
                /**
                 * @description Whether invoices go here unless said; on for a new partner's first location
                 * @default false
                 */
                billToDefault: boolean | null;
                /**
                 * @description Whether it may be used
                 * @default true
                 */
                active: boolean | null;
                /** @description Record id of the known postal code that it is linked to; absent while there is none. What is sent for it is not looked at. */
                readonly postalCodeId?: number;
            }[];
            contacts?: {
                /** @description Its record id. */
                id: number;
                /** @description Raised by every change of it; not by those of nested records. */
                version: number;
                /** @description Code of the organisation it belongs to; its parent's if absent */
                org?: string | null;
                /** @description Id in the sender's system */
                externalId?: string | null;
                /** @description Search key */
                code?: string | null;
                /** @description Name */
                name: string;
                /** @description Greeting */
                greeting?: string | null;
                /** @description First name */
                firstName?: string | null;
                /** @description Last name */
                lastName?: string | null;
                /** @description E-mail address */
                email?: string | null;
                /** @description Telephone */
                phone?: string | null;
                /** @description Mobile telephone */
                mobilePhone?: string | null;
                /** @description Fax */
                fax?: string | null;
                /** @description Description */
                description?: string | null;
                /**
                 * @description Whether the newsletter is wanted
                 * @default false
                 */
                newsletter: boolean | null;
                /**
                 * @description Whether it is the partner's contact unless said
                 * @default false
                 */
                defaultContact: boolean | null;
                /**
                 * @description Whether it is the contact for shipments unless said
                 * @default false
                 */
                shipToDefault: boolean | null;
                /**
                 * @description Whether it is the contact for invoices unless said
                 * @default false
                 */
                billToDefault: boolean | null;
                /**
                 * @description Whether it is a sales contact
                 * @default false
                 */
                sales: boolean | null;
                /**
                 * @description Whether it is the sales contact unless said
                 * @default false
                 */
                salesDefault: boolean | null;
                /**
                 * @description Whether it is a purchase contact
                 * @default false
                 */
                purchase: boolean | null;
                /**
                 * @description Whether it is the purchase contact unless said
                 * @default false
                 */
                purchaseDefault: boolean | null;
                /**
                 * @description Whether it is a subject-matter contact
                 * @default false
                 */
                subjectMatter: boolean | null;
                /**
                 * @description Whether it may be used
                 * @default true
                 */
                active: boolean | null;
            }[];
        };
        /** @description Stored bytes and what limits them. */
        StoredBytes: {
            /** @description Disks of this server. */
            disks: components["schemas"]["DiskSpace"][];
            /** @description The caller's organisations that store something. */
            organisations: components["schemas"]["OrganisationStorage"][];
        };
        /** @description Country */
        StoredCountryRecord: {
            /** @description Its record id. */
            id: number;
            /** @description Raised by every change of it; not by those of nested records. */
            version: number;
            /** @description Two-letter code (ISO 3166-1) */
            code: string;
            /** @description Name */
            name: string;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
        };
        /** @description Currency */
        StoredCurrencyRecord: {
            /** @description Its record id. */
            id: number;
            /** @description Raised by every change of it; not by those of nested records. */
            version: number;
            /** @description Three-letter code (ISO 4217) */
            code: string;
            /** @description Name */
            name: string;
            /**
             * @description Digits of an amount
             * @default 2
             */
            precision: number | null;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
        };
        /** @description Data source */
        StoredDataSourceRecord: {
            /** @description Its record id. */
            id: number;
            /** @description Raised by every change of it; not by those of nested records. */
            version: number;
            /**
             * @description Code of the organisation it belongs to; * is shared by all
             * @default *
             */
            org: string | null;
            /** @description Internal names; the first one is answered, none is ever removed */
            internalNames: string[];
            /** @description Id in the sender's system */
            externalId?: string | null;
            /** @description Search key */
            code?: string | null;
            /** @description Name */
            name?: string | null;
            /**
             * @description How long a header waits for more rows
             * @default 30
             */
            settleSeconds: number | null;
            /**
             * @description Whether a header may go without its faulty candidates
             * @default false
             */
            partialHeaders: boolean | null;
            /**
             * @description Whether candidates wait for a clerk
             * @default false
             */
            releaseByHand: boolean | null;
            /**
             * @description Effect of a key of a partner or location that differs from the record found by another key: a warning, or the row is rejected
             * @default warn
             * @enum {string|null}
             */
            keyMismatch: "warn" | "reject" | null;
            /**
             * @description Whether packingMaterialId, qtyItemCapacity and orderLineGroup keep a candidate from becoming an order
             * @default problem
             * @enum {string|null}
             */
            unsupportedMembers: "problem" | "warn" | null;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
        };
        /** @description Document type */
        StoredDocumentTypeRecord: {
            /** @description Its record id. */
            id: number;
            /** @description Raised by every change of it; not by those of nested records. */
            version: number;
            /**
             * @description Code of the organisation it belongs to; * is shared by all
             * @default *
             */
            org: string | null;
            /** @description Name */
            name: string;
            /**
             * @description Base type: sales order or invoice
             * @enum {string}
             */
            baseType: "SOO" | "ARI";
            /** @description Of a sales order SO (standard), PR (prepay), ON (proposal) or OB (quotation); of an invoice any */
            subType?: string | null;
            /**
             * @description Whether it is taken where none is named
             * @default false
             */
            default: boolean | null;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
        };
        /** @description A record with the first 100 of each kind nested in it. Where there are more, a member named like `locationsTotal` says how many. */
        StoredMasterdataRecord: components["schemas"]["StoredOrganisationRecord"] | components["schemas"]["StoredCountryRecord"] | components["schemas"]["StoredCurrencyRecord"] | components["schemas"]["StoredUnitRecord"] | components["schemas"]["StoredDataSourceRecord"] | components["schemas"]["StoredDocumentTypeRecord"] | components["schemas"]["StoredTaxCategoryRecord"] | components["schemas"]["StoredTaxRecord"] | components["schemas"]["StoredPricingSystemRecord"] | components["schemas"]["StoredPriceListRecord"] | components["schemas"]["StoredWarehouseRecord"] | components["schemas"]["StoredShipperRecord"] | components["schemas"]["StoredPaymentTermRecord"] | components["schemas"]["StoredBusinessPartnerGroupRecord"] | components["schemas"]["StoredUnitConversionRecord"] | components["schemas"]["StoredPostalCodeRecord"] | components["schemas"]["StoredBusinessPartnerRecord"] | components["schemas"]["StoredProductRecord"] | components["schemas"]["StoredProductPriceRecord"];
        /** @description Organisation */
        StoredOrganisationRecord: {
            /** @description Its record id. */
            id: number;
            /** @description Raised by every change of it; not by those of nested records. */
            version: number;
            /** @description Search key */
            code: string;
            /** @description Name */
            name: string;
            /**
             * @description Time zone in which its days begin
             * @default UTC
             * @example Europe/Berlin
             */
            timeZone: string | null;
            /** @description Country, by its two-letter code */
            country?: string | null;
            /** @description Code of the pricing system */
            pricingSystem?: string | null;
            /**
             * @description How invoices are paid unless said
             * @enum {string|null}
             */
            paymentRule?: "OnCredit" | "Paypal" | "DirectDebit" | null;
            /** @description Code of the payment term unless said */
            paymentTerm?: string | null;
            /** @description Code of the shipper of goods unless said */
            shipper?: string | null;
            /** @description Code of the warehouse goods leave from unless said */
            warehouse?: string | null;
            /** @description When goods are delivered unless said */
            deliveryRule?: string | null;
            /** @description How goods are delivered unless said */
            deliveryViaRule?: string | null;
            /** @description Code of the tax category where neither product price, product nor price list has one */
            defaultTaxCategory?: string | null;
            /**
             * @description Whether a price below 0 keeps a candidate from becoming an order
             * @default problem
             * @enum {string|null}
             */
            negativePrices: "problem" | "allow" | null;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
        };
        /** @description Payment term */
        StoredPaymentTermRecord: {
            /** @description Its record id. */
            id: number;
            /** @description Raised by every change of it; not by those of nested records. */
            version: number;
            /**
             * @description Code of the organisation it belongs to; * is shared by all
             * @default *
             */
            org: string | null;
            /** @description Search key */
            code: string;
            /** @description Id in the sender's system */
            externalId?: string | null;
            /** @description Name */
            name?: string | null;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
        };
        /** @description Postal code */
        StoredPostalCodeRecord: {
            /** @description Its record id. */
            id: number;
            /** @description Raised by every change of it; not by those of nested records. */
            version: number;
            /** @description Country, by its two-letter code */
            country: string;
            /** @description Postal code */
            postal: string;
            /**
             * @description City
             * @default
             */
            city: string | null;
            /** @description Region */
            region?: string | null;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
        };
        /** @description Price list */
        StoredPriceListRecord: {
            /** @description Its record id. */
            id: number;
            /** @description Raised by every change of it; not by those of nested records. */
            version: number;
            /**
             * @description Code of the organisation it belongs to; * is shared by all
             * @default *
             */
            org: string | null;
            /** @description Search key */
            code: string;
            /** @description Name */
            name: string;
            /** @description Code of the pricing system */
            pricingSystem: string;
            /** @description Country it is for; any if absent */
            country?: string | null;
            /** @description Currency, by its three-letter code */
            currency: string;
            /**
             * @description Whether it is for sales
             * @default true
             */
            sales: boolean | null;
            /**
             * @description Whether prices include tax
             * @default false
             */
            taxIncluded: boolean | null;
            /**
             * @description Digits of a price
             * @default 2
             */
            precision: number | null;
            /**
             * @description Digits of net amounts: the currency's, or the list's where it has fewer
             * @default currency
             * @enum {string|null}
             */
            netPrecision: "currency" | "list" | null;
            /**
             * @description Where prices include tax, the price of a buyer who is exempt or under reverse charge: the same, or less the tax of a sale within the seller's country
             * @default keepGross
             * @enum {string|null}
             */
            exemptBuyers: "keepGross" | "removeTax" | null;
            /** @description Code of the tax category where neither product price nor product has one */
            defaultTaxCategory?: string | null;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
            versions?: {
                /** @description Its record id. */
                id: number;
                /** @description Raised by every change of it; not by those of nested records. */
                version: number;
                /** @description Code of the organisation it belongs to; its parent's if absent */
                org?: string | null;
                /**
                 * Format: date
                 * @description First day
                 */
                validFrom: string;
                /**
                 * Format: date
                 * @description Last day; where the newest version has ended there is no price
                 */
                validTo?: string | null;
                /** @description Price list of the version below this one; its own if absent */
                basePriceList?: string | null;
                /**
                 * Format: date
                 * @description First day of the version that is looked into for missing prices
                 */
                baseValidFrom?: string | null;
                /**
                 * @description Whether it may be used
                 * @default true
                 */
                active: boolean | null;
            }[];
        };
        /** @description Pricing system */
        StoredPricingSystemRecord: {
            /** @description Its record id. */
            id: number;
            /** @description Raised by every change of it; not by those of nested records. */
            version: number;
            /**
             * @description Code of the organisation it belongs to; * is shared by all
             * @default *
             */
            org: string | null;
            /** @description Search key */
            code: string;
            /** @description Name */
            name: string;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
        };
        /** @description Product price */
        StoredProductPriceRecord: {
            /** @description Its record id. */
            id: number;
            /** @description Raised by every change of it; not by those of nested records. */
            version: number;
            /**
             * @description Code of the organisation it belongs to; * is shared by all
             * @default *
             */
            org: string | null;
            /** @description Code of the price list */
            priceList: string;
            /**
             * Format: date
             * @description First day of the price list version
             */
            validFrom: string;
            /** @description Code of the product */
            product: string;
            /** @description Unit, by its code */
            uom: string;
            /**
             * Format: decimal
             * @description Price of one unit; below 0 a credit or a deposit
             */
            price: Decimal;
            /** @description Code of the tax category */
            taxCategory?: string | null;
            /** @description Prices from a quantity on: fromQuantity, price */
            scales?: {
                /**
                 * Format: decimal
                 * @description From this quantity on
                 */
                fromQuantity: Decimal;
                /**
                 * Format: decimal
                 * @description Price of one unit
                 */
                price: Decimal;
            }[];
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
        };
        /** @description Product */
        StoredProductRecord: {
            /** @description Its record id. */
            id: number;
            /** @description Raised by every change of it; not by those of nested records. */
            version: number;
            /**
             * @description Code of the organisation it belongs to; * is shared by all
             * @default *
             */
            org: string | null;
            /** @description Search key */
            code: string;
            /** @description Id in the sender's system */
            externalId?: string | null;
            /** @description Name */
            name: string;
            /**
             * @description Item or service
             * @default ITEM
             * @enum {string|null}
             */
            type: "ITEM" | "SERVICE" | null;
            /** @description Unit, by its code */
            uom: string;
            /** @description Code of the tax category */
            taxCategory?: string | null;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
            conversions?: {
                /** @description Its record id. */
                id: number;
                /** @description Raised by every change of it; not by those of nested records. */
                version: number;
                /** @description Unit that is converted, by its code */
                from: string;
                /** @description Unit it becomes, by its code */
                to: string;
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
                /**
                 * @description Whether it may be used
                 * @default true
                 */
                active: boolean | null;
            }[];
        };
        /** @description Shipper */
        StoredShipperRecord: {
            /** @description Its record id. */
            id: number;
            /** @description Raised by every change of it; not by those of nested records. */
            version: number;
            /**
             * @description Code of the organisation it belongs to; * is shared by all
             * @default *
             */
            org: string | null;
            /** @description Search key */
            code: string;
            /** @description Id in the sender's system */
            externalId?: string | null;
            /** @description Name */
            name?: string | null;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
        };
        /** @description Tax category */
        StoredTaxCategoryRecord: {
            /** @description Its record id. */
            id: number;
            /** @description Raised by every change of it; not by those of nested records. */
            version: number;
            /**
             * @description Code of the organisation it belongs to; * is shared by all
             * @default *
             */
            org: string | null;
            /** @description Search key */
            code: string;
            /** @description Name */
            name: string;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
        };
        /** @description Tax */
        StoredTaxRecord: {
            /** @description Its record id. */
            id: number;
            /** @description Raised by every change of it; not by those of nested records. */
            version: number;
            /**
             * @description Code of the organisation it belongs to; * is shared by all
             * @default *
             */
            org: string | null;
            /** @description Search key */
            code: string;
            /** @description Name */
            name?: string | null;
            /** @description Code of the tax category */
            taxCategory: string;
            /** @description Country the goods leave */
            fromCountry: string;
            /** @description Country they go to; any if absent */
            toCountry?: string | null;
            /**
             * Format: decimal
             * @description Percent
             */
            rate: Decimal;
            /**
             * Format: date
             * @description First day
             */
            validFrom: string;
            /**
             * Format: date
             * @description Last day
             */
            validTo?: string | null;
            /**
             * @description Whether the partner must have a VAT id
             * @default false
             */
            requiresVatId: boolean | null;
            /**
             * @description Whether the partner owes the tax
             * @default false
             */
            reverseCharge: boolean | null;
            /**
             * @description Whether it is rounded on each line instead of on the sum
             * @default false
             */
            perLine: boolean | null;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
        };
        /** @description Unit conversion */
        StoredUnitConversionRecord: {
            /** @description Its record id. */
            id: number;
            /** @description Raised by every change of it; not by those of nested records. */
            version: number;
            /** @description Unit that is converted, by its code */
            from: string;
            /** @description Unit it becomes, by its code */
            to: string;
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
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
        };
        /** @description Unit */
        StoredUnitRecord: {
            /** @description Its record id. */
            id: number;
            /** @description Raised by every change of it; not by those of nested records. */
            version: number;
            /** @description Search key */
            code: string;
            /** @description Name */
            name: string;
            /**
             * @description Digits that converted quantities are rounded to, see roundConvertedQuantities
             * @default 6
             */
            precision: number | null;
            /**
             * @description Whether a quantity converted into this unit is rounded before it is priced; otherwise it counts exactly
             * @default false
             */
            roundConvertedQuantities: boolean | null;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
        };
        /** @description Warehouse */
        StoredWarehouseRecord: {
            /** @description Its record id. */
            id: number;
            /** @description Raised by every change of it; not by those of nested records. */
            version: number;
            /**
             * @description Code of the organisation it belongs to; * is shared by all
             * @default *
             */
            org: string | null;
            /** @description Search key */
            code: string;
            /** @description Name */
            name?: string | null;
            /** @description Country, by its two-letter code */
            country?: string | null;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
        };
        /** @description The entity's own advice holds, else the block's, else `FAIL` and `DONT_UPDATE`; a member that is missing in an advice counts as that. */
        SyncAdvice: {
            /** @enum {string} */
            ifNotExists?: "CREATE" | "FAIL";
            /** @enum {string} */
            ifExists?: "DONT_UPDATE" | "UPDATE_MERGE" | "UPDATE_REMOVE" | "ASSERT_UNCHANGED";
        } & {
            [key: string]: unknown;
        };
        /** @description A word that the sender hung on a file. */
        Tag: {
            key: string;
            value: string;
        };
        /** @description Tax category */
        TaxCategoryRecord: {
            /**
             * @description Code of the organisation it belongs to; * is shared by all
             * @default *
             */
            org: string | null;
            /** @description Search key */
            code: string;
            /** @description Name */
            name: string;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
        };
        /** @description Tax */
        TaxRecord: {
            /**
             * @description Code of the organisation it belongs to; * is shared by all
             * @default *
             */
            org: string | null;
            /** @description Search key */
            code: string;
            /** @description Name */
            name?: string | null;
            /** @description Code of the tax category */
            taxCategory: string;
            /** @description Country the goods leave */
            fromCountry: string;
            /** @description Country they go to; any if absent */
            toCountry?: string | null;
            /**
             * Format: decimal
             * @description Percent
             */
            rate: Decimal;
            /**
             * Format: date
             * @description First day
             */
            validFrom: string;
            /**
             * Format: date
             * @description Last day
             */
            validTo?: string | null;
            /**
             * @description Whether the partner must have a VAT id
             * @default false
             */
            requiresVatId: boolean | null;
            /**
             * @description Whether the partner owes the tax
             * @default false
             */
            reverseCharge: boolean | null;
            /**
             * @description Whether it is rounded on each line instead of on the sum
             * @default false
             */
            perLine: boolean | null;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
        };
        /** @description How many match. */
        Total: {
            /** Format: int64 */
            value: number;
            /** @description Otherwise there are at least so many. */
            exact: boolean;
        };
        /** @description A message that a rule would have sent. */
        TriedMessage: {
            /** Format: date-time */
            at: string;
            subject: string;
            text: string;
        };
        /** @description What a rule would have told. */
        TriedRule: {
            /**
             * Format: int64
             * @description How many days were looked at.
             */
            days: number;
            /**
             * Format: date-time
             * @description From when on it is known what happened.
             */
            from: string;
            /** @description Oldest first, the first 100. */
            messages: components["schemas"]["TriedMessage"][];
            /** @description Whether there would have been more. */
            more: boolean;
        };
        /** @description The figures of an undoing; `selected` is the sum of `restored` and `left`. */
        UndoCounts: {
            /**
             * Format: int64
             * @description Candidates that the run changed or ordered, and that are there.
             */
            selected: number;
            /**
             * Format: int64
             * @description Candidates that would come back: out of orders, or as they were.
             */
            restored: number;
            /**
             * Format: int64
             * @description Orders that would be voided.
             */
            orders: number;
            /** Format: int64 */
            left: number;
        };
        /** @description Which change of a record is undone. */
        UndoRecordBody: {
            /** @description The `X-Request-Id` of the call that made it, which the record's history tells, too. */
            requestId: string;
            /** @description In the words of who undoes it; the history keeps that. */
            reason?: string;
        };
        /** @description What came back, or would. */
        UndoneAnswer: {
            records: components["schemas"]["UndoneRecord"][];
        };
        /** @description A record that is as it was before. */
        UndoneRecord: {
            /** @example products.conversions */
            kind: string;
            /** Format: int64 */
            id: number;
            /**
             * Format: int64
             * @description The version that its history has for that.
             */
            version: number;
            /**
             * @description `restored`, or `removed` where the call had created it.
             * @example removed
             */
            outcome: string;
            /** @description Of a record that is removed all that it was. */
            changes: components["schemas"]["MasterdataMemberChange"][];
        };
        /** @description Unit conversion */
        UnitConversionRecord: {
            /** @description Unit that is converted, by its code */
            from: string;
            /** @description Unit it becomes, by its code */
            to: string;
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
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
        };
        /** @description Unit */
        UnitRecord: {
            /** @description Search key */
            code: string;
            /** @description Name */
            name: string;
            /**
             * @description Digits that converted quantities are rounded to, see roundConvertedQuantities
             * @default 6
             */
            precision: number | null;
            /**
             * @description Whether a quantity converted into this unit is rounded before it is priced; otherwise it counts exactly
             * @default false
             */
            roundConvertedQuantities: boolean | null;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
        };
        /** @description What became of an upsert. */
        UpsertedAnswer: {
            /** @description A line for each record, in the order sent. */
            result: components["schemas"]["UpsertedRow"][];
            /** @description For each kind, nested ones included. */
            counts: Record<string, never>;
            /** @description Prices with more digits than their list keeps; the first 1,000. */
            warnings?: components["schemas"]["Item"][];
        };
        /** @description What became of a record. */
        UpsertedRow: {
            index: number;
            id: components["schemas"]["Id"];
            /** Format: int64 */
            version: number;
            /**
             * @description A record of which a nested one was created or changed is changed, too.
             * @example created
             */
            outcome: string;
        };
        /** @description Where a value in effect comes from. */
        ValueSource: {
            /**
             * @description `candidate`, `bpartner` (payment and prices: the bill partner; shipper, warehouse and delivery: the one that is
             *     delivered to), `bpartnerGroup` or `organisation`.
             * @example bpartnerGroup
             */
            from: string;
            /** @description Code of the partner or organisation, name of the group. */
            code?: string | null;
        };
        /** @description Why an order is voided. */
        VoidBody: {
            /** @description In the words of who voids it. */
            reason?: string;
        };
        /** @description Orders that no receiver has yet. */
        WaitingOrders: {
            /** Format: int64 */
            count: number;
            /**
             * Format: date-time
             * @description When the oldest of them was made; null if there are none.
             */
            oldest?: string | null;
        };
        /** @description Warehouse */
        WarehouseRecord: {
            /**
             * @description Code of the organisation it belongs to; * is shared by all
             * @default *
             */
            org: string | null;
            /** @description Search key */
            code: string;
            /** @description Name */
            name?: string | null;
            /** @description Country, by its two-letter code */
            country?: string | null;
            /**
             * @description Whether it may be used
             * @default true
             */
            active: boolean | null;
        };
        /** @description Where events are sent. */
        Webhook: {
            id: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Rises with each change by people.
             */
            version: number;
            url: string;
            /** @description Types of events that are sent; none for all. */
            types: string[];
            /** @description Null for all organisations. */
            orgCode?: string | null;
            dataSourceId?: components["schemas"]["Id"] | null;
            /** @example record */
            include?: string | null;
            description?: string | null;
            /**
             * @description `active`, `paused` or `ended` (the receiver answered 410).
             * @example active
             */
            status: string;
            /** @description Why it is not active. */
            statusReason?: string | null;
            /** @description Who made it so; null where the receiver did, by its answers. */
            statusBy?: string | null;
            /** Format: date-time */
            statusAt: string;
            /** Format: date-time */
            createdAt: string;
            createdBy: string;
            /** Format: date-time */
            lastSuccessAt?: string | null;
            /** Format: date-time */
            lastFailureAt?: string | null;
            /**
             * Format: date-time
             * @description Since when nothing has come through; null if the last attempt did.
             */
            failingSince?: string | null;
            /**
             * Format: int64
             * @description Deliveries that are not through yet; beyond 10,000 the rest waits in the feed.
             */
            waiting: number;
            /** Format: date-time */
            oldestWaitingAt?: string | null;
            /** Format: date-time */
            secretRotatedAt?: string | null;
        };
        /** @description An attempt to send an event. */
        WebhookAttempt: {
            /** Format: date-time */
            at: string;
            /** Format: int64 */
            durationMs: number;
            /**
             * Format: int32
             * @description HTTP status of the answer; null if there was none.
             */
            status?: number | null;
            /** @description What went wrong, in words; what others said is as they said it. */
            error?: string | null;
            /** @description How the answer begins, at most 1,024 bytes. */
            answer?: string | null;
        };
        /** @description Where events are to be sent. */
        WebhookBody: {
            /** @description `https://…`; addresses of private networks are refused. */
            url: string;
            /** @description Only events of these types; all unless said. */
            types?: ("orderdock.candidate.received" | "orderdock.candidate.corrected" | "orderdock.candidate.ready" | "orderdock.candidate.error" | "orderdock.candidate.inactive" | "orderdock.candidate.reactivated" | "orderdock.candidate.ordered" | "orderdock.order.completed" | "orderdock.order.handed-over" | "orderdock.order.voided" | "orderdock.attachment.added" | "orderdock.request.rejected" | "orderdock.run.finished" | "orderdock.masterdata.changed")[];
            /** @description Events of this organisation, with what is shared; of all unless said. */
            orgCode?: string;
            /** @description Only events of this data source: its record id, internal name, `ext-…` or `val-…`. */
            dataSource?: string;
            /**
             * @description `record`: each event carries its record as it is when it is sent.
             * @enum {string}
             */
            include?: "record";
            /** @description What it is for. */
            description?: string;
            /** @description Whether it begins at once; it does unless said. */
            active?: boolean;
        };
        /** @description An event that is or was sent. */
        WebhookDelivery: {
            id: components["schemas"]["Id"];
            /** @description `webhook-id`, which is the `id` of the event. */
            eventId: string;
            /** @example orderdock.order.completed */
            type: string;
            subject?: string | null;
            /**
             * @description `waiting`, `delivered`, or `failed` (given up).
             * @example delivered
             */
            status: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description Null where none is due, or where another one of the same record comes first.
             */
            nextAttemptAt?: string | null;
            attempts: components["schemas"]["WebhookAttempt"][];
            /** Format: int32 */
            attemptCount: number;
            /** @description Somebody had it sent. */
            manual: boolean;
            /** @description What is sent. */
            body?: string | null;
        };
        /** @description The webhooks. */
        WebhookList: {
            items: components["schemas"]["Webhook"][];
        };
        /** @description What is to change; members that are absent stay, null clears. */
        WebhookPatch: {
            /** @description The version that was read. */
            version: number;
            /** @description `https://…`; addresses of private networks are refused. */
            url?: string;
            types?: ("orderdock.candidate.received" | "orderdock.candidate.corrected" | "orderdock.candidate.ready" | "orderdock.candidate.error" | "orderdock.candidate.inactive" | "orderdock.candidate.reactivated" | "orderdock.candidate.ordered" | "orderdock.order.completed" | "orderdock.order.handed-over" | "orderdock.order.voided" | "orderdock.attachment.added" | "orderdock.request.rejected" | "orderdock.run.finished" | "orderdock.masterdata.changed")[] | null;
            /** @description Events of this organisation, with what is shared. */
            orgCode?: string | null;
            /** @description Only events of this data source. */
            dataSource?: string | null;
            /**
             * @description `record`: each event carries its record.
             * @enum {string|null}
             */
            include?: "record" | null;
            /** @description What it is for. */
            description?: string | null;
            /** @description `false` pauses it; `true` goes on with all that waits. */
            active?: boolean;
        };
        /** @description What the orders of a currency come to. */
        Worth: {
            currencyCode: string;
            /** Format: int64 */
            orders: number;
            amount?: components["schemas"]["Decimal"] | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listCandidates: {
        parameters: {
            query?: {
                /** @description `new`, `error`, `processed`, `inactive`; several separated by commas. */
                status?: string;
                /** @description Internal name, record id or identifier string. */
                dataSource?: string;
                /** @description Code of an organisation. */
                org?: string;
                /** @description Code of the buyer. */
                bpartner?: string;
                /** @description Code of the product. */
                product?: string;
                /** @description The sender's header id. */
                externalHeaderId?: string;
                /** @description First required day. */
                dateRequiredFrom?: string;
                /** @description Last required day. */
                dateRequiredTo?: string;
                /** @description A day (of UTC) or an instant. */
                createdFrom?: string;
                /** @description A day, which is included, or an instant, which is not. */
                createdTo?: string;
                /** @description Words or parts of at least 3 characters of a reference, or of a partner's or product's code, name, town or postal code, without case; all must match. Shorter, and for ids: a beginning. */
                q?: string;
                /** @description A code: candidates that have this problem. */
                problem?: string;
                /** @description With `problem`: the cause, as in the groups of problems. */
                cause?: string;
                /** @description Why runs pass them over. */
                hold?: string;
                /** @description Someone waits for the customer until this day or a later one. */
                waitingUntilFrom?: string;
                /** @description On hold for the customer until this date or earlier, but after today. */
                waitingUntilTo?: string;
                /** @description User name of the assignee; `me` for the caller, `none` for unassigned candidates. */
                assignedTo?: string;
                /** @description Ids of candidates, several separated by commas: they and all others of their headers. */
                headerOf?: string;
                /** @description Whether there are files at the header. */
                hasAttachment?: boolean;
                /** @description Whether a run that is started now would pass them over because they wait. */
                held?: boolean;
                /** @description Whether somebody has said something about them. */
                hasComments?: boolean;
                /** @description Candidates of one import: `requestId` of a candidate. */
                requestId?: number;
                /** @description A run that looked at them; of the schedule's only those that it changed. */
                runId?: number;
                /** @description With `runId`: what it did with them. */
                outcome?: "ordered" | "held" | "failed" | "passed" | "changed" | "unchanged";
                /** @description The customer's own reference. */
                poReference?: string;
                /** @description createdAt, dateRequired, poReference, qty, price, status or bpartner; `-` before it for descending. */
                sort?: string;
                /** @description At most 500. */
                limit?: number;
                /** @description Rows to pass over. */
                offset?: number;
                /** @description The `next` of another page. */
                after?: string;
                /** @description The `previous` of another page. */
                before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CandidatePageAnswer"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    importCandidate: {
        parameters: {
            query?: {
                /** @description Applies all rules and returns the full response, but writes nothing. Ids of records that would be created are null. */
                dryRun?: boolean;
            };
            header?: {
                /** @description The first committed answer under this key is kept for 30 days and repeated to the same request. */
                "Idempotency-Key"?: string;
                /** @description `handling=strict` makes unknown members and parameters errors instead of warnings. `return=minimal` returns only the members of the original interface, also required ones are left out then; the response has `Preference-Applied`. */
                Prefer?: string;
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: string;
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
            /** @description The same row was imported before, or a dry run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CandidatesAnswer"] | components["schemas"]["PlannedCandidatesAnswer"];
                };
            };
            /** @description Stored. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CandidatesAnswer"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Timeout while reading the body. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The same row with other content; or the idempotency key is in use. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large, or has too many rows. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    importCandidatesBulk: {
        parameters: {
            query?: {
                /** @description Applies all rules and returns the full response, but writes nothing. Ids of records that would be created are null. */
                dryRun?: boolean;
                /** @description How much is rejected with a faulty row: the request (`all`), its incoming order (`header`) or only the row (`row`). */
                errorPolicy?: "all" | "header" | "row";
            };
            header?: {
                /** @description The first committed answer under this key is kept for 30 days and repeated to the same request. */
                "Idempotency-Key"?: string;
                /** @description `handling=strict` makes unknown members and parameters errors instead of warnings. `return=minimal` returns only the members of the original interface, also required ones are left out then; the response has `Preference-Applied`. */
                Prefer?: string;
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: string;
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
            /** @description Nothing was new, or a dry run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CandidatesAnswer"] | components["schemas"]["PlannedCandidatesAnswer"];
                };
            };
            /** @description Stored. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CandidatesAnswer"];
                };
            };
            /** @description Some rows were rejected. */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CandidatesAnswer"] | components["schemas"]["PlannedCandidatesAnswer"];
                };
            };
            /** @description All rows were rejected, or the request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Timeout while reading the body. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The same row with other content; or the idempotency key is in use. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large, or has too many rows. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCandidateHeaders: {
        parameters: {
            query?: {
                /** @description `new`, `error`, `processed`, `inactive`; several separated by commas. */
                status?: string;
                /** @description Internal name, record id or identifier string. */
                dataSource?: string;
                /** @description Code of an organisation. */
                org?: string;
                /** @description Code of the buyer. */
                bpartner?: string;
                /** @description Code of the product. */
                product?: string;
                /** @description The sender's header id. */
                externalHeaderId?: string;
                /** @description First required day. */
                dateRequiredFrom?: string;
                /** @description Last required day. */
                dateRequiredTo?: string;
                /** @description A day (of UTC) or an instant. */
                createdFrom?: string;
                /** @description A day, which is included, or an instant, which is not. */
                createdTo?: string;
                /** @description Words or parts of at least 3 characters of a reference, or of a partner's or product's code, name, town or postal code, without case; all must match. Shorter, and for ids: a beginning. */
                q?: string;
                /** @description A code: candidates that have this problem. */
                problem?: string;
                /** @description With `problem`: the cause, as in the groups of problems. */
                cause?: string;
                /** @description Why runs pass them over. */
                hold?: string;
                /** @description Someone waits for the customer until this day or a later one. */
                waitingUntilFrom?: string;
                /** @description On hold for the customer until this date or earlier, but after today. */
                waitingUntilTo?: string;
                /** @description User name of the assignee; `me` for the caller, `none` for unassigned candidates. */
                assignedTo?: string;
                /** @description Ids of candidates, several separated by commas: they and all others of their headers. */
                headerOf?: string;
                /** @description Whether there are files at the header. */
                hasAttachment?: boolean;
                /** @description Whether a run that is started now would pass them over because they wait. */
                held?: boolean;
                /** @description Whether somebody has said something about them. */
                hasComments?: boolean;
                /** @description Candidates of one import: `requestId` of a candidate. */
                requestId?: number;
                /** @description A run that looked at them; of the schedule's only those that it changed. */
                runId?: number;
                /** @description With `runId`: what it did with them. */
                outcome?: "ordered" | "held" | "failed" | "passed" | "changed" | "unchanged";
                /** @description The customer's own reference. */
                poReference?: string;
                /** @description createdAt, dateRequired, poReference or bpartner, each of the candidate that stands for the header; `-` before it for descending. */
                sort?: string;
                /** @description At most 100. */
                limit?: number;
                /** @description Headers to pass over. */
                offset?: number;
                /** @description The `next` of another page. */
                after?: string;
                /** @description The `previous` of another page. */
                before?: string;
            };
            header?: {
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeaderPageAnswer"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    countCandidates: {
        parameters: {
            query?: {
                /** @description `new`, `error`, `processed`, `inactive`; several separated by commas. */
                status?: string;
                /** @description Internal name, record id or identifier string. */
                dataSource?: string;
                /** @description Code of an organisation. */
                org?: string;
                /** @description Code of the buyer. */
                bpartner?: string;
                /** @description Code of the product. */
                product?: string;
                /** @description The sender's header id. */
                externalHeaderId?: string;
                /** @description First required day. */
                dateRequiredFrom?: string;
                /** @description Last required day. */
                dateRequiredTo?: string;
                /** @description A day (of UTC) or an instant. */
                createdFrom?: string;
                /** @description A day, which is included, or an instant, which is not. */
                createdTo?: string;
                /** @description Words or parts of at least 3 characters of a reference, or of a partner's or product's code, name, town or postal code, without case; all must match. Shorter, and for ids: a beginning. */
                q?: string;
                /** @description A code: candidates that have this problem. */
                problem?: string;
                /** @description With `problem`: the cause, as in the groups of problems. */
                cause?: string;
                /** @description Why runs pass them over. */
                hold?: string;
                /** @description Someone waits for the customer until this day or a later one. */
                waitingUntilFrom?: string;
                /** @description On hold for the customer until this date or earlier, but after today. */
                waitingUntilTo?: string;
                /** @description User name of the assignee; `me` for the caller, `none` for unassigned candidates. */
                assignedTo?: string;
                /** @description Ids of candidates, several separated by commas: they and all others of their headers. */
                headerOf?: string;
                /** @description Whether there are files at the header. */
                hasAttachment?: boolean;
                /** @description Whether a run that is started now would pass them over because they wait. */
                held?: boolean;
                /** @description Whether somebody has said something about them. */
                hasComments?: boolean;
                /** @description Candidates of one import: `requestId` of a candidate. */
                requestId?: number;
                /** @description A run that looked at them; of the schedule's only those that it changed. */
                runId?: number;
                /** @description With `runId`: what it did with them. */
                outcome?: "ordered" | "held" | "failed" | "passed" | "changed" | "unchanged";
                /** @description The customer's own reference. */
                poReference?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many match. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CandidateCountsAnswer"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    groupProblems: {
        parameters: {
            query?: {
                /** @description Internal name, record id or identifier string. */
                dataSource?: string;
                /** @description Code of an organisation. */
                org?: string;
            };
            header?: {
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: string;
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
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportCandidates: {
        parameters: {
            query?: {
                /** @description `new`, `error`, `processed`, `inactive`; several separated by commas. */
                status?: string;
                /** @description Internal name, record id or identifier string. */
                dataSource?: string;
                /** @description Code of an organisation. */
                org?: string;
                /** @description Code of the buyer. */
                bpartner?: string;
                /** @description Code of the product. */
                product?: string;
                /** @description The sender's header id. */
                externalHeaderId?: string;
                /** @description First required day. */
                dateRequiredFrom?: string;
                /** @description Last required day. */
                dateRequiredTo?: string;
                /** @description A day (of UTC) or an instant. */
                createdFrom?: string;
                /** @description A day, which is included, or an instant, which is not. */
                createdTo?: string;
                /** @description Words or parts of at least 3 characters of a reference, or of a partner's or product's code, name, town or postal code, without case; all must match. Shorter, and for ids: a beginning. */
                q?: string;
                /** @description A code: candidates that have this problem. */
                problem?: string;
                /** @description With `problem`: the cause, as in the groups of problems. */
                cause?: string;
                /** @description Why runs pass them over. */
                hold?: string;
                /** @description Someone waits for the customer until this day or a later one. */
                waitingUntilFrom?: string;
                /** @description On hold for the customer until this date or earlier, but after today. */
                waitingUntilTo?: string;
                /** @description User name of the assignee; `me` for the caller, `none` for unassigned candidates. */
                assignedTo?: string;
                /** @description Ids of candidates, several separated by commas: they and all others of their headers. */
                headerOf?: string;
                /** @description Whether there are files at the header. */
                hasAttachment?: boolean;
                /** @description Whether a run that is started now would pass them over because they wait. */
                held?: boolean;
                /** @description Whether somebody has said something about them. */
                hasComments?: boolean;
                /** @description Candidates of one import: `requestId` of a candidate. */
                requestId?: number;
                /** @description A run that looked at them; of the schedule's only those that it changed. */
                runId?: number;
                /** @description With `runId`: what it did with them. */
                outcome?: "ordered" | "held" | "failed" | "passed" | "changed" | "unchanged";
                /** @description The customer's own reference. */
                poReference?: string;
                /** @description createdAt, dateRequired, poReference, qty, price, status or bpartner; `-` before it for descending. */
                sort?: string;
            };
            header?: {
                /** @description Language of the file: English (`en`) or German (`de`). */
                "Accept-Language"?: string;
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
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getIntake: {
        parameters: {
            query?: {
                /** @description How far they go back: hours of a day, or days. */
                period?: "24h" | "7d" | "30d";
                /** @description Internal name, record id or identifier string. */
                dataSource?: string;
                /** @description Code of an organisation. */
                org?: string;
            };
            header?: {
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntakeAnswer"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDay: {
        parameters: {
            query?: {
                /** @description Internal name, record id or identifier string. */
                dataSource?: string;
                /** @description Code of an organisation. */
                org?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DayAnswer"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCandidate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its record id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The candidate; its `ETag` is the version. */
            200: {
                headers: {
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Candidate"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Candidate not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    correctCandidate: {
        parameters: {
            query?: never;
            header: {
                /** @description The `ETag` of what was read; `*` for whichever version. */
                "If-Match": string;
            };
            path: {
                /** @description Its record id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CandidatePatchBody"];
            };
        };
        responses: {
            /** @description The candidate as it is now; its `ETag` is the version. */
            200: {
                headers: {
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CorrectedCandidate"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Candidate not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Timeout while reading the body. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It is processed. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The version is outdated; the response names the user and the changed fields. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large, or has too many rows. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `If-Match` is missing. */
            428: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCandidateRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The candidate's record id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedRequest"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Candidate not found, or its request was sent with another token. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCandidatesByHeader: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Internal name, record id or identifier string. */
                dataSource: string;
                /** @description The sender's header id, or its flat external id. */
                externalHeaderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The candidates. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ByReference"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Candidate not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCandidatesByLine: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Internal name, record id or identifier string. */
                dataSource: string;
                /** @description The sender's header id. */
                externalHeaderId: string;
                /** @description The sender's line id. */
                externalLineId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The candidates. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ByReference"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Candidate not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    attachFile: {
        parameters: {
            query?: {
                /** @description Code of the organisation, where several have this header. */
                org?: string;
                /** @description As in the form. */
                tags?: string;
            };
            header?: {
                /** @description The first committed answer under this key is kept for 30 days and repeated to the same file, name and tags. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Internal name, record id or identifier string. */
                dataSourceName: string;
                /** @description The sender's header id, or its flat external id. */
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
            /** @description The same bytes are there already. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attachment"];
                };
            };
            /** @description Attached. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attachment"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Candidate not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Timeout while reading the body. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The same row with other content; or the idempotency key is in use. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large, or has too many rows. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is no multipart/form-data. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    attachFileByExternalId: {
        parameters: {
            query?: {
                /** @description Code of the organisation, where several have this header. */
                org?: string;
                /** @description As in the form. */
                tags?: string;
            };
            header?: {
                /** @description The first committed answer under this key is kept for 30 days and repeated to the same file, name and tags. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The sender's header id, or its flat external id. */
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
            /** @description The same bytes are there already. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attachment"];
                };
            };
            /** @description Attached. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attachment"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Candidate not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Timeout while reading the body. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The same row with other content; or the idempotency key is in use. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large, or has too many rows. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is no multipart/form-data. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAttachmentContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `attachmentId`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Attachment not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCandidateHistory: {
        parameters: {
            query?: {
                /** @description At most 500. */
                limit?: number;
                /** @description The `next` of another page. */
                after?: string;
                /** @description `-at`: newest first. */
                sort?: "at" | "-at";
            };
            header?: never;
            path: {
                /** @description The candidate's record id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryAnswer"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Candidate not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAssignees: {
        parameters: {
            query?: {
                /** @description Code of an organisation; any of the caller's otherwise. */
                org?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Their names. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Assignees"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    commentOnCandidate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first committed answer under this key is kept for 30 days and repeated to the same request. */
                "Idempotency-Key"?: string;
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: string;
            };
            path: {
                /** @description The candidate's record id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentBody"];
            };
        };
        responses: {
            /** @description The comment. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comment"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Candidate not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Timeout while reading the body. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The same row with other content; or the idempotency key is in use. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large, or has too many rows. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelHeader: {
        parameters: {
            query?: {
                /** @description Code of an organisation; decides where several have the reference. */
                org?: string;
            };
            header?: {
                /** @description The first committed answer under this key is kept for 30 days and repeated to the same request. */
                "Idempotency-Key"?: string;
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: string;
            };
            path: {
                /** @description Internal name, record id or identifier string. */
                dataSource: string;
                /** @description The sender's header id, or its flat external id. */
                externalHeaderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All are put aside. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelledAnswer"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Candidate not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description One of them has become an order; nothing was changed. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelLine: {
        parameters: {
            query?: {
                /** @description Code of an organisation; decides where several have the reference. */
                org?: string;
            };
            header?: {
                /** @description The first committed answer under this key is kept for 30 days and repeated to the same request. */
                "Idempotency-Key"?: string;
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: string;
            };
            path: {
                /** @description Internal name, record id or identifier string. */
                dataSource: string;
                /** @description The sender's header id. */
                externalHeaderId: string;
                /** @description The sender's line id. */
                externalLineId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is put aside. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelledAnswer"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Candidate not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It has become an order; nothing was changed. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description Absent: both. */
                status?: "completed" | "voided";
                /** @description Code of an organisation. */
                org?: string;
                /** @description Internal name, record id or identifier string. */
                dataSource?: string;
                /** @description The sender's header id. */
                externalHeaderId?: string;
                /** @description The customer's own reference. */
                poReference?: string;
                /** @description Its number. */
                documentNo?: string;
                /** @description Words or parts of at least 3 characters of a number, a reference, or the buyer's code, name, town or postal code, without case; all must match. Shorter: a beginning. */
                q?: string;
                /** @description Code of the buyer. */
                bpartner?: string;
                /** @description First day. */
                dateOrderedFrom?: string;
                /** @description Last day. */
                dateOrderedTo?: string;
                /** @description The run that made it. */
                runId?: number;
                /** @description Whether a receiver has it: `false` are the completed ones that nobody has yet, `due` those among them of organisations that hand their orders over, made since they do. */
                handedOver?: "true" | "false" | "due";
                /** @description `-createdAt`: newest first. */
                sort?: "createdAt" | "-createdAt";
                /** @description At most 500. */
                limit?: number;
                /** @description The `next` of another page. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderPageAnswer"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createOrder: {
        parameters: {
            query?: {
                /** @description Applies all rules and returns the full response, but writes nothing. Ids of records that would be created are null. */
                dryRun?: boolean;
            };
            header?: {
                /** @description The first committed answer under this key is kept for 30 days and repeated to the same request. */
                "Idempotency-Key"?: string;
                /** @description `handling=strict` makes unknown members and parameters errors instead of warnings. `return=minimal` returns only the members of the original interface, also required ones are left out then; the response has `Preference-Applied`. */
                Prefer?: string;
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: string;
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
            /** @description Created and completed; or what a dry run would create. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedOrder"] | components["schemas"]["PlannedCreatedOrder"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Timeout while reading the body. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The same row with other content; or the idempotency key is in use. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large, or has too many rows. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportOrders: {
        parameters: {
            query?: {
                /** @description Absent: both. */
                status?: "completed" | "voided";
                /** @description Code of an organisation. */
                org?: string;
                /** @description Internal name, record id or identifier string. */
                dataSource?: string;
                /** @description The sender's header id. */
                externalHeaderId?: string;
                /** @description The customer's own reference. */
                poReference?: string;
                /** @description Its number. */
                documentNo?: string;
                /** @description Words or parts of at least 3 characters of a number, a reference, or the buyer's code, name, town or postal code, without case; all must match. Shorter: a beginning. */
                q?: string;
                /** @description Code of the buyer. */
                bpartner?: string;
                /** @description First day. */
                dateOrderedFrom?: string;
                /** @description Last day. */
                dateOrderedTo?: string;
                /** @description The run that made it. */
                runId?: number;
                /** @description Whether a receiver has it: `false` are the completed ones that nobody has yet, `due` those among them of organisations that hand their orders over, made since they do. */
                handedOver?: "true" | "false" | "due";
                /** @description `-createdAt`: newest first. */
                sort?: "createdAt" | "-createdAt";
            };
            header?: {
                /** @description Language of the file: English (`en`) or German (`de`). */
                "Accept-Language"?: string;
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
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its `salesOrderId`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order; its `ETag` is the version. */
            200: {
                headers: {
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sales order not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getOrderHistory: {
        parameters: {
            query?: {
                /** @description At most 500. */
                limit?: number;
                /** @description The `next` of another page. */
                after?: string;
                /** @description `-at`: newest first. */
                sort?: "at" | "-at";
            };
            header?: never;
            path: {
                /** @description Its `salesOrderId`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderHistoryAnswer"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sales order not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listOrderAttachments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The order's id. */
                salesOrderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its files. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attachment"][];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sales order not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    attachFileToOrder: {
        parameters: {
            query?: {
                /** @description As in the form. */
                tags?: string;
            };
            header?: {
                /** @description The first committed answer under this key is kept for 30 days and repeated to the same file, name and tags. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The order's id. */
                salesOrderId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["AttachmentForm"];
            };
        };
        responses: {
            /** @description The same bytes are there already. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attachment"];
                };
            };
            /** @description Attached. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attachment"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sales order not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Timeout while reading the body. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The same row with other content; or the idempotency key is in use. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large, or has too many rows. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is no multipart/form-data. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    commentOnOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first committed answer under this key is kept for 30 days and repeated to the same request. */
                "Idempotency-Key"?: string;
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: string;
            };
            path: {
                /** @description Its `salesOrderId`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentBody"];
            };
        };
        responses: {
            /** @description The comment. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comment"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sales order not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Timeout while reading the body. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The same row with other content; or the idempotency key is in use. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large, or has too many rows. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    handOverOrders: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first committed answer under this key is kept for 30 days and repeated to the same request. */
                "Idempotency-Key"?: string;
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: string;
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
            /** @description All are noted, now or before. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandedOverAnswer"];
                };
            };
            /** @description Some were rejected. */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandedOverAnswer"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description None of them is there. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandedOverAnswer"];
                };
            };
            /** @description Timeout while reading the body. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description All were rejected. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandedOverAnswer"];
                };
            };
            /** @description These are too many. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    voidOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first committed answer under this key is kept for 30 days and repeated to the same request. */
                "Idempotency-Key"?: string;
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: string;
            };
            path: {
                /** @description Its `salesOrderId`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["VoidBody"] | null;
            };
        };
        responses: {
            /** @description The order, voided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sales order not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Timeout while reading the body. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It is voided already, or candidates of it have been archived. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large, or has too many rows. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    processCandidates: {
        parameters: {
            query?: {
                /** @description Applies all rules and returns the full response, but writes nothing. Ids of records that would be created are null. */
                dryRun?: boolean;
            };
            header?: {
                /** @description `wait=SECONDS`: the answer waits so long for the end of the run, at most 300 seconds. */
                Prefer?: string;
                /** @description The first committed answer under this key is kept for 30 days and repeated to the same request. */
                "Idempotency-Key"?: string;
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: string;
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
            /** @description The run ended within the wait time. For a dry run: the planned result. */
            200: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"] | components["schemas"]["PlannedRun"];
                };
            };
            /** @description The run is queued or active. Poll `Location` for its state. */
            202: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A selected candidate is not there. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Timeout while reading the body. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The same row with other content; or the idempotency key is in use. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large, or has too many rows. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revalidateCandidates: {
        parameters: {
            query?: {
                /** @description Applies all rules and returns the full response, but writes nothing. Ids of records that would be created are null. */
                dryRun?: boolean;
            };
            header?: {
                /** @description `wait=SECONDS`: the answer waits so long for the end of the run, at most 300 seconds. */
                Prefer?: string;
                /** @description The first committed answer under this key is kept for 30 days and repeated to the same request. */
                "Idempotency-Key"?: string;
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: string;
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
            /** @description The run ended within the wait time. For a dry run: the planned result. */
            200: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"] | components["schemas"]["PlannedRun"];
                };
            };
            /** @description The run is queued or active. Poll `Location` for its state. */
            202: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A selected candidate is not there. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Timeout while reading the body. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The same row with other content; or the idempotency key is in use. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large, or has too many rows. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    editCandidates: {
        parameters: {
            query?: {
                /** @description Applies all rules and returns the full response, but writes nothing. Ids of records that would be created are null. */
                dryRun?: boolean;
            };
            header?: {
                /** @description `wait=SECONDS`: the answer waits so long for the end of the run, at most 300 seconds. */
                Prefer?: string;
                /** @description The first committed answer under this key is kept for 30 days and repeated to the same request. */
                "Idempotency-Key"?: string;
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: string;
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
            /** @description The run is queued or active. Poll `Location` for its state. */
            202: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A selected candidate is not there. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Timeout while reading the body. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The same row with other content; or the idempotency key is in use. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large, or has too many rows. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRuns: {
        parameters: {
            query?: {
                /** @description At most 500. */
                limit?: number;
                /** @description The `next` of another page. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunPageAnswer"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    startRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description `wait=SECONDS`: the answer waits so long for the end of the run, at most 300 seconds. */
                Prefer?: string;
                /** @description The first committed answer under this key is kept for 30 days and repeated to the same request. */
                "Idempotency-Key"?: string;
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run ended within the wait time. For a dry run: the planned result. */
            200: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            /** @description The run is queued or works. */
            202: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The same row with other content; or the idempotency key is in use. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
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
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Run not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRunResults: {
        parameters: {
            query?: {
                /** @description Only candidates that the run did this with. */
                outcome?: "ordered" | "held" | "failed" | "passed" | "changed" | "unchanged";
                /** @description At most 500. */
                limit?: number;
                /** @description The `next` of another page. */
                after?: string;
            };
            header?: never;
            path: {
                /** @description The run's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunResultPageAnswer"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Run not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    stopRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first committed answer under this key is kept for 30 days and repeated to the same request. */
                "Idempotency-Key"?: string;
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: string;
            };
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Run not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The same row with other content; or the idempotency key is in use. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    undoRun: {
        parameters: {
            query?: {
                /** @description Applies all rules and returns the full response, but writes nothing. Ids of records that would be created are null. */
                dryRun?: boolean;
            };
            header?: {
                /** @description `wait=SECONDS`: the answer waits so long for the end of the run, at most 300 seconds. */
                Prefer?: string;
                /** @description The first committed answer under this key is kept for 30 days and repeated to the same request. */
                "Idempotency-Key"?: string;
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: string;
            };
            path: {
                /** @description The id of the run to undo. */
                id: number;
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
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Run not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Timeout while reading the body. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It has not ended, it is undone already, or it changes nothing that could be undone. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large, or has too many rows. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getProcessSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Code of the organisation. */
                org: string;
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
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putProcessSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Code of the organisation. */
                org: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProcessSettingsBody"];
            };
        };
        responses: {
            /** @description The settings as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProcessSettings"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Timeout while reading the body. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The same row with other content; or the idempotency key is in use. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large, or has too many rows. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description A JSON Schema (2020-12). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/schema+json": Record<string, never>;
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMasterdata: {
        parameters: {
            query?: {
                /** @description Words or parts of at least 3 characters of a code, name or other part of a key, without case; all must match. Shorter: a beginning. Partners also by town and postal code, prices by their product, units and currencies by their names in the language of `Accept-Language`. */
                q?: string;
                /** @description Code of an organisation, or `*` for shared records; not where records belong to no one. */
                org?: string;
                /** @description Only records that may be used, or only those that may not. */
                active?: boolean;
                /** @description At most 500. */
                limit?: number;
                /** @description The `next` of another page. */
                after?: string;
                /** @description The `previous` of another page. */
                before?: string;
            };
            header?: never;
            path: {
                /**
                 * @description A kind as load files name it.
                 * @example bpartners
                 */
                kind: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MasterdataPageAnswer"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown kind. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putMasterdata: {
        parameters: {
            query?: {
                /** @description Applies all rules and returns the full response, but writes nothing. Ids of records that would be created are null. */
                dryRun?: boolean;
            };
            header?: {
                /** @description The first committed answer under this key is kept for 30 days and repeated to the same request. */
                "Idempotency-Key"?: string;
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: string;
            };
            path: {
                /**
                 * @description A kind as load files name it.
                 * @example bpartners
                 */
                kind: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MasterdataRecords"];
            };
        };
        responses: {
            /** @description Written, or nothing had to be; or a dry run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpsertedAnswer"] | components["schemas"]["PlannedUpsertedAnswer"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown kind. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Timeout while reading the body. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The same row with other content; or the idempotency key is in use. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large, or has too many rows. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listNestedMasterdata: {
        parameters: {
            query?: {
                /** @description Words or parts of at least 3 characters of a code, name or other part of a key, without case; all must match. Shorter: a beginning. Partners also by town and postal code, prices by their product, units and currencies by their names in the language of `Accept-Language`. */
                q?: string;
                /** @description Code of an organisation, or `*` for shared records; not where records belong to no one. */
                org?: string;
                /** @description Only records that may be used, or only those that may not. */
                active?: boolean;
                /** @description At most 500. */
                limit?: number;
                /** @description The `next` of another page. */
                after?: string;
                /** @description The `previous` of another page. */
                before?: string;
            };
            header?: never;
            path: {
                /**
                 * @description A kind as load files name it.
                 * @example bpartners
                 */
                kind: string;
                /** @description The id of the record they are nested in. */
                id: number;
                /**
                 * @description The member they stand in.
                 * @example locations
                 */
                nested: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MasterdataPageAnswer"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown kind, or record not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMasterdata: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A kind as load files name it.
                 * @example bpartners
                 */
                kind: string;
                /** @description Its record id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record; its `ETag` is the version. */
            200: {
                headers: {
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredMasterdataRecord"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown kind, or record not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deactivateMasterdata: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first committed answer under this key is kept for 30 days and repeated to the same request. */
                "Idempotency-Key"?: string;
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: string;
            };
            path: {
                /**
                 * @description A kind as load files name it.
                 * @example bpartners
                 */
                kind: string;
                /** @description Its record id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredMasterdataRecord"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown kind, or record not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The same row with other content; or the idempotency key is in use. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    undoMasterdata: {
        parameters: {
            query?: {
                /** @description Applies all rules and returns the full response, but writes nothing. Ids of records that would be created are null. */
                dryRun?: boolean;
            };
            header?: {
                /** @description The first committed answer under this key is kept for 30 days and repeated to the same request. */
                "Idempotency-Key"?: string;
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: string;
            };
            path: {
                /**
                 * @description A kind as load files name it.
                 * @example product-prices
                 */
                kind: string;
                /** @description Its record id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UndoRecordBody"];
            };
        };
        responses: {
            /** @description What came back; of a dry run, what would. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UndoneAnswer"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown kind, record not found, or the request did not change it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Timeout while reading the body. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something was built on it, or it cannot be brought back. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large, or has too many rows. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMasterdataHistory: {
        parameters: {
            query?: {
                /** @description At most 500. */
                limit?: number;
                /** @description The `next` of another page. */
                after?: string;
            };
            header?: never;
            path: {
                /**
                 * @description A kind as load files name it.
                 * @example bpartners
                 */
                kind: string;
                /** @description Its record id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MasterdataHistoryAnswer"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown kind, or record not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description Name or record id of a token. */
                token?: string;
                /** @description Statuses of answers, several separated by commas. */
                status?: string;
                /** @description The request id of answer and log lines, or an external header id. */
                reference?: string;
                /** @description A day (of UTC) or an instant. */
                from?: string;
                /** @description A day, which is included, or an instant, which is not. */
                to?: string;
                /** @description The `next` of another page. */
                before?: number;
                /** @description At most 500. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestPage"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its record id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedRequest"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It is not kept, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replayRequest: {
        parameters: {
            query?: {
                /** @description Applies all rules and returns the full response, but writes nothing. Ids of records that would be created are null. */
                dryRun?: boolean;
            };
            header?: {
                /** @description The first committed answer under this key is kept for 30 days and repeated to the same request. */
                "Idempotency-Key"?: string;
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: string;
            };
            path: {
                /** @description Its record id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Nothing was new, or a dry run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CandidatesAnswer"] | components["schemas"]["PlannedCandidatesAnswer"];
                };
            };
            /** @description Stored. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CandidatesAnswer"];
                };
            };
            /** @description Some rows were rejected. */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CandidatesAnswer"] | components["schemas"]["PlannedCandidatesAnswer"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It is not kept, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It was no import. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createNotificationRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first committed answer under this key is kept for 30 days and repeated to the same request. */
                "Idempotency-Key"?: string;
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: string;
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
            /** @description The rule. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationRule"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Webhook not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Timeout while reading the body. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There are too many. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large, or has too many rows. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    tryNewNotificationRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first committed answer under this key is kept for 30 days and repeated to the same request. */
                "Idempotency-Key"?: string;
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: string;
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
            /** @description The messages. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriedRule"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Webhook not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Timeout while reading the body. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The same row with other content; or the idempotency key is in use. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large, or has too many rows. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                /** @description Only those of this rule. */
                ruleId?: number;
                /** @description Only those of which this became. */
                status?: "waiting" | "sent" | "failed";
                /** @description The `next` of another page. */
                before?: string;
                /** @description At most 500. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationPage"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getNotificationRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its record id. */
                id: number;
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
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Notification rule not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeNotificationRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its record id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Notification rule not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The same row with other content; or the idempotency key is in use. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeNotificationRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its record id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationRuleBody"];
            };
        };
        responses: {
            /** @description The rule as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationRule"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Notification rule not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Timeout while reading the body. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It was changed meanwhile. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large, or has too many rows. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    tryNotificationRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first committed answer under this key is kept for 30 days and repeated to the same request. */
                "Idempotency-Key"?: string;
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: string;
            };
            path: {
                /** @description Its record id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The messages. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriedRule"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Notification rule not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The same row with other content; or the idempotency key is in use. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readEventFeed: {
        parameters: {
            query?: {
                /** @description The `id` of the last processed event; `now` for new events only. Default: all stored events. */
                after?: string;
                /** @description Only events of these types; also repeated. */
                types?: string;
                /** @description Only events of this data source: its record id, internal name, `ext-…` or `val-…`. */
                dataSource?: string;
                /** @description How many at most; with records 100. */
                limit?: number;
                /** @description How many seconds to wait for the first event where there is none. */
                wait?: number;
                /** @description `record`: each event carries its record as it is now. */
                include?: "record";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events; none if nothing happened. */
            200: {
                headers: {
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/cloudevents-batch+json": components["schemas"]["Event"][];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The cursor has expired or belongs to another database. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first committed answer under this key is kept for 30 days and repeated to the same request. */
                "Idempotency-Key"?: string;
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: string;
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
            /** @description It is there. */
            201: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhook"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Timeout while reading the body. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There are too many. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large, or has too many rows. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
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
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Webhook not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Webhook not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The same row with other content; or the idempotency key is in use. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookPatch"];
            };
        };
        responses: {
            /** @description The webhook as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Webhook not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Timeout while reading the body. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It was changed meanwhile. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large, or has too many rows. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first committed answer under this key is kept for 30 days and repeated to the same request. */
                "Idempotency-Key"?: string;
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: string;
            };
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Webhook not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The same row with other content; or the idempotency key is in use. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first committed answer under this key is kept for 30 days and repeated to the same request. */
                "Idempotency-Key"?: string;
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: string;
            };
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateBody"] | null;
            };
        };
        responses: {
            /** @description The new secret, this once. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedSecret"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Webhook not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Timeout while reading the body. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The same row with other content; or the idempotency key is in use. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large, or has too many rows. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Only those with this status. */
                status?: "waiting" | "delivered" | "failed";
                /** @description `next` of the page before: what is older. */
                before?: string;
                /** @description How many at most. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The webhook. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Webhook not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook. */
                id: number;
                /** @description Its id. */
                deliveryId: number;
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
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such delivery. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resendWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first committed answer under this key is kept for 30 days and repeated to the same request. */
                "Idempotency-Key"?: string;
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: string;
            };
            path: {
                /** @description The webhook. */
                id: number;
                /** @description Its id. */
                deliveryId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery that waits now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such delivery. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The same row with other content; or the idempotency key is in use. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resendWebhookDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first committed answer under this key is kept for 30 days and repeated to the same request. */
                "Idempotency-Key"?: string;
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: string;
            };
            path: {
                /** @description The webhook. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResendBody"];
            };
        };
        responses: {
            /** @description How much is sent again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentAgain"];
                };
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Webhook not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Timeout while reading the body. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much waits already. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large, or has too many rows. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createView: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first committed answer under this key is kept for 30 days and repeated to the same request. */
                "Idempotency-Key"?: string;
                /** @description Language of messages: English (`en`) or German (`de`). */
                "Accept-Language"?: string;
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
            /** @description The view. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedView"];
                };
            };
            /** @description The body is invalid, or contains filters that the list rejects. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The CSRF token is missing or wrong. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Timeout while reading the body. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The name is taken, or there are too many. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 16 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description It is chosen. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The CSRF token is missing or wrong. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description View not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Timeout while reading the body. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The same row with other content; or the idempotency key is in use. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large, or has too many rows. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its record id. */
                id: number;
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
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller lacks the scope or the organisation; or a session is sent without its CSRF token. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description View not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its record id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be read, or breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The view belongs to another user, or the CSRF token is missing or invalid. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description View not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The same row with other content; or the idempotency key is in use. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its record id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SavedViewBody"];
            };
        };
        responses: {
            /** @description The view as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedView"];
                };
            };
            /** @description It was changed, and is now its owner's alone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is invalid, or contains filters that the list rejects. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The token or the session is missing, malformed, unknown, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The view belongs to another user, or the CSRF token is missing or invalid. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description View not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Timeout while reading the body. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It was changed meanwhile, or the name is taken. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 16 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The idempotency key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many bulks of the caller at once, or requests a second where a rate is set; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No space left. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description There is no session, or it is unknown or has expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much of one caller at once; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description The body cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Incorrect user name or password. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Timeout while reading the body. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large, or has too many rows. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many sign in from this address; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description There is no session, or it is unknown or has expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The CSRF token is missing or wrong. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much of one caller at once; try again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault of the service; its log has more under the `requestId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Overloaded, or the outcome is unknown; try again after `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description It lives. */
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
            /** @description It can write. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ready"];
                };
            };
            /** @description It cannot write now. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no room left to write. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
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
            /** @description The figures. */
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
