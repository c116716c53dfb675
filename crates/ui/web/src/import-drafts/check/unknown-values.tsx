// Values without a record, grouped by field: map them to records, or leave them unresolved.
import { Button, Checkbox, Text, Title } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { recordOf, NEW_DRAFT } from "../../cross-references/draft";
import { write } from "../../cross-references/cross-references";
import { useMessages } from "../../i18n";
import { announce } from "../../parts/announce";
import { useFailureText } from "../../parts/failure";
import { useSourceName } from "../../parts/source";
import { useMay } from "../../session/session";
import { useMemberName } from "../member-messages";
import type { ImportDraft, UnknownValue } from "../types";
import { useDraft } from "../use-draft";
import classes from "./check.module.css";
import { checkMessages } from "./messages";
import { UnknownValueRow } from "./unknown-value-row";
import { crossReferenceKind, keyOf, valueGroups, withReplacements, type Replacement } from "./values";

/** Number of values per group that are shown at once. */
const SHOWN = 20;

/** A chosen record. */
export interface Target {
  code: string;
  label: string;
}

/** Creates cross-references of the mapped customers, products and units. */
function remember(draft: ImportDraft, replacements: readonly Replacement[]) {
  const records = replacements.flatMap(({ member, value, to }) => {
    const kind = crossReferenceKind(member);
    if (!kind) return [];
    const { org, dataSource = "" } = draft;
    return [recordOf({ ...NEW_DRAFT, kind, value, target: to, org, dataSource })];
  });
  return records.length > 0 ? write(records) : undefined;
}

interface UnknownValuesProps {
  /** Values of the last check. */
  values: readonly UnknownValue[];
  onMapped: () => void;
}

export function UnknownValues({ values: unknown, onMapped }: UnknownValuesProps) {
  const t = useMessages(checkMessages);
  const memberName = useMemberName();
  const { draft, editable, change, saving } = useDraft();
  const failureText = useFailureText();
  const mayRemember = useMay("masterdata:write");
  const [targets, setTargets] = useState<Readonly<Record<string, Target>>>({});
  const [remembers, setRemembers] = useState(false);
  const [left, setLeft] = useState<readonly string[]>([]);
  const chosen = unknown.filter((value) => targets[keyOf(value)]);
  const apply = async () => {
    const replacements = chosen.map((value) => ({ ...value, to: targets[keyOf(value)]?.code ?? "" }));
    const members = withReplacements(draft.mapping.members, replacements);
    const after = await change({ mapping: { members } });
    if (!after) return;
    setTargets({});
    onMapped();
    if (!remembers) return;
    await remember(draft, replacements)?.catch((failure: unknown) =>
      announce(t("rememberFailed", { why: failureText(failure) })),
    );
  };
  const shown = unknown.filter((value) => !left.includes(keyOf(value)));
  const leftCount = unknown.length - shown.length;
  return (
    <section className={classes.values} aria-labelledby="unknown-values">
      <div>
        <Title order={2} id="unknown-values">
          {t("values")}
        </Title>
        <Text size="sm" className="quiet">
          {t(draft.unresolved === "store" ? "valuesHint" : "valuesReject")}
        </Text>
      </div>
      <div className={classes.valueList}>
        {valueGroups(shown).map(({ member, values }) => (
          <Group key={member} title={memberName(member)} count={values.length}>
            {values.slice(0, SHOWN).map((value) => (
              <UnknownValueRow
                key={keyOf(value)}
                unknown={value}
                target={targets[keyOf(value)]}
                editable={editable && member in draft.mapping.members}
                onTarget={(target) => setTargets((before) => withTarget(before, value, target))}
                onLeave={() => {
                  setTargets((before) => withTarget(before, value, undefined));
                  setLeft((before) => [...before, keyOf(value)]);
                }}
              />
            ))}
            {values.length > SHOWN && (
              <li className={classes.moreValues}>{t("moreValues", { count: values.length - SHOWN })}</li>
            )}
          </Group>
        ))}
        {leftCount > 0 && (
          <div className={classes.left}>
            {t("left", { count: leftCount })}{" "}
            <Button variant="subtle" size="compact-xs" onClick={() => setLeft([])}>
              {t("showLeft")}
            </Button>
          </div>
        )}
      </div>
      {editable && chosen.length > 0 && (
        <div className={classes.valuesFoot}>
          {mayRemember && chosen.some(({ member }) => crossReferenceKind(member)) && (
            <RememberChoice checked={remembers} onChange={setRemembers} dataSource={draft.dataSource} />
          )}
          <Button loading={saving} onClick={() => void apply()}>
            {t("apply", { count: chosen.length })}
          </Button>
        </div>
      )}
    </section>
  );
}

function withTarget(targets: Readonly<Record<string, Target>>, value: UnknownValue, target: Target | undefined) {
  const { [keyOf(value)]: _, ...others } = targets;
  return target ? { ...others, [keyOf(value)]: target } : others;
}

interface GroupProps {
  title: string;
  count: number;
  children: ReactNode;
}

function Group({ title, count, children }: GroupProps) {
  return (
    <div>
      <h3 className={classes.valueHead}>
        {title} <span className="numeric">{count}</span>
      </h3>
      <ul className={classes.valueRows}>{children}</ul>
    </div>
  );
}

interface RememberChoiceProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  dataSource: string | undefined;
}

function RememberChoice({ checked, onChange, dataSource }: RememberChoiceProps) {
  const t = useMessages(checkMessages);
  const sourceName = useSourceName();
  return (
    <Checkbox
      label={dataSource ? t("remember", { source: sourceName(dataSource) }) : t("rememberAll")}
      description={t("rememberHint")}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
