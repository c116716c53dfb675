// A member with the choice of its source.
import { ActionIcon, Button, Select } from "@mantine/core";
import { Check, SlidersHorizontal } from "lucide-react";
import { useMessages } from "../../i18n";
import { Toned } from "../../parts/status";
import { useMemberName } from "../member-messages";
import type { SheetMember } from "../members";
import type { MemberSource } from "../types";
import { useDraft } from "../use-draft";
import {
  certaintyOf,
  CHOICE,
  choiceOf,
  columnChoice,
  columnNames,
  sourceKind,
  sourceOfChoice,
  type Certainty,
  type SourceKind,
} from "./assignment";
import classes from "./columns.module.css";
import { columnMessages } from "./messages";

const TONES: Readonly<Record<Certainty, string>> = {
  sure: "processed",
  check: "new",
  missing: "error",
  none: "inactive",
};

interface MemberRowProps {
  member: SheetMember;
  unsure: readonly string[];
  onSource: (source: MemberSource | undefined) => void;
  onConfirm: () => void;
  onDetails: (kind?: SourceKind) => void;
}

export function MemberRow({ member, unsure, onSource, onConfirm, onDetails }: MemberRowProps) {
  const t = useMessages(columnMessages);
  const memberName = useMemberName();
  const { draft, editable } = useDraft();
  const { path } = member;
  const { members } = draft.mapping;
  const source = members[path];
  const name = memberName(path);
  const certainty = certaintyOf(path, { members, questions: draft.questions, unsure });
  const choose = (choice: string | null) => {
    if (choice === null || choice === choiceOf(source)) return;
    if (choice === CHOICE.none) return onSource(undefined);
    if (choice === CHOICE.constant) return onDetails("constant");
    if (choice === CHOICE.several) return onDetails("columns");
    return onSource(sourceOfChoice(choice, source));
  };
  const isShown = source || certainty === "missing";
  return (
    <div className={classes.member} data-state={certainty}>
      <div className={classes.memberName}>{name}</div>
      <Select
        aria-label={t("source", { name })}
        className={classes.select}
        searchable
        allowDeselect={false}
        readOnly={!editable}
        error={certainty === "missing" && t("missingName")}
        data={useChoices(member, source)}
        value={certainty === "missing" ? null : choiceOf(source)}
        placeholder={t("choose")}
        onChange={choose}
        comboboxProps={{ portalProps: { target: "#main" }, width: "max-content", position: "bottom-start" }}
      />
      <div className={classes.state}>
        {isShown && <Toned tone={TONES[certainty]}>{t(`state_${certainty}`)}</Toned>}
        {certainty === "check" && (
          <Button
            variant="default"
            size="compact-xs"
            leftSection={<Check size={12} aria-hidden />}
            aria-label={t("confirmName", { name })}
            onClick={onConfirm}>
            {t("confirm")}
          </Button>
        )}
      </div>
      {source && editable && (
        <ActionIcon
          className={classes.details}
          aria-label={t("detailsOf", { name })}
          title={t("details")}
          onClick={() => onDetails()}>
          <SlidersHorizontal size={14} aria-hidden />
        </ActionIcon>
      )}
      {source && <SourceDetails source={source} />}
    </div>
  );
}

/** Choices of the source, the current one with its text. */
function useChoices({ path }: SheetMember, source: MemberSource | undefined) {
  const t = useMessages(columnMessages);
  const { draft } = useDraft();
  const { columns } = draft;
  const own = source && sourceKind(source);
  const joined = own === "columns" && source ? columnNames(source).join(` ${source.join?.trim() ?? ""} `) : undefined;
  const known = columns.map(({ name, letters, header }) => ({
    value: columnChoice(name),
    label: t("column", { letters, name: header || letters }),
  }));
  const lost = source?.column != null && !columns.some(({ name }) => name === source.column);
  return [
    { value: CHOICE.none, label: t("none") },
    ...(lost ? [{ value: columnChoice(source.column ?? ""), label: source.column ?? "" }] : []),
    ...known,
    {
      value: CHOICE.constant,
      label: own === "constant" ? t("constantValue", { value: source?.constant }) : t("constantOption"),
    },
    { value: CHOICE.several, label: joined ?? t("severalOption") },
    ...(path === "externalLineId" ? [{ value: CHOICE.numbered, label: t("numberedOption") }] : []),
  ];
}

function SourceDetails({ source }: { source: MemberSource }) {
  const t = useMessages(columnMessages);
  const count = Object.keys(source.values ?? {}).length;
  const parts = [
    source.split && t("detail_split", { part: source.split.part, at: source.split.at }),
    source.pad && t("detail_pad", { pad: source.pad }),
    source.default && t("detail_default", { value: source.default }),
    count > 0 && t("detail_values", { count }),
  ].filter(Boolean);
  if (parts.length === 0) return null;
  return <div className={classes.memberDetails}>{parts.join(" · ")}</div>;
}
