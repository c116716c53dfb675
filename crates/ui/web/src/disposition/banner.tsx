import { Alert, Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { api, unwrap } from "../api/client";
import { useChanged } from "../api/events";
import { useMessages } from "../i18n";
import { useFailureText } from "../parts/failure";
import { useMay } from "../session/session";
import { dispositionMessages } from "./messages";

const SETTINGS = ["process-settings"] as const;

/** Warns if the process is switched off. */
export function ProcessBanner() {
  const t = useMessages(dispositionMessages);
  const failureText = useFailureText();
  const queryClient = useQueryClient();
  const mayActivate = useMay("admin");
  const settings = useQuery({
    queryKey: SETTINGS,
    queryFn: ({ signal }) => unwrap(api.GET("/api/process-settings", { signal })),
    staleTime: 30_000,
  });
  useChanged(() => void settings.refetch());
  const off = (settings.data?.items ?? []).filter(({ schedule }) => !schedule.active).map(({ org }) => org.code ?? "");
  const activate = useMutation({
    mutationFn: () =>
      Promise.all(
        off.map((org) =>
          unwrap(api.PUT("/api/process-settings/{org}", { params: { path: { org } }, body: { active: true } })),
        ),
      ),
    onSuccess: () => notifications.show({ message: t("activated") }),
    onError: (failure) => notifications.show({ color: "red", message: failureText(failure) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: SETTINGS }),
  });
  if (off.length === 0) return null;
  return (
    <Alert color="yellow" mx="sm" my={6} p={8} icon={<TriangleAlert size={16} aria-hidden />} role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t("notActive", { orgs: off.join(", ") })}</Text>
        {mayActivate && (
          <Button variant="default" size="compact-sm" loading={activate.isPending} onClick={() => activate.mutate()}>
            {t("activate")}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
