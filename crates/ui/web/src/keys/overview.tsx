import { Group, Kbd, Modal, Stack, Switch, Table, Text, Title } from "@mantine/core";
import { Fragment } from "react";
import { useMessages } from "../i18n";
import { partsMessages } from "../parts/messages";
import { useKeyName } from "./use-key-name";
import { byHeading } from "./by-heading";
import { useKeyOverview } from "./keys";
import { keysMessages } from "./messages";

export default function KeyOverview({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useMessages(keysMessages);
  const tParts = useMessages(partsMessages);
  const keyName = useKeyName();
  const { groups, singleKeys, setSingleKeys } = useKeyOverview();
  const close = { "aria-label": tParts("close") };
  return (
    <Modal opened={opened} onClose={onClose} title={t("title")} size="lg" closeButtonProps={close}>
      <Stack gap="md">
        <Switch
          label={t("singleKeys")}
          checked={singleKeys}
          onChange={(event) => setSingleKeys(event.currentTarget.checked)}
        />
        {byHeading(groups)
          .filter(({ keys }) => keys.length > 0)
          .map(({ heading, keys }) => (
            <section key={heading}>
              <Title order={3}>{heading}</Title>
              <Table aria-label={heading} verticalSpacing={2}>
                <Table.Tbody>
                  {keys.map(({ press, shown, label: words }) => (
                    <Table.Tr key={`${press} ${words}`}>
                      <Table.Td w={160}>
                        <Group gap={4}>
                          {(shown ?? press).split(" ").map((one, at) => (
                            // biome-ignore lint/suspicious/noArrayIndexKey: a sequence may repeat a key
                            <Fragment key={at}>
                              <Kbd>{keyName(one)}</Kbd>
                            </Fragment>
                          ))}
                        </Group>
                      </Table.Td>
                      <Table.Td>
                        <Text size="sm">{words}</Text>
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </section>
          ))}
      </Stack>
    </Modal>
  );
}
