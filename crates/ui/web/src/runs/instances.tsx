// Instances of the server and their roles.
import { Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "../api/client";
import { useMessages } from "../i18n";
import { RowTable, type Column } from "../parts/row-table";
import { InstantText } from "../parts/values";
import { instancesQuery } from "./runs";
import classes from "./runs.module.css";
import { schedulerMessages } from "./messages";

type Instance = Schemas["Instance"];

/** Tolerated clock difference, in seconds. */
const WRONG = 2;

export function Instances() {
  const t = useMessages(schedulerMessages);
  const columns = useColumns();
  const instances = useQuery(instancesQuery);
  if (!instances.data) return null;
  return (
    <>
      <Title order={2}>{t("instances")}</Title>
      <div className={classes.instances}>
        <RowTable
          label={t("instances")}
          columns={columns}
          rows={instances.data.items}
          keyOf={({ name, startedAt }) => `${name} ${startedAt}`}
        />
      </div>
    </>
  );
}

function useColumns(): Column<Instance>[] {
  const t = useMessages(schedulerMessages);
  return [
    { id: "instance", heading: t("instance"), cell: ({ name }) => name },
    { id: "role", heading: t("role"), wrap: true, cell: (instance) => <Role instance={instance} /> },
    { id: "version", heading: t("version"), cell: ({ version }) => version },
    { id: "since", heading: t("since"), cell: ({ startedAt }) => <InstantText instant={startedAt} seconds /> },
    {
      id: "lastSign",
      heading: t("lastSign"),
      cell: ({ lastSignAt }) => <InstantText instant={lastSignAt} seconds />,
    },
  ];
}

function Role({ instance: { leads, answers, clockAheadSeconds } }: { instance: Instance }) {
  const t = useMessages(schedulerMessages);
  const tasks = [leads && t("leads"), answers && t("answers")].filter(Boolean);
  return (
    <>
      {tasks.join(", ")}
      {Math.abs(clockAheadSeconds) >= WRONG && <Text size="sm">{t("clockAhead", { seconds: clockAheadSeconds })}</Text>}
    </>
  );
}
