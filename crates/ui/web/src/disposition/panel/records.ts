// Master data records as options.
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { LookUp } from "../../grid/types";
import type { Option } from "../../parts/option-list";
import type { RecordField, RecordKind } from "../fields";
import { named } from "./member-value";

export interface MasterRecord {
  id: number;
  /** Code of the organisation; `*` if shared. */
  org?: string;
  code?: string | null;
  name?: string | null;
  externalId?: string | null;
  salesCode?: string | null;
  /** Of document types. */
  baseType?: string;
  subType?: string | null;
  active?: boolean | null;
  locations?: Place[];
  contacts?: Place[];
}

export interface Place {
  id: number;
  name?: string | null;
  firstName?: string | null;
  lastName?: string | null;
  email?: string | null;
  address1?: string | null;
  postal?: string | null;
  city?: string | null;
  active?: boolean | null;
}

const OFFERED = 12;
const STROKE = 120;

async function findRecords(
  kind: RecordKind | "document-types",
  sought: string | undefined,
  signal?: AbortSignal,
): Promise<MasterRecord[]> {
  const query = { limit: OFFERED, active: true, ...(sought && { q: sought }) };
  const params = { path: { kind }, query };
  const page = await unwrap(api.GET("/api/masterdata/{kind}", { params, ...(signal && { signal }) }));
  return page.items as MasterRecord[];
}

/** Records that match the text, loaded on first use. */
export function useRecords(kind: RecordKind | "document-types", typed: string | undefined) {
  const [sought] = useDebouncedValue(typed?.trim(), STROKE);
  const records = useQuery({
    queryKey: ["masterdata", kind, sought],
    queryFn: ({ signal }) => findRecords(kind, sought, signal),
    enabled: sought !== undefined,
    placeholderData: keepPreviousData,
  });
  return { data: records.data, loading: records.isFetching || sought !== typed?.trim() };
}

/** Converts records to options of the API member. */
function optionsOf({ by }: RecordField, records: readonly MasterRecord[] | undefined): Option[] {
  const wire = ({ id, code, salesCode }: MasterRecord) => ({ id: String(id), code, salesCode })[by];
  return (records ?? []).flatMap((record) => {
    const value = wire(record);
    const { code, externalId } = record;
    return value ? [{ value, label: named(record), note: externalId ?? undefined, code: code ?? undefined }] : [];
  });
}

/** Options for a field, form row or cell. */
export function useRecordOptions(kind: RecordField, typed: string | undefined): LookUp {
  const records = useRecords(kind.kind, typed);
  return {
    options: optionsOf(kind, records.data),
    loading: records.loading,
    // not the query above, which is cancelled when its field closes
    seek: async (text) => optionsOf(kind, await findRecords(kind.kind, text.trim())),
  };
}

export function usePartner(id: number | null | undefined) {
  return useQuery({
    queryKey: ["masterdata", "bpartners", "one", id],
    queryFn:
      id == null
        ? skipToken
        : async ({ signal }) => {
            const path = { kind: "bpartners", id };
            return (await unwrap(api.GET("/api/masterdata/{kind}/{id}", { params: { path }, signal }))) as MasterRecord;
          },
  });
}

export function placeText({ name, firstName, lastName, address1, postal, city, email }: Place): string {
  const person = [firstName, lastName].filter(Boolean).join(" ");
  const town = [postal, city].filter(Boolean).join(" ");
  const first = name || person;
  return [first, first === address1 ? "" : address1, town, first ? "" : email].filter(Boolean).join(", ");
}

export function placeOptions(places: Place[] | undefined): Option[] {
  const usable = (places ?? []).filter(({ active }) => active !== false);
  return usable.map((place) => ({ value: String(place.id), label: placeText(place) || String(place.id) }));
}
