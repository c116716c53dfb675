import { defineMessages, type Translation } from "../i18n";
import type { Member } from "./candidate";
import { FIELDS } from "./fields";

const pairs = Object.fromEntries(FIELDS.map(({ member, words }) => [member, words])) as Record<Member, Translation>;

/** Labels of candidate members. */
export const memberMessages = defineMessages<Member>("members", pairs);
