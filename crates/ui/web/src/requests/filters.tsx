import { Button, Select, TextInput } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { ListFilter, Search } from "lucide-react";
import { useState } from "react";
import { PHONE } from "../grid/record-columns";
import { useMessages } from "../i18n";
import { DayField } from "../parts/day-field";
import { useDebouncedText } from "../parts/debounced-text";
import { requestMessages } from "./messages";
import { OUTCOMES, REQUEST_FILTERS, type RequestFilter } from "./requests";
import classes from "./requests.module.css";

interface FilterProps {
  filter: RequestFilter;
  change: (changes: { [key in keyof RequestFilter]: string | undefined }) => void;
  /** Removes all filters. */
  clear: () => void;
}

export function RequestFilters({ filter, change, clear }: FilterProps) {
  const t = useMessages(requestMessages);
  const [reference, typeReference] = useDebouncedText(filter.reference, (value) => change({ reference: value }));
  const phone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false;
  const [opened, open] = useState(false);
  return (
    <search className={classes.filters} aria-label={t("filters")}>
      <TextInput
        {...(phone ? { "aria-label": t("reference") } : { label: t("reference") })}
        placeholder={t(phone ? "reference" : "referenceHint")}
        data-search
        w={240}
        value={reference}
        spellCheck={false}
        onChange={(event) => typeReference(event.currentTarget.value)}
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
      {(!phone || opened) && <MoreFilters filter={filter} change={change} />}
      {REQUEST_FILTERS.some((key) => filter[key]) && (
        <Button variant="subtle" onClick={clear}>
          {t("clear")}
        </Button>
      )}
    </search>
  );
}

/** Filters that phones show on request. */
function MoreFilters({ filter, change }: Pick<FilterProps, "filter" | "change">) {
  const t = useMessages(requestMessages);
  const [sender, typeSender] = useDebouncedText(filter.sender, (value) => change({ sender: value }));
  return (
    <>
      <TextInput
        label={t("sender")}
        placeholder={t("senderHint")}
        w={160}
        value={sender}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => typeSender(event.currentTarget.value)}
      />
      <Select
        label={t("outcome")}
        w={170}
        allowDeselect={false}
        value={OUTCOMES.find((one) => one === filter.outcome) ?? ""}
        onChange={(outcome) => change({ outcome: outcome ?? undefined })}
        data={[
          { value: "", label: t("anyOutcome") },
          ...OUTCOMES.map((one) => ({ value: one, label: t(`outcome_${one}`) })),
        ]}
      />
      <DayField label={t("from")} w={150} value={filter.from} onChange={(from) => change({ from })} />
      <DayField label={t("to")} w={150} value={filter.to} onChange={(to) => change({ to })} />
    </>
  );
}
