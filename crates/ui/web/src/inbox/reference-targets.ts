// Records that an unresolved reference can be mapped to.
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../api/client";
import { named } from "../disposition/panel/member-value";
import { placeText, usePartner, type MasterRecord, type Place } from "../disposition/panel/records";
import { SEARCHED } from "./reference-kinds";
import type { OpenReference } from "./references";

const OFFERED = 20;
const STROKE = 120;

interface TargetOption {
  id: number;
  label: string;
  code?: string | null | undefined;
}

interface Targets {
  /** Records that match the text; while they are loading, those of an older text. */
  options: TargetOption[];
  loading: boolean;
}

function isSearched(kind: string): kind is keyof typeof SEARCHED {
  return Object.hasOwn(SEARCHED, kind);
}

/** Returns the records that match the text; locations and contacts of the known partner. */
export function useTargets(entry: OpenReference, typed: string): Targets {
  const [sought] = useDebouncedValue(typed.trim(), STROKE);
  const kind = isSearched(entry.kind) ? SEARCHED[entry.kind] : undefined;
  const partner = usePartner(kind ? undefined : entry.bpartner?.id);
  const records = useQuery({
    queryKey: ["masterdata", kind, "targets", entry.org, sought],
    enabled: kind !== undefined,
    queryFn: async ({ signal }) => {
      const query = { limit: OFFERED, active: true, ...(sought && { q: sought }) };
      const path = { kind: kind ?? "" };
      const page = await unwrap(api.GET("/api/masterdata/{kind}", { params: { path, query }, signal }));
      return page.items as MasterRecord[];
    },
    placeholderData: keepPreviousData,
  });
  if (!kind) {
    const places = (entry.kind === "contact" ? partner.data?.contacts : partner.data?.locations) ?? [];
    return { options: matching(places, typed), loading: partner.isFetching };
  }
  const options = (records.data ?? []).map((record) => ({
    id: record.id,
    label: named(record),
    code: record.code,
  }));
  return { options, loading: records.isFetching || sought !== typed.trim() };
}

function matching(places: readonly Place[], typed: string): Targets["options"] {
  const sought = typed.trim().toLowerCase();
  const usable = places.filter(({ active }) => active !== false);
  const options = usable.map((place) => ({ id: place.id, label: placeText(place) || String(place.id) }));
  return options.filter(({ label }) => label.toLowerCase().includes(sought));
}
