import { expect, test } from "vitest";
import { reasons } from "../../../../src/jobs/record-schema.ts";
import { reasonNames } from "./reason-names.ts";

test("every reason has a name, and there are no others", () => {
  expect(Object.keys(reasonNames)).toEqual([...reasons]);
});
