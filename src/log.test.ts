import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const source = join(import.meta.dirname, "log.ts");

/** Returns what a process that runs these statements with a log writes to standard error. */
async function linesOf(statements: string, level = "info"): Promise<Record<string, unknown>[]> {
  const script = `
    import { createLog } from ${JSON.stringify(source)};
    import { currentLogFields } from ${JSON.stringify(join(import.meta.dirname, "telemetry/current.ts"))};
    const log = createLog({ level: ${JSON.stringify(level)}, pretty: false });
    ${statements}`;
  const { stderr } = await run(process.execPath, ["--input-type=module", "--eval", script]);
  return stderr
    .split("\n")
    .filter(Boolean)
    .map((line) => ({ ...JSON.parse(line), time: 0, text: line }));
}

const fields = JSON.stringify({ requestId: "req_1", path: '/"ü\n', status: 200, ms: 1.3 });

test("a masked line is the line that the logger would write", async () => {
  const lines = await linesOf(`
    currentLogFields.run({ job: "job_1" }, () => {
      log.info({ ...${fields}, gone: undefined }, "request");
      log.masked.lines.info({ ...${fields}, gone: undefined }, "request");
    });`);
  const [usual, masked] = lines.map(({ text }) => String(text).replace(/"time":\d+/, ""));
  expect(masked).toBe(usual);
  expect(lines[0]).toMatchObject({ job: "job_1", path: '/"ü\n', msg: "request" });
});

test("masked lines follow the log's level", async () => {
  const lines = await linesOf(`log.masked.lines.info({}, "request"); log.warn("said");`, "warn");
  expect(lines.map(({ msg }) => msg)).toEqual(["said"]);
});
