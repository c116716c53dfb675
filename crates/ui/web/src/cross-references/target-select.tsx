// Selects a unit, shipper, payment term or warehouse by code.
import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../api/client";
import { named } from "../disposition/panel/member-value";
import type { Kind } from "./cross-references";

/** Kinds of master data with few records. */
const LISTED = {
  uom: "uoms",
  shipper: "shippers",
  paymentTerm: "payment-terms",
  warehouse: "warehouses",
} as const satisfies Partial<Record<Kind, string>>;

const OFFERED = 500;

interface TargetSelectProps {
  kind: keyof typeof LISTED;
  label: string;
  value: string;
  onChange: (code: string) => void;
  error: unknown;
}

export function TargetSelect({ kind, label, value, onChange, error }: TargetSelectProps) {
  const records = useQuery({
    queryKey: ["masterdata", LISTED[kind], "codes"],
    queryFn: async ({ signal }) => {
      const params = { path: { kind: LISTED[kind] }, query: { active: true, limit: OFFERED } };
      const page = await unwrap(api.GET("/api/masterdata/{kind}", { params, signal }));
      return page.items.flatMap((record) => ("code" in record && "name" in record ? [record] : []));
    },
    staleTime: 30_000,
  });
  const options = (records.data ?? []).flatMap((record) =>
    record.code ? [{ value: record.code, label: named(record) }] : [],
  );
  return (
    <Select
      label={label}
      required
      searchable
      data={options}
      value={value || null}
      onChange={(code) => onChange(code ?? "")}
      error={typeof error === "string" && error}
    />
  );
}
