// Instances of the server and their roles.
import { Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "../api/client";
import { RecordCard, useRecordColumns, type RecordColumns } from "../grid/record-columns";
import { RecordGrid } from "../grid/record-grid";
import { completeRows } from "../grid/record-rows";
import { useMessages } from "../i18n";
import { InstantText } from "../parts/values";
import { instancesQuery, isClockWrong } from "./runs";
import { schedulerMessages } from "./messages";

/** Instance with its position as row id. */
type Instance = Schemas["Instance"] & { id: number };

export function Instances() {
  const t = useMessages(schedulerMessages);
  const columns = useInstanceColumns();
  const instances = useQuery(instancesQuery);
  if (!instances.data) return null;
  const data = instances.data.items.map((instance, id) => ({ ...instance, id }));
  return (
    <>
      <Title order={2}>{t("instances")}</Title>
      <RecordGrid
        label={t("instances")}
        rows={completeRows("instances", { ...instances, data })}
        columns={columns}
        empty={null}
      />
    </>
  );
}

function useInstanceColumns(): RecordColumns<Instance> {
  const t = useMessages(schedulerMessages);
  return useRecordColumns<Instance>({
    name: "instances",
    columns: [
      { id: "instance", header: t("instance"), size: 260, pinned: true, show: ({ name }) => name },
      { id: "role", header: t("role"), size: 340, show: (instance) => <Role instance={instance} /> },
      { id: "version", header: t("version"), size: 100, show: ({ version }) => version },
      {
        id: "since",
        header: t("since"),
        size: 180,
        show: ({ startedAt }) => <InstantText instant={startedAt} seconds />,
      },
      {
        id: "lastSign",
        header: t("lastSign"),
        size: 180,
        show: ({ lastSignAt }) => <InstantText instant={lastSignAt} seconds />,
      },
    ],
    cardLabel: t("instance"),
    card: (instance) => (
      <RecordCard title={instance.name} end={<InstantText instant={instance.lastSignAt} />}>
        {instance.version} · <Role instance={instance} />
      </RecordCard>
    ),
  });
}

function Role({ instance }: { instance: Instance }) {
  const { leads, answers, clockAheadSeconds } = instance;
  const t = useMessages(schedulerMessages);
  const tasks = [leads && t("leads"), answers && t("answers")].filter(Boolean);
  return (
    <>
      {tasks.join(", ")}
      {isClockWrong(instance) && (
        <Text span size="sm">
          {tasks.length > 0 && " · "}
          {t("clockAhead", { seconds: clockAheadSeconds })}
        </Text>
      )}
    </>
  );
}
