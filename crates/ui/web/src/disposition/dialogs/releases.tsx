import { Box, Checkbox, Stack, Text } from "@mantine/core";
import type { Schemas } from "../../api/client";
import { useMessages } from "../../i18n";
import { reasonKey, releaseMessages, type Reason } from "../release-messages";
import { PlannedOrders } from "./planned-orders";
import { dialogMessages } from "./messages";

export type Hold = Schemas["PlannedHold"];

interface ReleasesProps {
  holds: Hold[];
  released: Schemas["PlannedRun"]["released"];
  release: Reason[];
  onRelease: (release: Reason[]) => void;
}

/** Checkbox per releasable hold with its effect. */
export function Releases({ holds, released, release, onRelease }: ReleasesProps) {
  const t = useMessages(dialogMessages);
  const releasable = holds.filter((held) => held.release);
  if (releasable.length === 0) return null;
  return (
    <Checkbox.Group
      label={t("release")}
      description={t("releaseNote")}
      value={release}
      size="xs"
      onChange={(ticked) => onRelease(ticked as Reason[])}>
      <Stack gap={8} mt={6}>
        {releasable.map((held) => (
          <div key={held.hold}>
            <Tick held={held} on={release.includes(held.hold as Reason)} />
            <Apart held={held} released={released} />
          </div>
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

/** Additional orders of a release. */
function Apart({ held, released }: { held: Hold; released: ReleasesProps["released"] }) {
  const t = useMessages(dialogMessages);
  const tRelease = useMessages(releaseMessages);
  const orders = released.filter(({ hold }) => hold === held.hold).map(({ order }) => order);
  return (
    <Box ml={26} mt={4}>
      <PlannedOrders
        label={t("apart", { why: tRelease(reasonKey(held.hold as Reason)) })}
        orders={orders}
        count={held.release?.orders ?? 0}
        height="20vh"
      />
    </Box>
  );
}

function Tick({ held, on }: { held: Hold; on: boolean }) {
  const t = useMessages(dialogMessages);
  const tRelease = useMessages(releaseMessages);
  const why = tRelease(reasonKey(held.hold as Reason));
  const { candidates = 0, orders = 0, failed = 0 } = held.release ?? {};
  const brings =
    candidates > 0
      ? t(on ? "releasedBrought" : "releaseBrings", { count: candidates, orders: t("moreOrders", { count: orders }) })
      : t("releaseBringsNone");
  const valid = held.candidates > 0;
  const waits = valid
    ? t(on ? "released" : "waits", { count: held.candidates, why })
    : t("waitsFaulty", { count: failed, why });
  return (
    <Checkbox
      value={held.hold}
      label={
        <Text size="sm" span>
          {waits}
        </Text>
      }
      description={
        <>
          {valid ? brings : t("releaseFails")}
          {valid && failed > 0 && <div>{t("releaseFailsToo", { count: failed })}</div>}
        </>
      }
    />
  );
}
