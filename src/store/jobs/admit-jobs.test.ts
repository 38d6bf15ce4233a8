import { expect, test } from "vitest";
import { admitJobs } from "./admit-jobs.ts";
import type { NewJob } from "./new-job.ts";
import type { KeptAnswer, ProjectState } from "./read-create-state.ts";

const createdAt = new Date("2026-11-21T09:30:00Z");

function project(id: string, used: number, model: string | null = null): [string, ProjectState] {
  const repository = "https://example.com/docs";
  return [
    id,
    { id, repository, ref: "main", model, models: null, used, resetSeconds: 60, usedAt: "x", createdAt },
  ];
}

let jobs = 0;

function job(projectId: string, more: Partial<NewJob> = {}): NewJob {
  jobs += 1;
  const id = `job_${jobs}`;
  return {
    ...{
      id,
      projectId,
      apiKeyId: null,
      author: { kind: "service" },
      prompt: "x",
      ref: null,
      model: null,
      defaultModel: "copydesk/chores",
    },
    ...{ mode: "pull_request", asDraft: false, paths: [], budget: {}, metadata: {} },
    ...{ branch: `copydesk/${id}`, idempotency: null, toAnswer: (row) => row.id },
    ...more,
  };
}

function keyed(projectId: string, key: string, body: string): NewJob {
  return job(projectId, { idempotency: { key, requestHash: Buffer.from(body) } });
}

function kinds(newJobs: NewJob[], projects: [string, ProjectState][], answers: [string, KeptAnswer][] = []) {
  const { outcomes, admitted } = admitJobs(newJobs, new Map(projects), new Map(answers), new Map());
  return { kinds: outcomes.map((outcome) => outcome.kind), admitted: admitted.length, outcomes };
}

test("a batch gets exactly what is left of the limit, in order, each project for itself", () => {
  const batch = [job("a"), job("b"), job("a"), job("a")];
  const { outcomes, ...rest } = kinds(batch, [project("a", 98), project("b", 100)]);
  expect(rest).toEqual({ kinds: ["created", "limited", "created", "limited"], admitted: 2 });
  expect(outcomes.map((outcome) => "uses" in outcome && outcome.uses.left)).toEqual([1, 0, 0, 0]);
});

test("a project that is not there refuses its own jobs only", () => {
  expect(kinds([job("a"), job("gone")], [project("a", 0)]).kinds).toEqual(["created", "project_missing"]);
});

test("one key in one batch makes one job; another body with it is refused", () => {
  const batch = [keyed("a", "k", "1"), keyed("a", "k", "1"), keyed("a", "k", "2"), keyed("b", "k", "2")];
  const { kinds: found, outcomes } = kinds(batch, [project("a", 0), project("b", 0)]);
  expect(found).toEqual(["created", "replayed", "key_reused", "created"]);
  expect(outcomes[1]).toMatchObject({ jobId: batch[0]?.id, answer: batch[0]?.id });
});

test("a replay is answered although the limit is reached, and uses nothing", () => {
  const kept = { requestHash: Buffer.from("1"), jobId: "job_old", answer: "old" };
  const { outcomes, admitted } = kinds([keyed("a", "k", "1")], [project("a", 100)], [["a k", kept]]);
  expect(outcomes).toEqual([
    {
      kind: "replayed",
      jobId: "job_old",
      answer: "old",
      uses: { policy: "create", limit: 100, left: 0, resetSeconds: 60 },
    },
  ]);
  expect(admitted).toBe(0);
});

test("a refused create keeps nothing for its key", () => {
  expect(kinds([keyed("a", "k", "1"), keyed("a", "k", "2")], [project("a", 100)]).kinds).toEqual([
    "limited",
    "limited",
  ]);
});

test.each([
  ["openai/x", "anthropic/y", "openai/x"],
  [null, "anthropic/y", "anthropic/y"],
  [null, null, "copydesk/chores"],
])("a job that asks for %s in a project with %s runs on %s", (asked, ofProject, expected) => {
  const { admitted } = admitJobs(
    [job("a", { model: asked })],
    new Map([project("a", 0, ofProject)]),
    new Map(),
    new Map(),
  );
  expect(admitted[0]?.row.model).toBe(expected);
});
