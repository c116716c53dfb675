import { Button, Loader, Modal, SegmentedControl, Stack, Table } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { useMessages } from "../i18n";
import { Empty } from "../parts/empty";
import { LoadFailed } from "../parts/failure";
import { useQueryString } from "../parts/query-string";
import { RowTable, type Column } from "../parts/row-table";
import { Toned, type Status } from "../parts/status";
import { InstantText } from "../parts/values";
import { partsMessages } from "../parts/messages";
import classes from "./outgoing.module.css";
import { Cut } from "./rule-list";
import { ruleMessages } from "./rule-messages";
import { MESSAGE_STATUSES, type Message, type MessageStatus } from "./rule";
import { messagesQuery } from "./rules";
import { outgoingMessages } from "./messages";

/** Messages of one rule or all, newest first, with a detail dialog. */
export function Messages({ rule }: { rule?: number }) {
  const t = useMessages(ruleMessages);
  const tOutgoing = useMessages(outgoingMessages);
  const tParts = useMessages(partsMessages);
  const [query, change] = useQueryString("status", "message");
  const status = MESSAGE_STATUSES.find((one) => one === query.status);
  const [path] = useLocation();
  const columns = useColumns();
  const messages = useInfiniteQuery(messagesQuery(rule, status));
  const rows = messages.data?.pages.flatMap(({ items }) => items);
  const shown = rows?.find(({ id }) => String(id) === query.message);
  const href = (message: number) => {
    const parameters = { ...(rule === undefined && { tab: "messages" }), ...(status && { status }) };
    return `${path}?${new URLSearchParams({ ...parameters, message: String(message) }).toString()}`;
  };
  return (
    <>
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
      {messages.isError && !rows && <LoadFailed failure={messages.error} retry={() => void messages.refetch()} />}
      {!rows && !messages.isError && <Loader size="sm" aria-label={tParts("loading")} />}
      {rows?.length === 0 && <Empty message={t(status ? "noMessagesMatch" : "noMessages")} />}
      {rows && rows.length > 0 && (
        <RowTable
          label={t("messages")}
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => href(id)}
        />
      )}
      {messages.hasNextPage && (
        <Button
          variant="default"
          className={classes.more}
          loading={messages.isFetchingNextPage}
          onClick={() => void messages.fetchNextPage()}>
          {tOutgoing("loadMore")}
        </Button>
      )}
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

function useColumns(): Column<Message>[] {
  const t = useMessages(ruleMessages);
  const tOutgoing = useMessages(outgoingMessages);
  const recipientText = useRecipientText();
  return [
    { id: "subject", heading: t("subject"), most: 420, cell: ({ subject }) => <Cut words={subject} /> },
    { id: "status", heading: tOutgoing("status"), cell: ({ status }) => <MessageState status={status} /> },
    { id: "at", heading: t("madeAt"), cell: ({ at }) => <InstantText instant={at} seconds /> },
    {
      id: "recipients",
      heading: t("recipients"),
      most: 260,
      cell: ({ recipients }) => <Cut words={recipients.map(({ recipient }) => recipientText(recipient)).join(", ")} />,
    },
    { id: "error", heading: tOutgoing("error"), most: 300, cell: ({ error }) => <Cut words={error} wrong /> },
  ];
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
