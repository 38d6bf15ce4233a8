import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("writes warnings and worse, as the log itself does, with its fields and masks", async () => {
  const script = `
    const { createCommandLog } = await import(${JSON.stringify(new URL("create-command-log.ts", import.meta.url))});
    const log = createCommandLog({ pretty: false });
    log.info("no");
    log.warn({ password: "p" }, "one");
    log.child({ job: "j" }).error("two");`;
  const { stderr } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
  const lines = stderr.trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, password: "[redacted]", msg: "one" },
    { level: 50, job: "j", msg: "two" },
  ]);
});
