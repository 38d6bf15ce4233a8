import { expect, test } from "vitest";
import { reasons } from "../../../../src/jobs/record-schema.ts";
import { explainFailure } from "./explain-failure.ts";

const ofOtherStates = [
  ...["queued", "running", "waiting_capacity", "pull_request_opened", "pull_request_updated"],
  ...["no_changes", "preview_ready"],
];

test("says what to do for every reason that a job can fail with", () => {
  const unknown = explainFailure("a_reason_of_a_later_version");
  const failed = reasons.filter((reason) => !ofOtherStates.includes(reason));
  expect(failed.length).toBeGreaterThan(10);
  for (const reason of failed) expect(explainFailure(reason).title, reason).not.toBe(unknown.title);
  for (const reason of ofOtherStates) expect(explainFailure(reason).title, reason).toBe(unknown.title);
});
