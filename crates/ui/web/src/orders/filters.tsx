import { Button, Pill, Select, TextInput } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { ListFilter, Search } from "lucide-react";
import { useState } from "react";
import { PHONE } from "../grid/record-columns";
import { useMessages } from "../i18n";
import { DayField } from "../parts/day-field";
import { RecordField } from "../parts/record-field";
import { useDebouncedText } from "../parts/debounced-text";
import { useSession } from "../session/session";
import classes from "./orders.module.css";
import { ORDER_FILTERS, type OrderFilter } from "./orders";
import { ordersMessages } from "./messages";

interface FilterProps {
  filter: OrderFilter;
  change: (changes: { [key in keyof OrderFilter]: string | undefined }) => void;
}

export function OrderFilters({ filter, change }: FilterProps) {
  const t = useMessages(ordersMessages);
  const [q, typeQ] = useDebouncedText(filter.q, (value) => change({ q: value }));
  const narrowed = ORDER_FILTERS.some((key) => filter[key]);
  const phone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false;
  const [opened, open] = useState(false);
  const all = !phone || opened;
  return (
    <search className={classes.filters} aria-label={t("filters")}>
      <TextInput
        {...(phone ? { "aria-label": t("search") } : { label: t("search") })}
        placeholder={t("searchHint")}
        data-search
        w={230}
        value={q}
        onChange={(event) => typeQ(event.currentTarget.value)}
        leftSection={<Search size={14} aria-hidden />}
      />
      {phone && (
        <Button
          variant="default"
          className={classes.more}
          aria-expanded={opened}
          leftSection={<ListFilter size={14} aria-hidden />}
          onClick={() => open(!opened)}>
          {t("filters")}
        </Button>
      )}
      {all && <MoreFilters filter={filter} change={change} />}
      <Chip words={filter.runId && t("ofRun", { id: filter.runId })} onRemove={() => change({ runId: undefined })} />
      <Chip
        words={filter.externalHeaderId && t("ofHeader", { id: filter.externalHeaderId })}
        onRemove={() => change({ externalHeaderId: undefined })}
      />
      <Chip
        words={filter.poReference && `${t("poReference")} ${filter.poReference}`}
        onRemove={() => change({ poReference: undefined })}
      />
      <Chip
        words={filter.dataSource && `${t("source")} ${filter.dataSource}`}
        onRemove={() => change({ dataSource: undefined })}
      />
      {narrowed && (
        <Button
          variant="subtle"
          onClick={() => change(Object.fromEntries(ORDER_FILTERS.map((key) => [key, undefined])))}>
          {t("clear")}
        </Button>
      )}
    </search>
  );
}

/** Filters that phones show on request. */
function MoreFilters({ filter, change }: FilterProps) {
  const t = useMessages(ordersMessages);
  const { organisations } = useSession();
  const [customer, typeCustomer] = useDebouncedText(filter.bpartner, (value) => change({ bpartner: value }));
  return (
    <>
      <Select
        label={t("status")}
        w={140}
        allowDeselect={false}
        value={filter.status ?? ""}
        onChange={(status) => change({ status: status ?? undefined })}
        data={[
          { value: "", label: t("anyStatus") },
          { value: "completed", label: t("status_completed") },
          { value: "voided", label: t("status_voided") },
        ]}
      />
      <Select
        label={t("handedOver")}
        w={140}
        allowDeselect={false}
        value={filter.handedOver ?? ""}
        onChange={(handedOver) => change({ handedOver: handedOver ?? undefined })}
        data={[
          { value: "", label: t("anyHandedOver") },
          { value: "true", label: t("handedOver_true") },
          { value: "due", label: t("handedOver_due") },
          { value: "false", label: t("handedOver_false") },
        ]}
      />
      {organisations.length > 1 && (
        <Select
          label={t("organisation")}
          w={150}
          allowDeselect={false}
          value={filter.org ?? ""}
          onChange={(org) => change({ org: org ?? undefined })}
          data={[
            { value: "", label: t("anyOrganisation") },
            ...organisations.map(({ code, name }) => ({ value: code ?? "", label: name ?? code ?? "" })),
          ]}
        />
      )}
      <RecordField kind="bpartners" label={t("customer")} w={150} value={customer} onChange={typeCustomer} />
      <DayField
        label={t("orderedFrom")}
        w={140}
        value={filter.dateOrderedFrom}
        onChange={(day) => change({ dateOrderedFrom: day })}
      />
      <DayField
        label={t("orderedTo")}
        w={140}
        value={filter.dateOrderedTo}
        onChange={(day) => change({ dateOrderedTo: day })}
      />
    </>
  );
}

function Chip({ words, onRemove }: { words: string | undefined; onRemove: () => void }) {
  const t = useMessages(ordersMessages);
  if (!words) return null;
  const remove = { "aria-label": t("remove", { filter: words }), "aria-hidden": false, tabIndex: 0 };
  return (
    <Pill withRemoveButton onRemove={onRemove} removeButtonProps={remove} size="md" className={classes.chip}>
      {words}
    </Pill>
  );
}
