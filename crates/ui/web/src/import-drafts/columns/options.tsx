// Data source, and what happens to rows with errors and unknown values.
import { Select, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMessages } from "../../i18n";
import { dataSourcesQuery, senders } from "../../parts/data-sources";
import type { ErrorPolicy, Unresolved } from "../types";
import { useDraft } from "../use-draft";
import wizard from "../wizard.module.css";
import classes from "./columns.module.css";
import { columnMessages } from "./messages";

const POLICIES = ["header", "row", "all"] as const satisfies readonly ErrorPolicy[];
const UNRESOLVED = ["store", "reject"] as const satisfies readonly Unresolved[];
const COMBOBOX = { portalProps: { target: "#main" } };

export function ImportOptions() {
  const t = useMessages(columnMessages);
  const { draft, editable, change } = useDraft();
  const sources = useQuery(dataSourcesQuery);
  const known = senders(sources.data).map(({ name, internalNames: [internal = ""] }) => ({
    value: internal,
    label: name,
  }));
  const { dataSource, errorPolicy, unresolved } = draft;
  const shared = { allowDeselect: false, readOnly: !editable, comboboxProps: COMBOBOX };
  return (
    <section className={wizard.card} aria-labelledby="import-options">
      <Title order={2} id="import-options">
        {t("options")}
      </Title>
      <div className={classes.options}>
        <Select
          {...shared}
          label={t("dataSource")}
          data={[{ value: "", label: t("defaultSource") }, ...known]}
          value={dataSource ?? ""}
          onChange={(to) => void change({ dataSource: to || null })}
        />
        <Select
          {...shared}
          label={t("errorPolicy")}
          data={POLICIES.map((value) => ({ value, label: t(`policy_${value}`) }))}
          value={errorPolicy}
          onChange={(to) => to && void change({ errorPolicy: to as ErrorPolicy })}
        />
        <Select
          {...shared}
          label={t("unresolved")}
          data={UNRESOLVED.map((value) => ({ value, label: t(`unresolved_${value}`) }))}
          value={unresolved}
          onChange={(to) => to && void change({ unresolved: to as Unresolved })}
        />
      </div>
    </section>
  );
}
