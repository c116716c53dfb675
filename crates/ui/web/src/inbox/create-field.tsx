// Input of the form that creates a record.
import { Select, TextInput } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../api/client";
import { named } from "../disposition/panel/member-value";
import type { MasterRecord } from "../disposition/panel/records";
import { useMessages } from "../i18n";
import { partsMessages } from "../parts/messages";
import { createMessages } from "./create-messages";
import type { FormField } from "./create-record";

/** Number of units or tax categories that are offered. */
const OFFERED = 200;

interface CreateFieldProps {
  field: FormField;
  input: GetInputPropsReturnType;
  /** Organisation of the record. */
  org: string;
  /** The lines find the record by the value, so it cannot be changed. */
  isKey: boolean;
  isFirst: boolean;
}

export function CreateField({ field: { name, required }, input, org, isKey, isFirst }: CreateFieldProps) {
  const t = useMessages(createMessages);
  const shared = { label: t(name), withAsterisk: required ?? false, "data-autofocus": isFirst || undefined, ...input };
  if (name === "uom") return <RecordSelect kind="uoms" org={org} {...shared} />;
  if (name === "taxCategory") return <RecordSelect kind="tax-categories" org={org} clearable {...shared} />;
  const hint = name === "country" ? t("countryHint") : undefined;
  return (
    <TextInput
      description={isKey ? t("keyHint") : hint}
      readOnly={isKey}
      autoComplete="off"
      spellCheck={false}
      {...shared}
    />
  );
}

interface RecordSelectProps extends GetInputPropsReturnType {
  kind: "uoms" | "tax-categories";
  org: string;
  label: string;
  withAsterisk: boolean;
  clearable?: boolean;
}

/** Selection of a record by its code, from the own and shared ones of an organisation. */
function RecordSelect({ kind, org, value, onChange, ...props }: RecordSelectProps) {
  const tParts = useMessages(partsMessages);
  const records = useQuery({
    queryKey: ["masterdata", kind, "offered"],
    queryFn: async ({ signal }) => {
      const params = { path: { kind }, query: { limit: OFFERED, active: true } };
      return (await unwrap(api.GET("/api/masterdata/{kind}", { params, signal }))).items as MasterRecord[];
    },
  });
  const usable = (records.data ?? []).filter((record) => !record.org || record.org === "*" || record.org === org);
  const options = new Map(usable.flatMap((record) => (record.code ? [[record.code, named(record)] as const] : [])));
  return (
    <Select
      {...props}
      value={options.has(value) ? value : null}
      onChange={(code) => onChange(code ?? "")}
      data={[...options].map(([code, label]) => ({ value: code, label }))}
      searchable
      selectFirstOptionOnChange
      nothingFoundMessage={records.isPending ? tParts("loading") : tParts("nothingFound")}
    />
  );
}
