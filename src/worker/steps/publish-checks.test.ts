import { expect, test } from "vitest";
import type { ChecksReport } from "../../code-hosts/checks-report.ts";
import { AppError, type ErrorCode } from "../../errors.ts";
import type { Edited, Run } from "../run.ts";
import { publishChecks } from "./publish-checks.ts";

const warning = { rule: "image-alt", path: "index.md", line: 3, column: 1, message: "No text: s3cret." };
const edited = { checks: { new: [], warnings: [warning] } } as unknown as Edited;
const pushed = { commit: "c".repeat(40), fork: null, compareUrl: null };
const page = "https://docs.example.com/projects/prj_1/jobs/job_1";

/** A turn whose checks found one problem that holds nothing back; `refusal` is the host's answer. */
function scene(refusal?: ErrorCode) {
  const reports: ChecksReport[] = [];
  const logged: string[] = [];
  const connection = {
    async publishChecks(report: ChecksReport) {
      if (refusal !== undefined) throw new AppError(refusal, "The host refused.");
      reports.push(report);
    },
  };
  const run = {
    job: { id: "job_1", branch: "copydesk/job_1" },
    checks: { new: 0, fixed: 3, preexisting: 7, warnings: 1 },
    pullRequest: { number: 4, url: "https://host.example.com/pulls/4" },
    gate: { mask: async (text: string) => text.replace("s3cret", "[masked]") },
    log: { info: () => logged.push("info"), warn: () => logged.push("warn") },
    signal: new AbortController().signal,
    host: () => ({ connection, jobPage: () => page }),
  };
  return { run: run as unknown as Run, reports, logged };
}

test("the report counts problems that hold nothing back, with their location, and passes the gate", async () => {
  const { run, reports } = scene();
  await publishChecks(run, edited, pushed);
  expect(reports).toEqual([
    {
      ...{ number: 4, branch: "copydesk/job_1", commit: pushed.commit, jobId: "job_1", url: page },
      ...{ title: "1 new problem, 3 fixed", isClean: false },
      annotations: [{ path: "index.md", line: 3, rule: "image-alt", message: "No text: [masked]." }],
    },
  ]);
});

test("a branch in a fork gets no report", async () => {
  const { run, reports } = scene();
  const fork = { repository: "https://host.example.com/bot/docs.git", owner: "bot" };
  await publishChecks(run, edited, { ...pushed, fork });
  expect(reports).toEqual([]);
});

test.each([
  ["code_host_forbidden", "info"],
  ["code_host_unavailable", "warn"],
] as const)("a host that answers %s does not make the job fail", async (code, level) => {
  const { run, logged } = scene(code);
  await publishChecks(run, edited, pushed);
  expect(logged).toEqual([level]);
});
