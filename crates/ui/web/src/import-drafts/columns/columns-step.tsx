// Step 2: columns of the file as fields of an order line.
import { Text, TextInput, Title, UnstyledButton } from "@mantine/core";
import { Search } from "lucide-react";
import { lazy, Suspense, useRef, useState, type ReactNode } from "react";
import { useMessages } from "../../i18n";
import { announce } from "../../parts/announce";
import { useMemberName } from "../member-messages";
import { missingMembers, requiredMembers, SHEET_MEMBERS, type SheetMember } from "../members";
import { importMessages } from "../messages";
import { StepFrame } from "../step-frame";
import type { MemberSource } from "../types";
import { useDraft } from "../use-draft";
import { unsureMembers, withSource, type SourceKind } from "./assignment";
import { ColumnList } from "./column-list";
import classes from "./columns.module.css";
import { MemberRow } from "./member-row";
import { columnMessages } from "./messages";
import { ImportOptions } from "./options";

const SourceDialog = lazy(() => import("./source-dialog"));

interface ColumnsStepProps {
  onBack: () => void;
  onNext: () => void;
}

/** Details that are being edited. */
interface Details {
  path: string;
  kind?: SourceKind;
}

/** The members whose source the user has to check; they are kept until confirmed or changed. */
function useUnsure() {
  const { draft } = useDraft();
  const [confirmed, setConfirmed] = useState<readonly string[]>([]);
  const [asked] = useState(() => unsureMembers(draft.questions));
  return {
    unsure: asked.filter((path) => !confirmed.includes(path)),
    confirm: (path: string) => setConfirmed((before) => [...before, path]),
  };
}

export function ColumnsStep({ onBack, onNext }: ColumnsStepProps) {
  const t = useMessages(columnMessages);
  const { draft, change, mayChange } = useDraft();
  const { members } = draft.mapping;
  const { unsure, confirm } = useUnsure();
  const [details, setDetails] = useState<Details>();
  const rows = useRef<HTMLDivElement>(null);
  const missing = missingMembers(members, draft.questions);
  const set = (path: string, source: MemberSource | undefined) => {
    confirm(path);
    return change({ mapping: { members: withSource(members, path, source) } });
  };
  const next = async () => {
    if (missing.length > 0) {
      announce(t("missing", { count: missing.length }));
      rows.current?.querySelector<HTMLElement>("[data-state=missing] input")?.focus();
      return;
    }
    // the shown assignments are confirmed
    const after = draft.confirmed || !mayChange ? draft : await change({ mapping: { members } });
    if (after) onNext();
  };
  return (
    <StepFrame
      onBack={onBack}
      onNext={() => void next()}
      blocked={missing.length > 0}
      foot={<Summary missing={missing.length} />}>
      <div className={classes.sides}>
        <ColumnList />
        <section aria-labelledby="our-fields" className={classes.ours} ref={rows}>
          <Fields
            missing={missing}
            row={(member) => (
              <MemberRow
                key={member.path}
                member={member}
                unsure={unsure}
                onSource={(source) => void set(member.path, source)}
                onConfirm={() => confirm(member.path)}
                onDetails={(kind) => setDetails({ path: member.path, ...(kind && { kind }) })}
              />
            )}
          />
        </section>
      </div>
      <ImportOptions />
      <Suspense>
        {details && (
          <SourceDialog
            path={details.path}
            kind={details.kind}
            onClose={() => setDetails(undefined)}
            onSource={(source) => {
              setDetails(undefined);
              void set(details.path, source);
            }}
          />
        )}
      </Suspense>
    </StepFrame>
  );
}

interface FieldsProps {
  missing: readonly string[];
  row: (member: SheetMember) => ReactNode;
}

/** Required and used members first, then the others. */
function Fields({ missing, row }: FieldsProps) {
  const t = useMessages(columnMessages);
  const { draft } = useDraft();
  const memberName = useMemberName();
  const [sought, seek] = useState("");
  const [all, showAll] = useState(false);
  const { members } = draft.mapping;
  const required = requiredMembers(members);
  const isRequired = ({ path }: SheetMember) => missing.includes(path) || required.some((one) => isMet(one, path));
  const isMet = (alternatives: readonly string[], path: string) => {
    const used = alternatives.find((one) => one in members) ?? alternatives[0];
    return used === path;
  };
  const text = sought.trim().toLowerCase();
  const found = ({ path }: SheetMember) => `${memberName(path)} ${path}`.toLowerCase().includes(text);
  const first = SHEET_MEMBERS.filter((member) => isRequired(member) && found(member));
  const others = SHEET_MEMBERS.filter((member) => !isRequired(member) && found(member));
  const shown = all || text ? others : others.filter(({ path, main }) => main || path in members);
  return (
    <>
      <div className={classes.oursHead}>
        <Title order={2} id="our-fields">
          {t("ours")}
        </Title>
        <TextInput
          aria-label={t("search")}
          placeholder={t("search")}
          data-search
          leftSection={<Search size={14} aria-hidden />}
          value={sought}
          onChange={(event) => seek(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
      </div>
      {first.length > 0 && <h3 className={classes.groupHead}>{t("required")}</h3>}
      {first.map(row)}
      {shown.length > 0 && <h3 className={classes.groupHead}>{t("optional")}</h3>}
      {shown.map(row)}
      {first.length + shown.length === 0 && (
        <Text size="sm" className="quiet">
          {t("noFields")}
        </Text>
      )}
      {!text && (
        <UnstyledButton className={classes.more} onClick={() => showAll(!all)} aria-expanded={all}>
          {t(all ? "fewerFields" : "moreFields", { count: SHEET_MEMBERS.length })}
        </UnstyledButton>
      )}
    </>
  );
}

/** Live count of rows, orders and skipped rows. */
function Summary({ missing }: { missing: number }) {
  const t = useMessages(columnMessages);
  const tImport = useMessages(importMessages);
  const { draft } = useDraft();
  const { rows, orders, unreadable, skipped } = draft.totals;
  const reasons = (["subtotals", "headers", "hidden", "unmapped"] as const).flatMap((reason) =>
    skipped[reason] > 0 ? [t(`skipped_${reason}`, { count: skipped[reason] })] : [],
  );
  return (
    <>
      <b>
        {missing > 0
          ? tImport("rowCount", { count: rows })
          : tImport("lines", {
              rows: tImport("rowCount", { count: rows }),
              orders: tImport("orders", { count: orders }),
            })}
      </b>
      {missing > 0 && <span className={classes.missingCount}>{t("missing", { count: missing })}</span>}
      <span className="quiet">
        {[
          unreadable > 0 && missing === 0 && t("unreadable", { count: unreadable }),
          reasons.length > 0 && t("skipped", { what: reasons.join(", ") }),
        ]
          .filter(Boolean)
          .map((part) => ` · ${part}`)
          .join("")}
      </span>
    </>
  );
}
