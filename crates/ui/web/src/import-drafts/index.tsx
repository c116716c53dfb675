// Imports of spreadsheets: list and upload.
import { Text } from "@mantine/core";
import { useRef } from "react";
import { ColumnMenu } from "../grid/column-menu";
import { RecordGrid } from "../grid/record-grid";
import { useCursorRows } from "../grid/record-rows";
import { useMessages } from "../i18n";
import { useKeys } from "../keys/keys";
import { Empty } from "../parts/empty";
import { Page } from "../parts/page";
import { useRefresh } from "../parts/refresh";
import { useMay, useSession } from "../session/session";
import { draftsSource, IMPORT_DRAFTS } from "./drafts";
import { useDraftColumns } from "./list-columns";
import { importMessages } from "./messages";
import { UploadArea, Uploads } from "./upload/upload-area";

/** Polling interval while a job works, in milliseconds. */
const POLL = 2_000;

export default function ImportsPage() {
  const t = useMessages(importMessages);
  const mayImport = useMay("candidates:write");
  const { organisations } = useSession();
  const choose = useRef<HTMLButtonElement>(null);
  const rows = useCursorRows({ ...draftsSource, refetchInterval: POLL });
  const columns = useDraftColumns(organisations.length > 1);
  useRefresh([...IMPORT_DRAFTS, "list"]);
  useKeys({
    heading: t("title"),
    keys: mayImport ? [{ press: "u", label: t("keyUpload"), run: () => choose.current?.click(), offered: true }] : [],
  });
  return (
    <Page title={t("title")} fill actions={!columns.cards && rows.count > 0 && <ColumnMenu columns={columns.state} />}>
      {mayImport ? (
        <UploadArea choose={choose} />
      ) : (
        <Text size="sm" className="quiet">
          {t("mayNotImport")}
        </Text>
      )}
      <Uploads />
      <RecordGrid
        label={t("list")}
        rows={rows}
        columns={columns}
        toneOf={({ status }) => (status === "undone" ? "quiet" : undefined)}
        fill
        main
        empty={<Empty message={t(mayImport ? "empty" : "emptyViewer")} />}
      />
    </Page>
  );
}
