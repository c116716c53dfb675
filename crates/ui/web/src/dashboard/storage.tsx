// Free disk space and quotas that are nearly used up.
import { useQuery } from "@tanstack/react-query";
import { useLanguage, useMessages } from "../i18n";
import { localeOf } from "../values/locale";
import { dayQuery } from "./intake";
import { State } from "./state";
import { dashboardMessages } from "./messages";

/** Minimum used share of a shown quota. */
const SHOWN = 0.8;
const GIBIBYTE = 2 ** 30;

export function Storage() {
  const t = useMessages(dashboardMessages);
  const language = useLanguage();
  const storage = useQuery(dayQuery(undefined)).data?.storage;
  if (!storage) return null;
  const size = (bytes: number) =>
    new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: 1 }).format(bytes / GIBIBYTE);
  const disks = storage.disks.filter(({ freeBytes, floorBytes }) => freeBytes < 2 * floorBytes);
  const quotas = storage.organisations.flatMap((one) => [
    { key: "attachmentsStored" as const, org: one.orgCode, bytes: one.attachmentBytes, quota: one.attachmentQuota },
    { key: "refusedStored" as const, org: one.orgCode, bytes: one.refusedRequestBytes, quota: one.refusedRequestQuota },
  ]);
  return (
    <>
      {disks.map(({ name, freeBytes, floorBytes }) => (
        <State key={name} good={false}>
          {t("diskFree", { free: size(freeBytes), floor: size(floorBytes) })}
        </State>
      ))}
      {quotas
        .filter(({ bytes, quota }) => bytes >= SHOWN * quota)
        .map(({ key, org, bytes, quota }) => (
          <State key={`${key} ${org}`} good={false}>
            {t(key, { org, used: size(bytes), quota: size(quota) })}
          </State>
        ))}
    </>
  );
}
