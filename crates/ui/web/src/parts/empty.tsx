import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Dock } from "./dock";

/** Empty state of a list with a hint and at most one action. */
export function Empty({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <Stack align="center" justify="center" gap="sm" p="xl" mih={160}>
      <Dock />
      <Text className="quiet">{message}</Text>
      {children}
    </Stack>
  );
}
