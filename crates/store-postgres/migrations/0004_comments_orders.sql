-- What tables and columns hold, for who looks in with psql: requests, candidates, orders, runs, attachments.

COMMENT ON TABLE request_origin IS 'What the requests of a sender have alike, kept once. Whoever takes in a request writes it; it never changes.';
COMMENT ON COLUMN request_origin.id IS 'Numbered by the database.';
COMMENT ON COLUMN request_origin.default_org_id IS 'Organisation of rows that name none.';
COMMENT ON COLUMN request_origin.org_id IS 'Organisation of the rows, where that is one; several stand in `request_org`.';
COMMENT ON COLUMN request_origin.strict IS 'Whether all rows or none were to be taken.';
COMMENT ON COLUMN request_origin.whole IS 'Whether all of it is of the one organisation that its sender writes for.';
COMMENT ON COLUMN request_origin.kind IS '`single` or `bulk` for imports, `call` for all else.';
COMMENT ON COLUMN request_origin.actor IS 'Who: the name of a token or a user, or `cli`.';
COMMENT ON COLUMN request_origin.method IS 'Method of HTTP.';
COMMENT ON COLUMN request_origin.path IS 'Path of an import, as far as it is kept; empty for other calls, which have it in `request`.';
COMMENT ON COLUMN request_origin.query IS 'Query of an import, as far as it is kept; empty for other calls.';
COMMENT ON COLUMN request_origin.media_type IS 'Media type of the body, as it was told.';

COMMENT ON TABLE request IS 'Write requests as they were received, each written by the transaction of what it did. Housekeeping removes those that made no candidate.';
COMMENT ON COLUMN request.id IS 'Id from the sequence.';
COMMENT ON COLUMN request.origin_id IS 'What the requests of its sender have alike.';
COMMENT ON COLUMN request.caller_id IS 'Id of the token or the user; absent for the command line.';
COMMENT ON COLUMN request.received_at IS 'When.';
COMMENT ON COLUMN request.status IS 'Status that was answered.';
COMMENT ON COLUMN request.candidate_count IS 'Candidates that it made; while there are any it is kept.';
COMMENT ON COLUMN request.replay_of IS 'Request of the log that was sent again by this one.';
COMMENT ON COLUMN request.body_size IS 'Bytes of the body as received.';
COMMENT ON COLUMN request.dictionary_id IS 'Request whose body was the dictionary for this one; its own has none.';
COMMENT ON COLUMN request.first_candidate_id IS 'First candidate that it made; those of other requests may lie in between.';
COMMENT ON COLUMN request.last_candidate_id IS 'Last candidate that it made.';
COMMENT ON COLUMN request.request_id IS 'Id in answers and log lines: the 16 bytes of a UUID, or another text, with a zero behind it where it has 16 bytes.';
COMMENT ON COLUMN request.path IS 'Path of a call; empty for imports, which have it in `request_origin`.';
COMMENT ON COLUMN request.query IS 'Query of a call; empty for imports.';
COMMENT ON COLUMN request.notes IS 'What became of rows that did not become candidates, as JSON; empty where there are none.';
COMMENT ON COLUMN request.body IS 'The body, compressed with zstd; secrets are never part of it.';

COMMENT ON TABLE request_org IS 'Organisations of an import''s rows, where these are several. Imports write it.';
COMMENT ON COLUMN request_org.request_id IS 'Request.';
COMMENT ON COLUMN request_org.org_id IS 'Organisation of some of its rows.';

COMMENT ON TABLE request_header IS 'Headers of rows that did not become candidates, by which their request is found. Imports write it.';
COMMENT ON COLUMN request_header.external_header_id IS 'Header, as it was sent.';
COMMENT ON COLUMN request_header.request_id IS 'Request that it was in.';

COMMENT ON TABLE rejected_line IS 'Lines that headers wait for, because they were rejected. Imports write and remove it.';
COMMENT ON COLUMN rejected_line.request_id IS 'Request that it was in.';
COMMENT ON COLUMN rejected_line.request_index IS 'Its place in the request, from 0.';
COMMENT ON COLUMN rejected_line.org_id IS 'Organisation; absent where it named none, so that any may have been meant.';
COMMENT ON COLUMN rejected_line.data_source_id IS 'Data source; absent where there is none like it.';
COMMENT ON COLUMN rejected_line.external_header_id IS 'Header, as it was sent.';
COMMENT ON COLUMN rejected_line.external_line_id IS 'Line, as it was sent.';

COMMENT ON TABLE idempotency IS 'Answers kept for idempotency keys, so that a call that comes twice is done once. Housekeeping removes them.';
COMMENT ON COLUMN idempotency.caller_id IS 'Token or user whose key it is.';
COMMENT ON COLUMN idempotency.status IS 'Status that was answered.';
COMMENT ON COLUMN idempotency.created_at IS 'When.';
COMMENT ON COLUMN idempotency.method IS 'Method of HTTP.';
COMMENT ON COLUMN idempotency.path IS 'Path of the call.';
COMMENT ON COLUMN idempotency.key IS 'The key, as it was sent.';
COMMENT ON COLUMN idempotency.body_hash IS 'SHA-256 of the body: the same key with another body is refused.';
COMMENT ON COLUMN idempotency.answer IS 'The answer, compressed with zstd.';

COMMENT ON TABLE candidate_identity IS 'What tells candidates apart for their senders. Imports write it; it never changes.';
COMMENT ON COLUMN candidate_identity.org_id IS 'Organisation.';
COMMENT ON COLUMN candidate_identity.data_source_id IS 'Data source that it came from.';
COMMENT ON COLUMN candidate_identity.candidate_id IS 'Candidate.';
COMMENT ON COLUMN candidate_identity.external_header_id IS 'Header, as it was sent.';
COMMENT ON COLUMN candidate_identity.external_line_id IS 'Line, as it was sent.';

COMMENT ON VIEW candidate IS 'Order candidates with the values that hold for them, from both of their tables.';
COMMENT ON TABLE candidate_row IS 'What candidates say. Imports write it; corrections change it, validations the price by the list.';
COMMENT ON TABLE candidate_state IS 'Where candidates stand. Imports write it; corrections, validations and runs change it.';
COMMENT ON COLUMN candidate_row.id IS 'Id from the sequence.';
COMMENT ON COLUMN candidate_row.org_id IS 'Organisation it belongs to.';
COMMENT ON COLUMN candidate_state.version IS 'Raised by each change; who changes a candidate must have seen the last one.';
COMMENT ON COLUMN candidate_row.created_at IS 'When it came in.';
COMMENT ON COLUMN candidate_state.updated_at IS 'When it was last changed.';
COMMENT ON COLUMN candidate_row.data_source_id IS 'Data source that it came from.';
COMMENT ON COLUMN candidate_row.data_dest_id IS 'Data source that it goes to.';
COMMENT ON COLUMN candidate_row.request_id IS 'Request that it came with.';
COMMENT ON COLUMN candidate_row.request_index IS 'Its place in the request, from 0.';
COMMENT ON COLUMN candidate_row.line IS 'Line number of the sender.';
COMMENT ON COLUMN candidate_row.header_line_count IS 'How many lines the sender announced for the header.';
COMMENT ON COLUMN candidate_row.bpartner_id IS 'Buyer.';
COMMENT ON COLUMN candidate_row.bpartner_location_id IS 'Address of the buyer.';
COMMENT ON COLUMN candidate_row.bpartner_contact_id IS 'Contact of the buyer.';
COMMENT ON COLUMN candidate_row.bill_bpartner_id IS 'Who pays, where that is not the buyer.';
COMMENT ON COLUMN candidate_row.bill_location_id IS 'Address of who pays.';
COMMENT ON COLUMN candidate_row.bill_contact_id IS 'Contact of who pays.';
COMMENT ON COLUMN candidate_row.drop_ship_bpartner_id IS 'Who gets the goods, where that is not the buyer.';
COMMENT ON COLUMN candidate_row.drop_ship_location_id IS 'Address of who gets the goods.';
COMMENT ON COLUMN candidate_row.drop_ship_contact_id IS 'Contact of who gets the goods.';
COMMENT ON COLUMN candidate_row.hand_over_bpartner_id IS 'To whom the goods are handed over, where that is not the buyer.';
COMMENT ON COLUMN candidate_row.hand_over_location_id IS 'Address of the handing over.';
COMMENT ON COLUMN candidate_row.hand_over_contact_id IS 'Contact of the handing over.';
COMMENT ON COLUMN candidate_row.product_id IS 'Product.';
COMMENT ON COLUMN candidate_row.uom_id IS 'Unit of the quantity, and of a price that it came with.';
COMMENT ON COLUMN candidate_row.pricing_system_id IS 'Pricing system, where it is another than the partner''s.';
COMMENT ON COLUMN candidate_row.tax_category_id IS 'Tax category set by hand, where neither price, product, list nor organisation says it rightly.';
COMMENT ON COLUMN candidate_row.invoice_doc_type_id IS 'Document type of the invoice.';
COMMENT ON COLUMN candidate_row.payment_term_id IS 'Payment term, where it is another than the partner''s.';
COMMENT ON COLUMN candidate_row.shipper_id IS 'Shipper, where it is another than the partner''s.';
COMMENT ON COLUMN candidate_row.sales_bpartner_id IS 'Sales partner.';
COMMENT ON COLUMN candidate_row.warehouse_id IS 'Warehouse that the goods leave from, where it is another than the partner''s.';
COMMENT ON COLUMN candidate_row.warehouse_dest_id IS 'Warehouse that the goods go to.';
COMMENT ON COLUMN candidate_row.date_ordered IS 'Day of the order.';
COMMENT ON COLUMN candidate_row.date_required IS 'Day by which the goods are required.';
COMMENT ON COLUMN candidate_row.preset_date_invoiced IS 'Day on which the invoice is to be dated.';
COMMENT ON COLUMN candidate_row.preset_date_shipped IS 'Day on which the shipment is to be dated.';
COMMENT ON COLUMN candidate_row.flat_identity IS 'Whether one external id came instead of header and line.';
COMMENT ON COLUMN candidate_state.status IS 'new, error, processed or inactive.';
COMMENT ON COLUMN candidate_state.hold IS 'Why a run passes it over although nothing is wrong with it: a word, and behind a blank what it names.';
COMMENT ON COLUMN candidate_state.problems IS 'What is wrong with it, as a JSON array; absent where nothing is.';
COMMENT ON COLUMN candidate_row.external_header_id IS 'Header, as it was sent.';
COMMENT ON COLUMN candidate_row.external_line_id IS 'Line, as it was sent.';
COMMENT ON COLUMN candidate_row.po_reference IS 'Reference of the buyer.';
COMMENT ON COLUMN candidate_row.product_description IS 'What the sender wrote for the product.';
COMMENT ON COLUMN candidate_row.description IS 'What the sender wrote for the line.';
COMMENT ON COLUMN candidate_row.qty IS 'Quantity, in its unit.';
COMMENT ON COLUMN candidate_row.price IS 'Manual price of one unit, before discount: the sender''s or a clerk''s.';
COMMENT ON COLUMN candidate_row.list_price IS 'Price by the list before discount, as of the last validation; absent with a manual price or a problem.';
COMMENT ON COLUMN candidate_row.currency IS 'Currency of its price, by the three-letter code.';
COMMENT ON COLUMN candidate_row.discount IS 'Percent.';
COMMENT ON COLUMN candidate_row.order_doc_type IS 'SalesOrder or PrepayOrder.';
COMMENT ON COLUMN candidate_row.payment_rule IS 'OnCredit, Paypal or DirectDebit, where it is another than the partner''s.';
COMMENT ON COLUMN candidate_row.delivery_rule IS 'When the goods are delivered, where it is another than the partner''s.';
COMMENT ON COLUMN candidate_row.delivery_via_rule IS 'How the goods are delivered, where it is another than the partner''s.';
COMMENT ON COLUMN candidate_row.overrides IS 'Members that hold another value than the imported one: a line for each, parts between tabs; absent where there are none.';
COMMENT ON COLUMN candidate_row.qty_key IS 'The quantity as a text that sorts as the numbers do.';
COMMENT ON COLUMN candidate_row.price_key IS 'The price in effect as a text that sorts as the numbers do.';
COMMENT ON COLUMN candidate_row.po_reference_key IS 'The reference, folded: without regard to case, to search by.';
COMMENT ON COLUMN candidate_row.header_group IS 'What tells its header within organisation and data source; candidates that have it in common are ordered together.';
COMMENT ON COLUMN candidate_row.line_key IS 'What its line is searched by, folded, where that is not the line itself.';
COMMENT ON COLUMN candidate_state.id IS 'Id from the sequence.';
COMMENT ON COLUMN candidate_state.org_id IS 'Organisation it belongs to.';
COMMENT ON COLUMN candidate_state.data_source_id IS 'Data source that it came from.';
DO $$
DECLARE told record;
BEGIN
  FOR told IN SELECT DISTINCT ON (attname) attname, col_description(attrelid, attnum) AS words FROM pg_attribute
    WHERE attrelid IN ('candidate_row'::regclass, 'candidate_state'::regclass) AND attnum > 0
  LOOP
    EXECUTE format('COMMENT ON COLUMN candidate.%I IS %L', told.attname, told.words);
  END LOOP;
END $$;

COMMENT ON TABLE candidate_content IS 'What was sent of candidates, in short. Imports write it; it never changes.';
COMMENT ON COLUMN candidate_content.candidate_id IS 'Candidate.';
COMMENT ON COLUMN candidate_content.content_version IS 'Version of the list of members that it was made by.';
COMMENT ON COLUMN candidate_content.terms_block IS 'Block with what the shop says in every row.';
COMMENT ON COLUMN candidate_content.bpartner_block IS 'Block of the buyer.';
COMMENT ON COLUMN candidate_content.bill_bpartner_block IS 'Block of who pays.';
COMMENT ON COLUMN candidate_content.drop_ship_bpartner_block IS 'Block of who gets the goods.';
COMMENT ON COLUMN candidate_content.hand_over_bpartner_block IS 'Block of to whom they are handed over.';
COMMENT ON COLUMN candidate_content.product_block IS 'Block of the product.';
COMMENT ON COLUMN candidate_content.content_hash IS 'The first half of the SHA-256 of all that was sent: whether a repeated row is the same is told by it.';
COMMENT ON COLUMN candidate_content.content IS 'What the row says for itself: a member to a line.';

COMMENT ON TABLE content_block IS 'What many candidates say alike, kept once. Imports write it; it never changes.';
COMMENT ON COLUMN content_block.id IS 'Numbered by the database.';
COMMENT ON COLUMN content_block.key IS 'The first half of the SHA-256 of the members.';
COMMENT ON COLUMN content_block.members IS 'A member to a line.';

COMMENT ON TABLE candidate_problem IS 'Candidates by the codes of their problems. Whatever writes these writes it.';
COMMENT ON COLUMN candidate_problem.code IS 'Code of the problem.';
COMMENT ON COLUMN candidate_problem.candidate_id IS 'Candidate that has it, be it once or more often.';

COMMENT ON TABLE candidate_history IS 'What became of candidates after they came in. Whatever changes a candidate writes it.';
COMMENT ON COLUMN candidate_history.candidate_id IS 'Candidate.';
COMMENT ON COLUMN candidate_history.version IS 'Version that it had from then on.';
COMMENT ON COLUMN candidate_history.at IS 'When.';
COMMENT ON COLUMN candidate_history.order_id IS 'Order that it went into or came back from.';
COMMENT ON COLUMN candidate_history.run_id IS 'Run that did it.';
COMMENT ON COLUMN candidate_history.actor IS 'Who: the name of a token or a user, `cli` or `scheduler`.';
COMMENT ON COLUMN candidate_history.event IS 'corrected, putAside, takenBack, cancelled, validated, ordered or orderVoided.';
COMMENT ON COLUMN candidate_history.status_before IS 'Status before.';
COMMENT ON COLUMN candidate_history.status IS 'Status after.';
COMMENT ON COLUMN candidate_history.changes IS 'A line for each: member, old and new value, with tabs between.';
COMMENT ON COLUMN candidate_history.problems_before IS 'What had been wrong since the import, as a JSON array; only in the entry that first changes that.';
COMMENT ON COLUMN candidate_history.problems IS 'What was wrong from then on, as a JSON array; absent where nothing was.';
COMMENT ON COLUMN candidate_history.document_no IS 'Number of the order.';
COMMENT ON COLUMN candidate_history.released IS 'Reasons for which it would have stayed, had nobody released it: words with blanks between.';

COMMENT ON TABLE candidate_count IS 'How many candidates came in when, and stand where now. Whatever writes candidates adds to it.';
COMMENT ON COLUMN candidate_count.quarter IS 'Number of the quarter of an hour since 1970 in which they came in; 0 counts all of time.';
COMMENT ON COLUMN candidate_count.org_id IS 'Organisation.';
COMMENT ON COLUMN candidate_count.data_source_id IS 'Data source that they came from.';
COMMENT ON COLUMN candidate_count.slot IS 'One of several rows that are added up: those who write at the same time take different ones, so one alone can be below 0.';
COMMENT ON COLUMN candidate_count.new IS 'Candidates that are new.';
COMMENT ON COLUMN candidate_count.error IS 'Candidates with problems.';
COMMENT ON COLUMN candidate_count.processed IS 'Candidates that are in an order.';
COMMENT ON COLUMN candidate_count.inactive IS 'Candidates that were put aside.';

COMMENT ON TABLE po_reference_use IS 'Headers that each reference of a buyer came with, to warn of a second one. Imports write it.';
COMMENT ON COLUMN po_reference_use.bpartner_id IS 'Buyer.';
COMMENT ON COLUMN po_reference_use.org_id IS 'Organisation.';
COMMENT ON COLUMN po_reference_use.data_source_id IS 'Data source that it came from.';
COMMENT ON COLUMN po_reference_use.po_reference IS 'Reference of the buyer.';
COMMENT ON COLUMN po_reference_use.external_header_id IS 'Header, as it was sent.';

COMMENT ON TABLE document_counter IS 'The last number of documents; a row, so that none is left out. Whatever makes orders draws from it.';
COMMENT ON COLUMN document_counter.org_id IS 'Organisation.';
COMMENT ON COLUMN document_counter.document_type_id IS 'Document type.';
COMMENT ON COLUMN document_counter.value IS 'The last number that was drawn.';

COMMENT ON TABLE sales_order IS 'Sales orders as they were made; what becomes of master data never shows. Runs and calls write it.';
COMMENT ON COLUMN sales_order.id IS 'Id from the sequence.';
COMMENT ON COLUMN sales_order.org_id IS 'Organisation it belongs to.';
COMMENT ON COLUMN sales_order.version IS 'Raised by each change; who voids an order must have seen the last one.';
COMMENT ON COLUMN sales_order.created_at IS 'When it was made.';
COMMENT ON COLUMN sales_order.updated_at IS 'When it was last changed.';
COMMENT ON COLUMN sales_order.document_type_id IS 'Document type.';
COMMENT ON COLUMN sales_order.document_number IS 'Number, as it was drawn from the counter.';
COMMENT ON COLUMN sales_order.data_source_id IS 'Data source of its candidates; absent if it was sent whole.';
COMMENT ON COLUMN sales_order.bpartner_id IS 'Buyer.';
COMMENT ON COLUMN sales_order.run_id IS 'Run that made it; absent if it was sent whole.';
COMMENT ON COLUMN sales_order.allocated IS 'How many candidates are in it; 0 once it is voided.';
COMMENT ON COLUMN sales_order.date_ordered IS 'Day of the order.';
COMMENT ON COLUMN sales_order.awaits_payment IS 'Whether it is to be paid before anything leaves.';
COMMENT ON COLUMN sales_order.status IS 'completed or voided.';
COMMENT ON COLUMN sales_order.document_no IS 'Document number, as it is written.';
COMMENT ON COLUMN sales_order.external_header_id IS 'Header, as it was sent; absent if it was sent whole or only stood in for a flat id.';
COMMENT ON COLUMN sales_order.po_reference IS 'Reference of the buyer.';
COMMENT ON COLUMN sales_order.total_lines IS 'Sum of the lines, in the currency of the order.';
COMMENT ON COLUMN sales_order.total_tax IS 'Sum of the taxes, in the currency of the order.';
COMMENT ON COLUMN sales_order.grand_total IS 'The lines, and the taxes unless they are included, in the currency of the order.';
COMMENT ON COLUMN sales_order.document_type IS 'Document type as it was, as JSON.';
COMMENT ON COLUMN sales_order.header IS 'What all lines have in common, as JSON: partners, currency, price list and terms as they were.';
COMMENT ON COLUMN sales_order.requests IS 'Ids of the requests that it came with, as a JSON array, ascending.';
COMMENT ON COLUMN sales_order.created_by IS 'Who sent it whole; what a run made, the run tells.';
COMMENT ON COLUMN sales_order.voided_by IS 'Who voided it.';
COMMENT ON COLUMN sales_order.void_reason IS 'Why it was voided.';
COMMENT ON COLUMN sales_order.document_no_key IS 'The document number, folded: without regard to case, to search by.';
COMMENT ON COLUMN sales_order.po_reference_key IS 'The reference, folded: without regard to case, to search by.';

COMMENT ON TABLE sales_order_line IS 'Lines of sales orders as they were made. Written with the order; they never change.';
COMMENT ON COLUMN sales_order_line.order_id IS 'Order.';
COMMENT ON COLUMN sales_order_line.line IS 'Line number.';
COMMENT ON COLUMN sales_order_line.product_id IS 'Product.';
COMMENT ON COLUMN sales_order_line.uom_id IS 'Unit of the quantity.';
COMMENT ON COLUMN sales_order_line.price_uom_id IS 'Unit of the price.';
COMMENT ON COLUMN sales_order_line.tax_id IS 'Tax; absent if the partner is exempt.';
COMMENT ON COLUMN sales_order_line.date_required IS 'Day by which the goods are required.';
COMMENT ON COLUMN sales_order_line.preset_date_invoiced IS 'Day on which the invoice is to be dated.';
COMMENT ON COLUMN sales_order_line.preset_date_shipped IS 'Day on which the shipment is to be dated.';
COMMENT ON COLUMN sales_order_line.product_code IS 'Code of the product, as it was.';
COMMENT ON COLUMN sales_order_line.product_name IS 'Name of the product, as it was.';
COMMENT ON COLUMN sales_order_line.product_description IS 'What the sender wrote for the product.';
COMMENT ON COLUMN sales_order_line.description IS 'What the sender wrote for the line.';
COMMENT ON COLUMN sales_order_line.qty IS 'Quantity, in its unit: the sum of what its candidates gave.';
COMMENT ON COLUMN sales_order_line.uom_code IS 'Code of the unit, as it was.';
COMMENT ON COLUMN sales_order_line.qty_in_price_uom IS 'Quantity, in the unit of the price.';
COMMENT ON COLUMN sales_order_line.price_uom_code IS 'Code of the price''s unit, as it was.';
COMMENT ON COLUMN sales_order_line.price_entered IS 'Price of one price unit before discount, in the currency of the order.';
COMMENT ON COLUMN sales_order_line.discount IS 'Percent.';
COMMENT ON COLUMN sales_order_line.price IS 'Price of one price unit after discount, in the currency of the order.';
COMMENT ON COLUMN sales_order_line.net IS 'Quantity × price, rounded to the currency''s digits; tax is in it if the order''s prices include it.';
COMMENT ON COLUMN sales_order_line.tax_code IS 'Code of the tax, as it was.';
COMMENT ON COLUMN sales_order_line.tax_rate IS 'Percent, as it was.';
COMMENT ON COLUMN sales_order_line.explanation IS 'How the price came about, as JSON: list, versions looked into, discount, rounding.';
COMMENT ON COLUMN sales_order_line.warehouse_dest IS 'Warehouse that the goods go to, as it was, as JSON.';

COMMENT ON TABLE sales_order_tax IS 'Taxes of sales orders as they were made. Written with the order; they never change.';
COMMENT ON COLUMN sales_order_tax.order_id IS 'Order.';
COMMENT ON COLUMN sales_order_tax.position IS 'Its place, in the order of the first line that has it.';
COMMENT ON COLUMN sales_order_tax.tax_id IS 'Tax.';
COMMENT ON COLUMN sales_order_tax.reverse_charge IS 'Whether the partner owes the tax.';
COMMENT ON COLUMN sales_order_tax.code IS 'Code of the tax, as it was.';
COMMENT ON COLUMN sales_order_tax.name IS 'Name of the tax, as it was.';
COMMENT ON COLUMN sales_order_tax.rate IS 'Percent, as it was.';
COMMENT ON COLUMN sales_order_tax.base IS 'What the tax is on, in the currency of the order.';
COMMENT ON COLUMN sales_order_tax.amount IS 'The tax, in the currency of the order.';

COMMENT ON TABLE allocation IS 'Which candidate gave which quantity to which line. Written with the order; voiding it ends them.';
COMMENT ON COLUMN allocation.order_id IS 'Order.';
COMMENT ON COLUMN allocation.line IS 'Line of the order.';
COMMENT ON COLUMN allocation.position IS 'Its place in the line, in the sender''s order.';
COMMENT ON COLUMN allocation.candidate_id IS 'Candidate.';
COMMENT ON COLUMN allocation.live IS 'Whether the order is not voided; a candidate has at most one that is live.';
COMMENT ON COLUMN allocation.qty IS 'Quantity, in the unit of the line.';
COMMENT ON COLUMN allocation.released IS 'Reasons for which the candidate would have stayed, had nobody released it: words with blanks between.';

COMMENT ON TABLE order_setting IS 'How organisations want their orders made. Administrators write it.';
COMMENT ON COLUMN order_setting.org_id IS 'Organisation.';
COMMENT ON COLUMN order_setting.merge_lines IS 'Whether candidates of an order that differ in nothing but their quantity become one line.';

COMMENT ON TABLE number_pattern IS 'How organisations write their document numbers. Administrators write it.';
COMMENT ON COLUMN number_pattern.org_id IS 'Organisation.';
COMMENT ON COLUMN number_pattern.document_type_id IS 'Document type.';
COMMENT ON COLUMN number_pattern.pattern IS 'A prefix, and the number filled up with zeros: `SO-{n:06}`.';

COMMENT ON TABLE run IS 'Runs over candidates: orders made of them, validations, edits of many at once. Whoever works on one writes it.';
COMMENT ON COLUMN run.id IS 'Id from the sequence.';
COMMENT ON COLUMN run.kind IS 'process, revalidate or edit.';
COMMENT ON COLUMN run.trigger IS 'What started it: schedule, call or command.';
COMMENT ON COLUMN run.state IS 'queued, running, done, stopped or failed.';
COMMENT ON COLUMN run.actor IS 'Who started it: the name of a token or a user, `cli` or `scheduler`.';
COMMENT ON COLUMN run.release IS 'Reasons to wait that it overrules: words with blanks between.';
COMMENT ON COLUMN run.orgs IS 'Ids of the organisations that it takes, as a JSON array; absent means all.';
COMMENT ON COLUMN run.queued_at IS 'When it was asked for.';
COMMENT ON COLUMN run.started_at IS 'When it began.';
COMMENT ON COLUMN run.finished_at IS 'When it ended; absent while it is open.';
COMMENT ON COLUMN run.total IS 'How many candidates it is to look at.';
COMMENT ON COLUMN run.selected IS 'Candidates that it has looked at so far.';
COMMENT ON COLUMN run.processed IS 'Of these, candidates that are in an order now, or that an edit changed.';
COMMENT ON COLUMN run.orders IS 'Orders that it made.';
COMMENT ON COLUMN run.stayed IS 'Candidates that wait, were not for this run, or that an edit left as they were.';
COMMENT ON COLUMN run.failed IS 'Candidates that could not become an order, or that could not be edited.';
COMMENT ON COLUMN run.stop_requested IS 'Whether somebody asked for its end.';
COMMENT ON COLUMN run.fence IS 'Drawn from the sequence by who works on it: another process that believes to do so writes nothing.';
COMMENT ON COLUMN run.instance_id IS 'Who works on it. Of an instance that is there no more it is anybody''s.';
COMMENT ON COLUMN run.task IS 'What it does with its candidates, where the kind does not say it; until it has ended.';
COMMENT ON COLUMN run.selection IS 'The candidates that were selected, chunk by chunk, until it has ended; absent where what is due is gathered anew.';

COMMENT ON TABLE run_result IS 'What became of each candidate in a run. Written with the chunk that it was in; it never changes.';
COMMENT ON COLUMN run_result.run_id IS 'Run.';
COMMENT ON COLUMN run_result.candidate_id IS 'Candidate.';
COMMENT ON COLUMN run_result.order_id IS 'Order that it went into.';
COMMENT ON COLUMN run_result.line IS 'Line of the order.';
COMMENT ON COLUMN run_result.outcome IS 'ordered, held, failed, passed, changed or unchanged.';
COMMENT ON COLUMN run_result.detail IS 'By the outcome: what the order was split by, the hold, the problems as JSON, the status.';
COMMENT ON COLUMN run_result.warnings IS 'Warnings, as a JSON array; absent where there are none.';

COMMENT ON TABLE schedule IS 'When runs of organisations begin by themselves. Administrators write it.';
COMMENT ON COLUMN schedule.org_id IS 'Organisation.';
COMMENT ON COLUMN schedule.active IS 'Whether they do.';
COMMENT ON COLUMN schedule.cron IS 'When, as a cron expression in the time zone of the organisation.';
COMMENT ON COLUMN schedule.paused_until IS 'Until when none begins.';

COMMENT ON TABLE schedule_state IS 'How far the schedules have come. The instance that leads them writes it.';
COMMENT ON COLUMN schedule_state.org_id IS 'Organisation.';
COMMENT ON COLUMN schedule_state.last_run_at IS 'When the schedule was last followed, whether there was anything to do or not.';
COMMENT ON COLUMN schedule_state.due_at IS 'When a header is due that only waits for its time.';
COMMENT ON COLUMN schedule_state.validated_stamp IS 'State of master data at which candidates with problems were last validated again.';

COMMENT ON TABLE lease IS 'What one instance at a time does for all. Whoever holds one writes it; of an instance that is there no more it is free.';
COMMENT ON COLUMN lease.name IS 'What it is for: `scheduler` or `housekeeping`.';
COMMENT ON COLUMN lease.holder IS 'Instance that holds it.';
COMMENT ON COLUMN lease.fence IS 'Drawn from the sequence at each take: who was overtaken writes nothing.';

COMMENT ON TABLE instance IS 'Processes that work on the database. Each signs its own row; one that gives no sign for some seconds loses it to another, and with it its leases and runs.';
COMMENT ON COLUMN instance.name IS 'Its machine, and which process it is there.';
COMMENT ON COLUMN instance.session IS 'The application name of its connections, by which they are cut when it has died.';
COMMENT ON COLUMN instance.attachments IS 'Where it keeps attached files.';
COMMENT ON COLUMN instance.signed_at IS 'Its last sign of life, by the clock of the database.';
COMMENT ON COLUMN instance.watching_since IS 'Since when it has signed in time: only then can it judge others.';
COMMENT ON COLUMN instance.clock_ahead IS 'By how many microseconds the clock of its machine is ahead of that of the database.';
COMMENT ON COLUMN instance.signs IS 'How often it has signed: so often something was committed that concerns nobody else.';

COMMENT ON TABLE sign_in_failure IS 'Wrong passwords of the last minutes, counted over all instances. Each refused sign-in writes it.';
COMMENT ON COLUMN sign_in_failure.key IS 'Of a user name, a network or a browser, as a hash.';
COMMENT ON COLUMN sign_in_failure.since IS 'When the first of them came; they are forgotten some minutes after.';

COMMENT ON TABLE attachment_content IS 'Files that attachments name, by what is in them; the bytes are in the folder or the bucket. Uploads and housekeeping write it.';
COMMENT ON COLUMN attachment_content.sha256 IS 'SHA-256 of the bytes, under which they are kept.';
COMMENT ON COLUMN attachment_content.claimed_until IS 'Until when an upload keeps it from being removed; absent once an attachment names it.';
COMMENT ON COLUMN attachment_content.claimed_by IS 'Instance of that upload, or of who removes it.';
COMMENT ON COLUMN attachment_content.doomed IS 'Whether it is about to be removed.';

COMMENT ON TABLE attachment IS 'Files at headers and at orders. Uploads write it; it never changes.';
COMMENT ON COLUMN attachment.id IS 'Id from the sequence.';
COMMENT ON COLUMN attachment.org_id IS 'Organisation it belongs to.';
COMMENT ON COLUMN attachment.created_at IS 'When it was uploaded.';
COMMENT ON COLUMN attachment.size IS 'Bytes.';
COMMENT ON COLUMN attachment.data_source_id IS 'Data source of the header that it is at.';
COMMENT ON COLUMN attachment.order_id IS 'Order that it is at, if it is at no header.';
COMMENT ON COLUMN attachment.external_header_id IS 'Header that it is at, if it is at no order.';
COMMENT ON COLUMN attachment.sha256 IS 'The file.';
COMMENT ON COLUMN attachment.file_name IS 'Name of the file.';
COMMENT ON COLUMN attachment.media_type IS 'Media type of the file.';
COMMENT ON COLUMN attachment.tags IS 'Tags, as a JSON array: key, value, key, value.';
COMMENT ON COLUMN attachment.created_by IS 'Who uploaded it.';
