// Columns of the list of cross-references.
import { RecordCard, useRecordColumns, type RecordColumn } from "../grid/record-columns";
import { useMessages } from "../i18n";
import { SourceText } from "../parts/source";
import { InstantText } from "../parts/values";
import { targetOf, type CrossReference } from "./cross-references";
import { crossReferenceMessages } from "./messages";

export function useCrossReferenceColumns(selectable: boolean) {
  const t = useMessages(crossReferenceMessages);
  const sourceOf = ({ dataSource }: CrossReference) =>
    dataSource ? <SourceText name={dataSource} /> : t("allSources");
  const columns: RecordColumn<CrossReference>[] = [
    { id: "value", header: t("value"), size: 180, pinned: true, show: ({ value }) => value },
    { id: "kind", header: t("kind"), size: 130, show: ({ kind }) => t(`kind_${kind}`) },
    { id: "target", header: t("target"), size: 150, show: targetOf },
    { id: "source", header: t("source"), size: 180, show: sourceOf },
    { id: "buyer", header: t("buyer"), size: 130, show: ({ bpartner }) => bpartner ?? t("allBuyers") },
    { id: "uses", header: t("uses"), size: 110, numeric: true, show: ({ useCount }) => useCount ?? "" },
    {
      id: "lastUsed",
      header: t("lastUsed"),
      size: 150,
      show: ({ lastUsedAt }) => lastUsedAt && <InstantText instant={lastUsedAt} />,
    },
    { id: "author", header: t("author"), size: 120, show: ({ createdBy }) => createdBy ?? "" },
    {
      id: "state",
      header: t("state"),
      size: 90,
      show: ({ active }) => t(active === false ? "state_inactive" : "state_active"),
    },
    { id: "note", header: t("note"), size: 180, show: ({ note }) => note ?? "" },
    {
      id: "member",
      header: t("member"),
      size: 110,
      hidden: true,
      show: ({ member }) => t(`member_${member ?? "any"}`),
    },
    { id: "organisation", header: t("organisation"), size: 110, hidden: true, show: ({ org }) => org ?? "" },
  ];
  return useRecordColumns({
    name: "cross-references",
    columns,
    selectable,
    cardLabel: t("list"),
    card: (reference) => (
      <RecordCard title={`${reference.value} → ${targetOf(reference)}`} end={t(`kind_${reference.kind}`)}>
        {sourceOf(reference)}
        {reference.active === false && ` · ${t("state_inactive")}`}
      </RecordCard>
    ),
  });
}
