import { Tooltip } from "@mantine/core";
import { Clock, MessageSquare, Paperclip } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import { Link } from "wouter";
import type { GridColumn } from "../grid/types";
import { LANGUAGES, useLanguage, useMessages, type Language, type Translate } from "../i18n";
import { unitText } from "../parts/common-names";
import { withUnitNames, type Params } from "../parts/unit-names";
import { SourceText } from "../parts/source";
import { StatusText } from "../parts/status";
import { partsMessages } from "../parts/messages";
import { showInstant } from "../values/day";
import { showDecimal } from "../values/decimal";
import { attentionMessages } from "./attention/messages";
import type { Candidate, Member } from "./candidate";
import { currencyOf, digitsOf, importedValue, isOverridden, sentText, shown, takesLetters, typedText } from "./values";
import classes from "./disposition.module.css";
import {
  EDITED_FIELDS,
  editedIn,
  fieldOf,
  listedIn,
  type EditedColumn,
  type EditedField,
  type ListedColumn,
  type TypedField,
} from "./fields";
import { memberMessages } from "./members";
import { useChoice } from "./panel/choice";
import { sentValue } from "./sent-value";
import { useRecordOptions } from "./panel/records";
import { useProblemShort, type ToldProblem } from "./problem-short";
import { dispositionMessages } from "./messages";
import { unresolvedText } from "./unresolved";

type Words = Translate<keyof typeof dispositionMessages.translations>;
type Column = GridColumn<Candidate>;

export function CommentCount({ comments }: { comments: number }): ReactNode {
  const t = useMessages(dispositionMessages);
  return (
    comments > 0 && (
      <span className={classes.files}>
        <MessageSquare size={13} role="img" aria-label={t("commentsOf", { count: comments })} />
        <span aria-hidden>{comments}</span>
      </span>
    )
  );
}

/** Short problem text; the full one as tooltip and for screen readers. */
export function ShortProblem({ problem }: { problem: ToldProblem }): ReactNode {
  const short = useProblemShort()(problem);
  const message = withUnitNames(problem.message, problem.params as Params, useLanguage());
  return (
    <span className={classes.problem} title={message}>
      <span aria-hidden>{short}</span>
      <span className={classes.unseen}>{message}</span>
    </span>
  );
}

/** Text of the first problem or the hold. */
export function ProblemText({ candidate }: { candidate: Candidate }): ReactNode {
  const tParts = useMessages(partsMessages);
  const [first, ...more] = candidate.problems;
  if (first) {
    return (
      <>
        <ShortProblem problem={first} />
        {more.length > 0 && <span className={classes.andMore}> {tParts("andMore", { count: more.length })}</span>}
      </>
    );
  }
  if (candidate.status !== "new" || !candidate.holdMessage) return null;
  return (
    <Tooltip label={candidate.holdMessage} multiline maw={360} openDelay={300}>
      <span className={classes.hold}>
        <Clock size={12} aria-hidden /> {candidate.holdMessage}
      </span>
    </Tooltip>
  );
}

/** Sent value of a reference that is unresolved. */
export function SentText({ children }: { children: string }) {
  const t = useMessages(dispositionMessages);
  return (
    <span className={classes.sent} title={t("sentUnresolved")}>
      {children}
    </span>
  );
}

function partner(block: Candidate["bpartner"]): string {
  const known = block?.bpartner;
  return known ? [known.name, known.code].filter(Boolean).join(" ") : "";
}

function address(block: Candidate["bpartner"]): string {
  const known = block?.location;
  return known ? [known.name, [known.postal, known.city].filter(Boolean).join(" ")].filter(Boolean).join(", ") : "";
}

function leading({ t }: Telling): Column[] {
  return [
    {
      id: "status",
      header: t("status"),
      size: 128,
      pinned: true,
      sort: "status",
      show: ({ status }) => <StatusText status={status} />,
    },
    {
      id: "problem",
      header: t("problem"),
      size: 266,
      pinned: true,
      show: (candidate) => <ProblemText candidate={candidate} />,
    },
  ];
}

function ids({ t }: Telling, openCandidate: (id: number) => void): Column[] {
  return [
    {
      id: "candidate",
      header: t("candidate"),
      size: 92,
      numeric: true,
      show: ({ id }) => (
        <a
          href={`/candidates/${id}`}
          tabIndex={-1}
          className={classes.link}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            openCandidate(id);
          }}>
          {id}
        </a>
      ),
    },
    {
      id: "source",
      header: t("source"),
      size: 110,
      show: (row) => row.dataSourceInternalName && <SourceText name={row.dataSourceInternalName} />,
    },
    { id: "headerId", header: t("headerId"), size: 128, show: (row) => row.externalHeaderId },
    { id: "lineId", header: t("lineId"), size: 134, show: (row) => row.externalLineId },
  ];
}

interface Telling {
  t: Words;
  w: Translate<keyof typeof attentionMessages.translations>;
  members: Translate<Member>;
  choice: (value: string) => string;
  language: Language;
}

/** Lookups of reference fields. */
const LOOK_UPS = new Map(
  EDITED_FIELDS.flatMap(({ member, kind }) =>
    kind.as === "record" ? [[member, (typed: string | undefined) => useRecordOptions(kind, typed)] as const] : [],
  ),
);

/** Returns the suggestions of a cell editor. */
export function lookUpOf({ member }: TypedField): Column["useLookUp"] {
  return LOOK_UPS.get(member);
}

/** Effective value with a mark if it differs from the imported one. */
export function marked(candidate: Candidate, field: TypedField, text: ReactNode, t: Words, language: Language) {
  if (!isOverridden(candidate, field.member)) return text;
  const sent =
    sentText(candidate, field, language) || String(sentValue(candidate, fieldOf(field.member)) ?? t("nothing"));
  return (
    <span className={classes.overridden} title={t("importedAs", { value: sent })}>
      {text}
    </span>
  );
}

/** Effective value. */
function holding(candidate: Candidate, { member, kind }: EditedField, language: Language): string {
  if (member === "bpartner") return partner(candidate.bpartner);
  const value = shown(candidate.effective[member], kind.as, language, digitsOf(member, currencyOf(candidate)));
  return member === "uomCode" ? unitText(value, language) : value;
}

/** Editable value: the override, or the effective value if no column shows that. */
function edited(id: EditedColumn, { t, members, language }: Telling): Column {
  const field = editedIn(id);
  const { member, kind, column } = field;
  return {
    id,
    header: column.words?.[LANGUAGES.indexOf(language)] ?? members(member),
    size: column.size,
    numeric: kind.as === "decimal",
    ...(column.sort && { sort: column.sort }),
    ...(column.hidden && { hidden: true }),
    edit: (candidate) => typedText(candidate, field, language),
    letters: takesLetters(field),
    useLookUp: lookUpOf(field),
    show: (candidate) => {
      if (column.beside) {
        return shown(candidate.override[member], kind.as, language, digitsOf(member, currencyOf(candidate)));
      }
      const text = holding(candidate, field, language);
      const unresolved = text ? undefined : unresolvedText(candidate, member);
      return unresolved ? <SentText>{unresolved}</SentText> : marked(candidate, field, text, t, language);
    },
  };
}

/** Read-only value. */
function listed(id: ListedColumn, { members }: Telling, show: Column["show"]): Column {
  const { member, kind, listed: column } = listedIn(id);
  return { ...column, header: members(member), numeric: kind.as === "decimal", show };
}

function ordinary(telling: Telling): Column[] {
  const { t, language } = telling;
  const decimal = (candidate: Candidate, member: "qty" | "price") => {
    const own = importedValue(candidate, member);
    const value = own ?? (candidate.override[member] == null ? candidate[member] : undefined);
    return shown(value, "decimal", language, digitsOf(member, currencyOf(candidate)));
  };
  return [
    edited("customer", telling),
    { id: "product", header: t("product"), size: 190, show: (row) => row.productName ?? "" },
    edited("productNo", telling),
    listed("qty", telling, (row) => decimal(row, "qty")),
    edited("qtyOverride", telling),
    edited("uom", telling),
    listed("price", telling, (row) => decimal(row, "price")),
    edited("priceOverride", telling),
    edited("discount", telling),
    edited("currency", telling),
    listed("dateRequired", telling, (row) =>
      shown(importedValue(row, "dateRequired") ?? row.datePromised, "day", language),
    ),
    edited("dateOverride", telling),
    edited("poReference", telling),
    listed("shipTo", telling, (row) => address(row.bpartner)),
  ];
}

/** Editable columns without a fixed position. */
function further(columns: Column[], telling: Telling): Column[] {
  const placed = new Set(columns.map(({ id }) => id));
  return EDITED_FIELDS.filter(({ column }) => !placed.has(column.id)).map(({ column }) => edited(column.id, telling));
}

function trailing(telling: Telling): Column[] {
  const { t, w, language, choice } = telling;
  return [
    {
      id: "order",
      header: t("order"),
      size: 110,
      show: ({ order }) =>
        order && (
          <Link href={`/orders/${order.salesOrderId}`} tabIndex={-1} className={classes.link}>
            {order.documentNo}
          </Link>
        ),
    },
    {
      id: "files",
      header: t("files"),
      size: 92,
      show: ({ attachments }) =>
        attachments.length > 0 && (
          <span className={classes.files}>
            <Paperclip size={13} role="img" aria-label={t("filesOf", { count: attachments.length })} />
            <span aria-hidden>{attachments.length}</span>
          </span>
        ),
    },
    {
      id: "imported",
      header: t("imported"),
      size: 150,
      sort: "createdAt",
      show: (row) => showInstant(row.createdAt, language),
    },
    listed("billTo", telling, (row) => partner(row.billBPartner)),
    {
      id: "comments",
      header: t("comments"),
      size: 110,
      hidden: true,
      show: ({ comments }) => <CommentCount comments={comments} />,
    },
    { id: "assignedTo", header: w("assignedTo"), size: 130, hidden: true, show: (row) => row.assignedTo ?? "" },
    {
      id: "waitingUntil",
      header: w("waitingUntil"),
      size: 120,
      hidden: true,
      show: (row) => shown(row.waitingUntil, "day", language),
    },
    { id: "org", header: t("org"), size: 110, hidden: true, show: (row) => row.org.code ?? "" },
    listed("docType", telling, (row) => choice(row.orderDocType ?? "")),
    listed("paymentRule", telling, (row) => choice(row.paymentRule ?? "")),
    listed("shipper", telling, (row) => row.shipper?.name ?? ""),
    listed("salesPartner", telling, (row) => row.salesPartner?.name ?? ""),
  ];
}

/** Single column for narrow screens. */
function line(t: Words, language: Language): Column {
  return {
    id: "line",
    header: t("line"),
    size: 420,
    show: (row) =>
      [
        partner(row.bpartner),
        row.poReference,
        row.productCode,
        `${showDecimal(row.qty, language)} ${unitText(row.uomCode, language, row.qty)}`.trim(),
        shown(row.datePromised, "day", language),
      ]
        .filter(Boolean)
        .join(" · "),
  };
}

/** Columns of the list, read-only without permission. */
export function useCandidateColumns(narrow: boolean, openCandidate: (id: number) => void, mayWrite: boolean): Column[] {
  const t = useMessages(dispositionMessages);
  const tMember = useMessages(memberMessages);
  const choice = useChoice();
  const tAttention = useMessages(attentionMessages);
  const language = useLanguage();
  return useMemo(() => {
    const telling = { t, w: tAttention, members: tMember, choice, language };
    const [pinned, last] = [leading(telling), ids(telling, openCandidate)];
    if (narrow) {
      const [status, ...others] = pinned.map((column) => ({ ...column, size: Math.min(column.size, 180) }));
      const free = others.map((column) => ({ ...column, pinned: false }));
      return [...(status ? [status] : []), ...free, line(t, language), ...last.slice(0, 1)];
    }
    const usual = ordinary(telling);
    const columns = [...pinned, ...usual, ...further(usual, telling), ...trailing(telling), ...last];
    return mayWrite ? columns : columns.map(({ edit: _, ...column }) => column);
  }, [t, tAttention, tMember, choice, language, narrow, openCandidate, mayWrite]);
}
