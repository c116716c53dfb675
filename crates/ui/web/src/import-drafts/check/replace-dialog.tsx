// Find and replace in one column.
import { Checkbox, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { useMessages } from "../../i18n";
import { DialogFrame } from "../../parts/dialog-frame";
import { useDraft } from "../use-draft";
import { columnMessages } from "../columns/messages";
import { checkMessages } from "./messages";

export default function ReplaceDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages(checkMessages);
  const tColumn = useMessages(columnMessages);
  const { draft, change, saving } = useDraft();
  const [column, setColumn] = useState(() => String(draft.columns[0]?.column ?? 0));
  const [find, setFind] = useState("");
  const [text, setText] = useState("");
  const [whole, setWhole] = useState(false);
  const [missing, setMissing] = useState(false);
  const submit = async () => {
    setMissing(find === "");
    if (find === "") return;
    await change({ replace: { column: Number(column), find, replace: text, whole } });
    onClose();
  };
  return (
    <DialogFrame
      title={t("replaceTitle")}
      submit={t("replaceDo")}
      busy={saving}
      onClose={onClose}
      onSubmit={() => void submit()}>
      <Select
        label={t("replaceColumn")}
        searchable
        allowDeselect={false}
        value={column}
        onChange={(to) => to !== null && setColumn(to)}
        data={draft.columns.map(({ column: number, letters, header, name }) => ({
          value: String(number),
          label: tColumn("column", { letters, name: header || name }),
        }))}
      />
      <TextInput
        label={t("find")}
        data-autofocus
        value={find}
        error={missing && t("findNeeded")}
        onChange={(event) => setFind(event.currentTarget.value)}
      />
      <TextInput label={t("replaceWith")} value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <Checkbox label={t("whole")} checked={whole} onChange={(event) => setWhole(event.currentTarget.checked)} />
    </DialogFrame>
  );
}
