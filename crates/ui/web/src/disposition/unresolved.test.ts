import { expect, test } from "vitest";
import type { Candidate } from "./candidate";
import { unresolvedText } from "./unresolved";

function candidate(problems: [code: string, pointer: string][]): Candidate {
  const imported = {
    bpartner: { bpartner: { externalId: "1001" }, location: { externalId: "2" } },
    product: { code: "KAF-1KG" },
    uomCode: "KIS",
  };
  return { imported, problems: problems.map(([code, pointer]) => ({ code, pointer })) } as unknown as Candidate;
}

test.each([
  ["bpartner", "bpartner.unresolved", "/bpartner/bpartner", "1001"],
  ["location", "location.unresolved", "/bpartner/location", "2"],
  ["productCode", "product.unresolved", "/product", "KAF-1KG"],
  ["uomCode", "uomCode.unresolved", "/uomCode", "KIS"],
  // another problem of the member, and another member
  ["productCode", "product.inactive", "/product", undefined],
  ["uomCode", "product.unresolved", "/product", undefined],
] as const)("sent value of %s with %s at %s is %s", (member, code, pointer, text) => {
  expect(unresolvedText(candidate([[code, pointer]]), member)).toBe(text);
});
