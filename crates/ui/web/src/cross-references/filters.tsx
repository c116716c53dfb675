import { Button, Select, TextInput } from "@mantine/core";
import { Search } from "lucide-react";
import { useMessages } from "../i18n";
import { useDebouncedText } from "../parts/debounced-text";
import classes from "./cross-references.module.css";
import { KINDS } from "./cross-references";
import { crossReferenceMessages } from "./messages";

/** Filters as in the URL. */
export interface QueryFilter {
  q?: string;
  kind?: string;
  active?: string;
}

interface FiltersProps {
  query: QueryFilter;
  change: (changes: { [key in keyof QueryFilter]: string | undefined }) => void;
}

export function CrossReferenceFilters({ query, change }: FiltersProps) {
  const t = useMessages(crossReferenceMessages);
  const [q, typeQ] = useDebouncedText(query.q, (value) => change({ q: value }));
  return (
    <search className={classes.filters} aria-label={t("filters")}>
      <TextInput
        label={t("search")}
        placeholder={t("searchHint")}
        data-search
        w={230}
        value={q}
        onChange={(event) => typeQ(event.currentTarget.value)}
        leftSection={<Search size={14} aria-hidden />}
      />
      <Select
        label={t("kind")}
        w={180}
        allowDeselect={false}
        value={query.kind ?? ""}
        onChange={(kind) => change({ kind: kind || undefined })}
        data={[{ value: "", label: t("anyKind") }, ...KINDS.map((kind) => ({ value: kind, label: t(`kind_${kind}`) }))]}
      />
      <Select
        label={t("state")}
        w={130}
        allowDeselect={false}
        value={query.active ?? "true"}
        onChange={(active) => change({ active: active === "true" || active === null ? undefined : active })}
        data={[
          { value: "true", label: t("state_active") },
          { value: "false", label: t("state_inactive") },
        ]}
      />
      {(query.q || query.kind || query.active) && (
        <Button variant="subtle" onClick={() => change({ q: undefined, kind: undefined, active: undefined })}>
          {t("clear")}
        </Button>
      )}
    </search>
  );
}
