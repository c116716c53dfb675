import { Alert, Anchor, Button, Stack, Text } from "@mantine/core";
import { useId, useRef, useState } from "react";
import { Link } from "wouter";
import { useLanguage, useMessages } from "../../i18n";
import { withUnitNames } from "../../parts/unit-names";
import { propertyText } from "../../parts/custom-property";
import { useMay } from "../../session/session";
import type { Candidate, Member } from "../candidate";
import { useRejections } from "../correct";
import { useSoughtField } from "../unsaved";
import { FieldRow } from "./field-row";
import { fieldAt, FIELDS, GROUPS, type Field, type FieldGroup } from "../fields";
import { holdFixesOf } from "./fixes";
import { sentValue } from "../sent-value";
import { memberValue } from "./member-value";
import { panelMessages } from "./messages";
import classes from "./details.module.css";

export function DetailsTab({ candidate }: { candidate: Candidate }) {
  const t = useMessages(panelMessages);
  const language = useLanguage();
  const imported = useId();
  const mayWrite = useMay("candidates:write");
  const readonly = !mayWrite || candidate.status === "processed";
  const placed = candidate.problems.map((problem) => ({ problem, member: fieldAt(problem.pointer, candidate.clear) }));
  const messageOf = ({ message, params }: Candidate["problems"][number]) => withUnitNames(message, params, language);
  const loose = placed.filter(({ member }) => !member);
  const messagesOf = (member: Member) =>
    placed.filter((one) => one.member === member).map(({ problem }) => messageOf(problem));
  const rejected = useRejections()(candidate.id, "active");
  const table = useRef<HTMLTableElement>(null);
  useSoughtField(candidate.id, table);
  return (
    <Stack gap="xs" py="xs">
      <Standing candidate={candidate} mayWrite={mayWrite} />
      {[...loose.map(({ problem }) => messageOf(problem)), ...(rejected ? [rejected.message] : [])].map(
        (message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages have no id and a fixed order
          <Alert key={index} color="red" py={6} mx="sm">
            {message}
          </Alert>
        ),
      )}
      <table ref={table} className={classes.fields} aria-label={t("tab_details")}>
        <thead>
          <tr>
            <th scope="col">{t("field")}</th>
            <th scope="col">{t("effective")}</th>
            <th scope="col" id={imported}>
              {t("imported")}
            </th>
          </tr>
        </thead>
        {GROUPS.map((group) => (
          <FieldGroupRows key={group} {...{ group, candidate, readonly, messagesOf, imported }} />
        ))}
        <ExtendedProps candidate={candidate} />
      </table>
    </Stack>
  );
}

/** Reason of the current status, apart from field problems. */
function Standing({ candidate, mayWrite }: { candidate: Candidate; mayWrite: boolean }) {
  const t = useMessages(panelMessages);
  const { status, order, holdMessage } = candidate;
  return (
    <>
      {status === "processed" && (
        <Alert color="gray" py={6} mx="sm">
          {t("readonly_processed")}{" "}
          {order && (
            <Anchor component={Link} href={`/orders/${order.salesOrderId}`} size="sm">
              {t("order", { no: order.documentNo })}
            </Anchor>
          )}
        </Alert>
      )}
      {!mayWrite && status !== "processed" && (
        <Alert color="gray" py={6} mx="sm">
          {t("readonly_right")}
        </Alert>
      )}
      {status === "inactive" && (
        <Alert color="gray" py={6} mx="sm">
          {t("asideNote")}
        </Alert>
      )}
      {candidate.isWithoutCharge && (
        <Alert color="gray" py={6} mx="sm">
          {candidate.reason ? t("freeOfChargeBecause", { reason: candidate.reason }) : t("freeOfCharge")}
        </Alert>
      )}
      {holdMessage && holdFixesOf(candidate).length === 0 && (
        <Alert color="yellow" py={6} mx="sm">
          <Text size="sm">
            <b>{t(status === "inactive" ? "excluded" : "hold")}: </b>
            {holdMessage}
          </Text>
        </Alert>
      )}
    </>
  );
}

interface FieldGroupRowsProps {
  group: FieldGroup;
  candidate: Candidate;
  readonly: boolean;
  messagesOf: (member: Member) => string[];
  /** Id of the column header of imported values. */
  imported: string;
}

function FieldGroupRows({ group, candidate, messagesOf, ...row }: FieldGroupRowsProps) {
  const t = useMessages(panelMessages);
  const [all, showAll] = useState(false);
  const fields = FIELDS.filter((field) => field.group === group);
  const rejections = useRejections();
  const isWrong = ({ member }: Field) =>
    messagesOf(member).length > 0 || rejections(candidate.id, member) !== undefined;
  const isShown = (field: Field) => all || field.usual || hasSomething(candidate, field) || isWrong(field);
  const hidden = fields.filter((field) => !isShown(field)).length;
  return (
    <tbody>
      <tr className={classes.group}>
        <th colSpan={3} scope="rowgroup">
          {t(`group_${group}`)}
        </th>
      </tr>
      {fields.filter(isShown).map((field) => (
        <FieldRow key={field.member} {...{ candidate, field, ...row }} problems={messagesOf(field.member)} />
      ))}
      {hidden > 0 && (
        <tr>
          <td colSpan={3}>
            <Button variant="subtle" color="gray" size="compact-xs" onClick={() => showAll(true)}>
              {t("moreFields", { count: hidden })}
            </Button>
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** Custom properties, as imported. */
function ExtendedProps({ candidate }: { candidate: Candidate }) {
  const t = useMessages(panelMessages);
  const properties = Object.entries(candidate.extendedProps ?? {});
  if (properties.length === 0) return null;
  return (
    <tbody className={classes.properties}>
      <tr className={classes.group}>
        <th colSpan={3} scope="rowgroup">
          {t("extendedProps")}
        </th>
      </tr>
      {properties.map(([name, value]) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td colSpan={2}>{propertyText(value)}</td>
        </tr>
      ))}
    </tbody>
  );
}

function hasSomething(candidate: Candidate, field: Field): boolean {
  const { override, effective, clear } = candidate;
  const held = [override, effective].some((values) => memberValue(values, field.member) !== undefined);
  return held || clear.includes(field.member) || sentValue(candidate, field) !== undefined;
}
