import { expect } from "vitest";
import { type ChecksReport, ownCheck } from "../../src/code-hosts/checks-report.ts";
import type { HostScene, SceneCheck } from "../helpers/code-hosts/scene.ts";
import type { ContractCase } from "./contract-case.ts";
import { openForFeedback } from "./open-for-feedback.ts";
import { branch, jobId } from "./pull-request-draft.ts";

const url = "https://docs.example.com/projects/prj_1/jobs/job_1";

async function open(scene: HostScene) {
  const { number, commit, ask } = await openForFeedback(scene);
  const connection = scene.module.connect(scene.options());
  const report: ChecksReport = {
    ...{ number, branch, commit, jobId, url },
    ...{ title: "0 new problems, 3 fixed", isClean: true, annotations: [] },
  };
  const publish = (more: Partial<ChecksReport> = {}) => connection.publishChecks!({ ...report, ...more });
  const state = () => connection.readChecks!({ number, branch, commit });
  return { number, commit, ask, publish, state, shown: () => scene.shownChecks!(commit) };
}

export const reportCases: ContractCase[] = [
  {
    name: "the report of the checks is shown once with the commit, however often it is said",
    needs: "allChecks",
    run: async (scene) => {
      const { publish, shown } = await open(scene);
      await publish();
      await publish();
      expect(shown()).toEqual([
        {
          ...{ name: ownCheck, text: "0 new problems, 3 fixed", url },
          state: expect.stringMatching(/^succe/i),
        },
      ]);
    },
  },
  {
    name: "after an answer that was lost the report is there once",
    needs: "allChecks",
    run: async (scene) => {
      const { publish, shown } = await open(scene);
      scene.fail({ when: ({ method }) => method === "POST", after: "drop" });
      await publish().catch(() => undefined);
      await publish();
      expect(shown()).toHaveLength(1);
    },
  },
  {
    name: "a change that brings problems which hold nothing back does not fail",
    needs: "allChecks",
    run: async (scene) => {
      const { publish, shown, ask, commit } = await open(scene);
      const annotations = [{ path: "index.md", line: 1, rule: "image-alt", message: "No alternative text." }];
      await publish({ title: "1 new problem, 0 fixed", isClean: false, annotations });
      expect(shown()).toMatchObject([{ text: "1 new problem, 0 fixed" }]);
      expect(shown()[0]!.state).toMatch(/^(succe|neutral)/i);
      expect(await ask({ checkedCommit: commit })).toEqual([]);
    },
  },
  {
    name: "the report is not among the checks that a merge waits for",
    needs: "allChecks",
    run: async (scene) => {
      const { publish, state, commit } = await open(scene);
      const check = (reported: SceneCheck["state"]): void =>
        scene.setCheck!({ kind: "check", branch, commit, name: "docs/build", state: reported, text: "" });
      await publish();
      expect(await state()).toBe("none");
      check("running");
      expect(await state()).toBe("pending");
      await publish({ title: "0 new problems, 0 fixed" });
      check("failed");
      expect(await state()).toBe("failed");
      check("passed");
      expect(await state()).toBe("green");
    },
  },
  {
    name: "credentials that may not report the checks are told so",
    needs: "withheldReports",
    run: async (scene) => {
      const { publish, shown } = await open(scene);
      scene.withholdReporting!();
      const { code } = await publish().then(
        () => ({ code: "taken" }),
        (error: { code: string }) => error,
      );
      expect(["code_host_forbidden", "code_host_unauthorized"]).toContain(code);
      expect(shown()).toEqual([]);
    },
  },
];
