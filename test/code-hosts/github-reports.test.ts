import { afterEach, beforeEach, expect, test } from "vitest";
import type { ChecksReport } from "../../src/code-hosts/checks-report.ts";
import { type GithubScene, startGithubScene } from "../helpers/code-hosts/github-scene.ts";
import { openForFeedback } from "./open-for-feedback.ts";
import { branch, jobId, writes } from "./pull-request-draft.ts";

let scene: GithubScene;

beforeEach(async () => {
  scene = await startGithubScene({ credentials: "app" });
});
afterEach(async () => {
  await scene.close();
  expect(scene.differences).toEqual([]);
});

const annotations = [
  { path: "index.md", line: 3, rule: "image-alt", message: "The image has no alternative text." },
];

test("an App's report is a check run with what the change brings beside its lines", async () => {
  const { number, commit } = await openForFeedback(scene);
  const report: ChecksReport = {
    ...{ number, branch, commit, jobId, annotations, isClean: false },
    ...{ title: "1 new problem, 0 fixed", url: "https://docs.example.com/jobs/1" },
  };
  const { publishChecks } = scene.module.connect(scene.options());
  await publishChecks!(report);
  expect(writes(scene).at(-1)!.body).toMatchObject({
    ...{ head_sha: commit, external_id: jobId, conclusion: "neutral" },
    output: {
      title: "1 new problem, 0 fixed",
      annotations: [
        {
          ...{ path: "index.md", start_line: 3, end_line: 3, annotation_level: "warning" },
          ...{ title: "image-alt", message: "The image has no alternative text." },
        },
      ],
    },
  });
  const before = writes(scene).length;
  await publishChecks!(report);
  expect(writes(scene)).toHaveLength(before);
});

test("a run of the same name that another job has made does not count as the report", async () => {
  const { number, commit } = await openForFeedback(scene);
  const report: ChecksReport = {
    ...{ number, branch, commit, jobId, annotations: [], isClean: true },
    ...{ title: "0 new problems, 1 fixed", url: "https://docs.example.com/jobs/1" },
  };
  const { publishChecks } = scene.module.connect(scene.options());
  await publishChecks!({ ...report, jobId: "job_another" });
  await publishChecks!(report);
  expect(scene.state.runs.map(({ made }) => made?.externalId)).toEqual(["job_another", jobId]);
});
