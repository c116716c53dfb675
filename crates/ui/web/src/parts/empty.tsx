import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

/** Empty state of a list with a hint. */
export function Empty({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <Stack align="center" justify="center" gap="xs" p="xl" mih={160}>
      <Text className="quiet">{message}</Text>
      {children}
    </Stack>
  );
}
