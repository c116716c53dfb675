import { Group, Modal, SegmentedControl, Stack, Table } from "@mantine/core";
import { useLocation } from "wouter";
import { RecordCard, useRecordColumns, type RecordColumn, type RecordColumns } from "../grid/record-columns";
import { RecordGrid } from "../grid/record-grid";
import { useCursorRows } from "../grid/record-rows";
import { RecordTools } from "../grid/record-tools";
import { useMessages } from "../i18n";
import { Empty } from "../parts/empty";
import { useQueryString } from "../parts/query-string";
import { Toned, type Status } from "../parts/status";
import { InstantText } from "../parts/values";
import { partsMessages } from "../parts/messages";
import classes from "./outgoing.module.css";
import { Cut } from "./rule-list";
import { ruleMessages } from "./rule-messages";
import { MESSAGE_STATUSES, type Message, type MessageStatus } from "./rule";
import { messagesSource } from "./rules";
import { outgoingMessages } from "./messages";

/** Messages of one rule or all, newest first, with a detail dialog. */
export function Messages({ rule }: { rule?: number }) {
  const t = useMessages(ruleMessages);
  const tOutgoing = useMessages(outgoingMessages);
  const [query, change] = useQueryString("status", "message");
  const status = MESSAGE_STATUSES.find((one) => one === query.status);
  const [path] = useLocation();
  const rows = useCursorRows(messagesSource(rule, status));
  const shown = Array.from({ length: rows.count }, (_, row) => rows.rowAt(row)).find(
    (message) => message && String(message.id) === query.message,
  );
  const href = (message: number) => {
    const parameters = { ...(rule === undefined && { tab: "messages" }), ...(status && { status }) };
    return `${path}?${new URLSearchParams({ ...parameters, message: String(message) }).toString()}`;
  };
  const columns = useMessageColumns(({ id }) => href(id));
  return (
    <>
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          aria-label={tOutgoing("status")}
          size="xs"
          className={classes.statuses}
          value={status ?? ""}
          onChange={(to) => change({ status: to })}
          data={[
            { value: "", label: tOutgoing("all") },
            ...MESSAGE_STATUSES.map((value) => ({ value, label: t(`status_${value}`) })),
          ]}
        />
        <RecordTools label={t("messages")} file={t("messagesFile")} rows={rows} columns={columns} />
      </Group>
      <RecordGrid
        label={t("messages")}
        rows={rows}
        columns={columns}
        place={status ?? ""}
        empty={<Empty message={t(status ? "noMessagesMatch" : "noMessages")} />}
      />
      {shown && <MessageDialog message={shown} onClose={() => change({ message: undefined })} />}
    </>
  );
}

const TONES: Record<MessageStatus, Status> = { waiting: "new", sent: "processed", failed: "error" };

function MessageState({ status }: { status: string }) {
  const t = useMessages(ruleMessages);
  const known = MESSAGE_STATUSES.find((one) => one === status);
  return known ? <Toned tone={TONES[known]}>{t(`status_${known}`)}</Toned> : status;
}

function useMessageColumns(hrefOf: (message: Message) => string): RecordColumns<Message> {
  const t = useMessages(ruleMessages);
  const tOutgoing = useMessages(outgoingMessages);
  const recipientText = useRecipientText();
  const recipients = (message: Message) =>
    message.recipients.map(({ recipient }) => recipientText(recipient)).join(", ");
  const columns: RecordColumn<Message>[] = [
    {
      id: "subject",
      header: t("subject"),
      size: 420,
      pinned: true,
      show: ({ subject }) => subject,
      value: ({ subject }) => subject,
    },
    {
      id: "status",
      header: tOutgoing("status"),
      size: 120,
      show: ({ status }) => <MessageState status={status} />,
      value: ({ status }) => t(`status_${status as MessageStatus}`),
    },
    {
      id: "at",
      header: t("madeAt"),
      size: 180,
      show: ({ at }) => <InstantText instant={at} seconds />,
      value: ({ at }) => at,
    },
    { id: "recipients", header: t("recipients"), size: 240, show: recipients, value: recipients },
    {
      id: "error",
      header: tOutgoing("error"),
      size: 300,
      show: ({ error }) => <Cut words={error} wrong />,
      value: ({ error }) => error,
    },
  ];
  return useRecordColumns({
    name: "messages",
    columns,
    hrefOf,
    cardLabel: t("messages"),
    card: (message) => (
      <RecordCard title={message.subject} end={<MessageState status={message.status} />}>
        <InstantText instant={message.at} /> · {recipients(message)}
      </RecordCard>
    ),
  });
}

/** Returns the mail address or the name of the webhook. */
function useRecipientText(): (recipient: string) => string {
  const t = useMessages(ruleMessages);
  return (recipient) => {
    const id = /^webhook:(\d+)$/.exec(recipient)?.[1];
    return id ? t("recipientWebhook", { id }) : recipient;
  };
}

function MessageDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const tParts = useMessages(partsMessages);
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={message.subject}
      closeButtonProps={{ "aria-label": tParts("close") }}>
      <Stack gap="md">
        <pre className={classes.message}>{message.text}</pre>
        <RecipientTable message={message} />
      </Stack>
    </Modal>
  );
}

function RecipientTable({ message: { recipients } }: { message: Message }) {
  const t = useMessages(ruleMessages);
  const tOutgoing = useMessages(outgoingMessages);
  const recipientText = useRecipientText();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll regions need keyboard access
    <div className={classes.scroll} role="group" tabIndex={0} aria-label={t("recipients")}>
      <Table aria-label={t("recipients")} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("recipients")}</Table.Th>
            <Table.Th>{tOutgoing("status")}</Table.Th>
            <Table.Th>{tOutgoing("attempts")}</Table.Th>
            <Table.Th>{t("sentAt")}</Table.Th>
            <Table.Th>{tOutgoing("nextAttempt")}</Table.Th>
            <Table.Th>{tOutgoing("error")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {recipients.map(({ recipient, status, attempts, sentAt, nextAttemptAt, error }) => (
            <Table.Tr key={recipient}>
              <Table.Td>{recipientText(recipient)}</Table.Td>
              <Table.Td>
                <MessageState status={status} />
              </Table.Td>
              <Table.Td>{attempts}</Table.Td>
              <Table.Td>
                <InstantText instant={sentAt} seconds />
              </Table.Td>
              <Table.Td>
                <InstantText instant={nextAttemptAt} seconds />
              </Table.Td>
              <Table.Td>{error}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
