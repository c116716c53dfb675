import { ActionIcon, Button, Kbd, Popover, SimpleGrid } from "@mantine/core";
import { ListFilter, Search, X } from "lucide-react";
import { useState, type ReactNode } from "react";
import { defineMessages, useLanguage, useMessages } from "../i18n";
import { useProblemTitle } from "../parts/problem-title";
import { isDayOrInstant, showDayOrInstant } from "../values/day";
import { useSession } from "../session/session";
import { AssigneeFilter, HoldFilter, useToldAttention } from "./attention/filters";
import classes from "./disposition.module.css";
import { ChoiceFilter, DayFilter, RecordFilter, TextFilter, useChoices } from "./filter-fields";
import { FILTER_PAIRS, FILTERS, MORE_FILTERS, type Filter, type FilterField, type FilterName } from "./filters";
import type { Tab } from "./view";
import { dispositionMessages } from "./messages";

interface FilterBarProps {
  filter: Filter;
  onFilter: (name: FilterName, value: string | undefined) => void;
  onClear: () => void;
  /** Status of the saved view. */
  status?: Tab | undefined;
  onStatus?: () => void;
  children?: ReactNode;
}

const filterMessages = defineMessages("filters", FILTER_PAIRS);

export function FilterBar({ filter, onFilter, onClear, status, onStatus, children }: FilterBarProps) {
  const t = useMessages(dispositionMessages);
  const tFilter = useMessages(filterMessages);
  const title = useProblemTitle();
  const [used, setUsed] = useState(false);
  const choices = useChoices(used || filter.dataSource !== undefined || filter.problem !== undefined);
  const field = (name: FilterName) => ({ name, label: tFilter(name), value: filter[name], onFilter });
  const named = (list: { value: string; label: string }[], value: string | undefined) =>
    list.find((choice) => choice.value === value)?.label;
  return (
    <search className={classes.filters} aria-label={t("filters")}>
      <TextFilter
        {...field("q")}
        label=""
        aria-label={tFilter("q")}
        data-search=""
        placeholder={t("searchHint")}
        w={250}
        leftSection={<Search size={14} aria-hidden />}
        rightSection={
          <Kbd size="xs" aria-hidden>
            /
          </Kbd>
        }
      />
      <ChoiceFilter {...field("dataSource")} quiet choices={choices.sources} onUse={() => setUsed(true)} />
      <ChoiceFilter {...field("problem")} quiet choices={choices.problems} onUse={() => setUsed(true)} />
      <MoreFilters filter={filter} onFilter={onFilter} />
      <Chips
        filter={filter}
        onFilter={onFilter}
        onClear={onClear}
        status={status}
        {...(onStatus && { onStatus })}
        words={{
          dataSource: named(choices.sources, filter.dataSource),
          // without the outdated count
          problem:
            choices.problems.find(({ value }) => value === filter.problem)?.name ??
            (filter.problem && title(filter.problem, filter.problem)),
          cause: filter.cause?.split("|").filter(Boolean).join(", "),
        }}
      />
      {children}
    </search>
  );
}

function MoreFilters({ filter, onFilter }: Omit<FilterBarProps, "onClear">) {
  const t = useMessages(dispositionMessages);
  return (
    <Popover position="bottom-start" shadow="md" trapFocus width="min(440px, 96vw)">
      <Popover.Target>
        <Button variant="default" leftSection={<ListFilter size={14} aria-hidden />}>
          {t("moreFilters")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("moreFilters")}>
        <SimpleGrid cols={2} spacing="xs" verticalSpacing="xs">
          {MORE_FILTERS.map((field) => (
            <MoreFilter key={field.name} {...{ field, filter, onFilter }} />
          ))}
        </SimpleGrid>
      </Popover.Dropdown>
    </Popover>
  );
}

interface MoreFilterProps extends Omit<FilterBarProps, "onClear"> {
  field: FilterField;
}

function MoreFilter({ field: { name, as }, filter, onFilter }: MoreFilterProps) {
  const t = useMessages(dispositionMessages);
  const tFilter = useMessages(filterMessages);
  const { organisations } = useSession();
  const common = { name, label: tFilter(name), value: filter[name], onFilter };
  if (as === "day") return <DayFilter {...common} />;
  if (as === "bpartners" || as === "products") return <RecordFilter {...common} kind={as} />;
  if (as === "number") return <TextFilter {...common} inputMode="numeric" />;
  if (as === "text") return <TextFilter {...common} />;
  if (as === "hold") return <HoldFilter {...common} />;
  if (as === "assignee") return <AssigneeFilter {...common} />;
  if (as === "yesNo") {
    const choices = [
      { value: "true", label: t("yes") },
      { value: "false", label: t("no") },
    ];
    return <ChoiceFilter {...common} choices={choices} />;
  }
  const choices = organisations.map(({ code, name: called }) => ({
    value: code ?? "",
    label: [code, called].filter(Boolean).join(" · "),
  }));
  return choices.length > 1 ? <ChoiceFilter {...common} choices={choices} /> : null;
}

interface ChipsProps extends FilterBarProps {
  /** Display text if it differs from the value. */
  words: Filter;
}

function Chip({ name, value, onRemove }: { name: string; value: string; onRemove: (() => void) | undefined }) {
  const t = useMessages(dispositionMessages);
  return (
    <li className={classes.chip}>
      {name}: <b>{value}</b>
      <ActionIcon size={20} radius="xl" aria-label={t("removeFilter", { name })} onClick={onRemove}>
        <X size={12} aria-hidden />
      </ActionIcon>
    </li>
  );
}

function Chips({ filter, onFilter, onClear, words, status, onStatus }: ChipsProps) {
  const t = useMessages(dispositionMessages);
  const tFilter = useMessages(filterMessages);
  const language = useLanguage();
  const attention = useToldAttention();
  const active = FILTERS.filter((name) => filter[name] !== undefined);
  if (active.length === 0 && !status) return null;
  const valueText = (name: FilterName): string => {
    const value = filter[name] ?? "";
    if (name === "hasAttachment" || name === "hasComments") return value === "true" ? t("yes") : t("no");
    if (name === "outcome" && ["ordered", "held", "failed"].includes(value)) return t(`outcome_${value as "held"}`);
    const attended = attention(name, value);
    if (attended) return attended;
    return isDayOrInstant(value) ? showDayOrInstant(value, language) : (words[name] ?? value);
  };
  return (
    <>
      <ul className={classes.chips} aria-label={t("activeFilters")}>
        {status && <Chip name={t("status")} value={t(`tab_${status}`)} onRemove={onStatus} />}
        {active.map((name) => (
          <Chip key={name} name={tFilter(name)} value={valueText(name)} onRemove={() => onFilter(name, undefined)} />
        ))}
      </ul>
      <Button variant="subtle" size="compact-xs" onClick={onClear}>
        {t("clearFilters")}
      </Button>
    </>
  );
}
