import { expect, test } from "vitest";
import { parseRepository } from "./parse-repository.ts";
import { readPushResult } from "./push-outcome.ts";

test("refuses a path that Copydesk's user cannot write to, and says what to do", () => {
  const options = {
    repository: parseRepository("/srv/docs"),
    branch: "copydesk/job_1",
    allowPrivateAddresses: false,
  };
  const words = { stderr: "", proof: "none", ended: "exit" } as const;
  const outcome = { kind: "refused", reason: "unpacker error", isUnpacked: true, words } as const;
  expect(() => readPushResult(options, outcome)).toThrow(
    /unpacker error\. Let Copydesk's user write to that repository/,
  );
});
