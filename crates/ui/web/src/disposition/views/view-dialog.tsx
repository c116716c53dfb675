import { Checkbox, TextInput } from "@mantine/core";
import { useState } from "react";
import { useMessages } from "../../i18n";
import { DialogFrame } from "../../parts/dialog-frame";
import { useFailureText } from "../../parts/failure";
import { partsMessages } from "../../parts/messages";
import type { useViewMutations, CurrentView } from "./mutations";
import type { SavedView } from "./views";
import { viewMessages } from "./messages";

/** Limit of the API. */
const MAX_NAME_LENGTH = 60;

interface ViewDialogProps {
  /** View to rename; without it, a new view is created. */
  renamed: SavedView | undefined;
  /** Suggested name. */
  name: string;
  seen: CurrentView;
  mutations: ReturnType<typeof useViewMutations>;
  onClose: () => void;
}

/** Dialog for the name of a view, and the visibility of a new one. */
export default function ViewDialog({ renamed, name: first, seen, mutations, onClose }: ViewDialogProps) {
  const t = useMessages(viewMessages);
  const tParts = useMessages(partsMessages);
  const failureText = useFailureText();
  const [name, setName] = useState(first);
  const [shared, setShared] = useState(false);
  const [isDefault, setIsDefault] = useState(false);
  const { saveAs, rename } = mutations;
  const doing = renamed ? rename : saveAs;
  const submit = () => {
    if (renamed) rename.mutate({ view: renamed, name }, { onSuccess: onClose });
    else saveAs.mutate({ name, shared, default: isDefault, ...seen }, { onSuccess: onClose });
  };
  return (
    <DialogFrame
      title={t(renamed ? "rename" : "saveView").replace("…", "")}
      submit={tParts("save")}
      busy={doing.isPending}
      onClose={onClose}
      onSubmit={submit}>
      <TextInput
        label={t("name")}
        value={name}
        maxLength={MAX_NAME_LENGTH}
        required
        data-autofocus
        error={doing.isError && failureText(doing.error)}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {!renamed && (
        <>
          <Checkbox
            label={t("shareHint")}
            checked={shared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
          <Checkbox
            label={t("beginHint")}
            checked={isDefault}
            onChange={(event) => setIsDefault(event.currentTarget.checked)}
          />
        </>
      )}
    </DialogFrame>
  );
}
