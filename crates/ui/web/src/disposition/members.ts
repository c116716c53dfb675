import { defineWords, type Pair } from "../i18n";
import type { Member } from "./candidate";
import { FIELDS } from "./fields";

const pairs = Object.fromEntries(FIELDS.map(({ member, words }) => [member, words])) as Record<Member, Pair>;

/** What clerks call the values of a candidate. */
export const memberWords = defineWords<Member>("members", pairs);
