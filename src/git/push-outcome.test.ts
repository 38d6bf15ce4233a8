import { expect, test } from "vitest";
import { parseRepository } from "./parse-repository.ts";
import { readPushResult } from "./push-outcome.ts";

test("a path that Copydesk's user cannot write to is refused with what to do", () => {
  const report = "To /srv/docs\n!\tabc:refs/heads/copydesk/job_1\t[remote rejected] (unpacker error)\nDone\n";
  const options = { repository: parseRepository("/srv/docs"), branch: "copydesk/job_1" };
  const result = { stdout: Buffer.from(report), stderr: "", code: 1, ended: "exit", proof: "none" } as const;
  expect(() => readPushResult(options as never, result as never)).toThrow(
    /unpacker error\. Let Copydesk's user write to that repository/,
  );
});
