import { expect, test } from "vitest";
import { csvOf } from "./csv";

test("cells_are_quoted_and_never_formulas", () => {
  const cells = ["a b", "x,y", 'say "hi"', "two\r\nlines", "x;y", "=1+1", "-2", -2.5, null];
  expect(csvOf([cells], "en")).toBe('\uFEFFa b,"x,y","say ""hi""","two\r\nlines",x;y,\'=1+1,\'-2,-2.5,\r\n');
  expect(csvOf([cells], "de")).toBe('\uFEFFa b;x,y;"say ""hi""";"two\r\nlines";"x;y";\'=1+1;\'-2;-2,5;\r\n');
});
