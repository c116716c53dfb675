// Free disk space and quotas that are nearly used up.
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLanguage, useMessages } from "../i18n";
import { Toned } from "../parts/status";
import { localeOf } from "../values/locale";
import { dayQuery } from "./intake";
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
        <Text key={name} size="sm" component="div">
          <Toned tone="error">{t("diskFree", { free: size(freeBytes), floor: size(floorBytes) })}</Toned>
        </Text>
      ))}
      {quotas
        .filter(({ bytes, quota }) => bytes >= SHOWN * quota)
        .map(({ key, org, bytes, quota }) => (
          <Text key={`${key} ${org}`} size="sm" component="div">
            <Toned tone="error">{t(key, { org, used: size(bytes), quota: size(quota) })}</Toned>
          </Text>
        ))}
    </>
  );
}
