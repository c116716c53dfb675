// Master data to choose from.
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { api, told } from "../../api/client";
import type { RecordKind } from "../fields";
import type { Option } from "./typed-input";

/** A record, as far as it is needed to be chosen. */
export interface MasterRecord {
  id: number;
  code?: string | null;
  name?: string | null;
  externalId?: string | null;
  salesCode?: string | null;
  /** Of a document type. */
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

/** Records that begin as was typed; asked for once the field is used. */
export function useRecords(kind: RecordKind | "document-types", typed: string | undefined) {
  const [sought] = useDebouncedValue(typed?.trim(), STROKE);
  const records = useQuery({
    queryKey: ["masterdata", kind, sought],
    enabled: sought !== undefined,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<MasterRecord[]> => {
      const query = { limit: OFFERED, active: true, ...(sought && { q: sought }) };
      const page = await told(api.GET("/api/masterdata/{kind}", { params: { path: { kind }, query }, signal }));
      return page.items as MasterRecord[];
    },
  });
  return { data: records.data, loading: records.isFetching || sought !== typed?.trim() };
}

export function usePartner(id: number | null | undefined) {
  return useQuery({
    queryKey: ["masterdata", "bpartners", "one", id],
    queryFn:
      id == null
        ? skipToken
        : async ({ signal }) => {
            const path = { kind: "bpartners", id };
            return (await told(api.GET("/api/masterdata/{kind}/{id}", { params: { path }, signal }))) as MasterRecord;
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
