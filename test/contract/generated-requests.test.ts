import { randomInt } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runsAll } from "../helpers/skip-unless.ts";
import { brokenCases } from "./broken-cases.ts";
import { createAnswerChecker } from "./check-answer.ts";
import { listOperations, type Operation } from "./description.ts";
import type { Case, Draft } from "./draft.ts";
import { createJobStates } from "./job-states.ts";
import { type Runner, runDraft } from "./run-case.ts";
import { createSender } from "./send-request.ts";
import { sequences } from "./sequences.ts";
import { specialCases } from "./special-cases.ts";
import { type ContractScene, startContractScene } from "./start-contract-scene.ts";
import { validDrafts } from "./valid-drafts.ts";
import { wildCases } from "./wild-cases.ts";

const full = process.env.COPYDESK_FULL_FAULTS === "1";
const times = full
  ? { valid: 50, broken: 6, wild: 40, sequence: 5 }
  : { valid: runsAll ? 5 : 1, broken: 1, wild: 1, sequence: 1 };

// What people and their tools manage is tested beside its routes; `src/server/permissions.test.ts` goes over
// all operations.
const tagsOfJobs = new Set(["Jobs", "Results", "Models", "Code host", "Service"]);

let scene: ContractScene;
let runner: Runner;
let operations: Operation[];
let requests = 0;

beforeAll(async () => {
  scene = await startContractScene();
  operations = listOperations(scene.description).filter(({ tags }) => tagsOfJobs.has(tags[0]!));
  const jobs = await scene.query("select id, status, reason from jobs where project_id = $1", [
    scene.project.id,
  ]);
  runner = {
    sender: createSender(scene.url),
    projectId: scene.project.id,
    check: createAnswerChecker(scene.description),
    states: createJobStates(jobs as { id: string; status: string; reason: string }[]),
    failures: [],
    seen: new Map(),
  };
});

afterAll(async () => {
  runner?.sender.close();
  await scene?.stop();
});

const findOperation = (id: string) => operations.find(({ operationId }) => operationId === id) as Operation;
const goodDrafts = (operation: Operation) => validDrafts(scene.description, operation, scene.project.key);

function listCases(operation: Operation): (Case & { times: number })[] {
  const good = goodDrafts(operation);
  // Deliveries are believed by a signature, which the document cannot say.
  const isSigned = operation.requestBody?.content["*/*"] !== undefined;
  const valid: Case[] = isSigned ? [] : [{ what: "a good request", drafts: good, expected: "by state" }];
  const special = specialCases(scene, operation, good);
  return [
    ...valid.map((one) => ({ ...one, times: times.valid })),
    ...special.map((one) => ({ ...one, times: times.broken })),
    ...brokenCases(scene, operation, good).map((one) => ({ ...one, times: times.broken })),
    ...wildCases(good).map((one) => ({ ...one, times: times.wild })),
  ];
}

interface Run {
  operation: Operation;
  one: Case;
  draft: Draft;
}

/** All that is sent with a seed, mixed, so that operations meet jobs in every state. */
function listRuns(seed: number): Run[] {
  const runs = operations.flatMap((operation) =>
    listCases(operation).flatMap((one, index) =>
      fc
        .sample(one.drafts, { seed: seed + index, numRuns: one.times })
        .map((draft) => ({ operation, one, draft })),
    ),
  );
  const order = fc.sample(fc.double({ noNaN: true, min: 0, max: 1, noDefaultInfinity: true }), {
    seed,
    numRuns: runs.length,
  });
  return runs
    .map((run, index) => ({ run, at: order[index] ?? 0 }))
    .sort((a, b) => a.at - b.at)
    .map(({ run }) => run);
}

const seeds = runsAll ? [20_261_121, randomInt(2 ** 31)] : [20_261_121];

test.each(seeds)(
  "whatever is sent, the answer is one that the document describes (seed %i)",
  async (seed) => {
    const before = runner.failures.length;
    for (const { operation, one, draft } of listRuns(seed)) {
      // The limits are met on purpose elsewhere.
      if (requests % 50 === 0) await scene.query("delete from rate_uses");
      await runDraft(runner, operation, one.what, draft, one.expected);
      requests += 1;
    }
    expect(runner.failures.slice(before)).toEqual([]);
    expect([scene.isAlive(), scene.log()]).toEqual([true, ""]);
  },
);

test.each(seeds)(
  "requests that follow each other are answered as the document says (seed %i)",
  async (seed) => {
    const before = runner.failures.length;
    for (const { operationId, what, run } of sequences(scene)) {
      for (const draft of fc.sample(goodDrafts(findOperation(operationId)), {
        seed,
        numRuns: times.sequence,
      })) {
        const wrong = await run(
          (next, expected, id = operationId) => {
            requests += 1;
            return runDraft(runner, findOperation(id), what, next, expected);
          },
          { ...draft, suits: true },
        );
        runner.failures.push(...wrong.map((text) => `${operationId}, ${what}: ${text}`));
      }
    }
    expect(runner.failures.slice(before)).toEqual([]);
  },
);

// Other tests hold them: they need a store that is away, a client that is slow, many requests at once, a dead
// worker, a month that is used up, a job that ended months ago, or a session.
const notProvoked = new Set([
  ...["internal_error", "unavailable", "request_timeout", "idempotency_in_flight"],
  ...["too_many_streams", "patch_pending", "budget_exceeded", "transcript_expired"],
  ...["insufficient_permission", "cross_site_request"],
]);

test("every answer that the document describes has been given", () => {
  const described = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses).flatMap(([status, { content }]) => {
      const codes = Object.keys(content?.["application/problem+json"]?.examples ?? {});
      if (codes.length === 0) return [`${operationId} ${status}`];
      return codes.filter((code) => !notProvoked.has(code)).map((code) => `${operationId} ${status} ${code}`);
    }),
  );
  expect(described.filter((key) => !runner.seen.has(key))).toEqual([]);
});

test("the type of every problem leads to its entry on the instance", async () => {
  const codes = new Set([...runner.seen.keys()].flatMap((key) => key.split(" ")[2] ?? []));
  for (const code of codes) {
    const entry = await fetch(`${scene.url}/errors/${code}`);
    expect([entry.status, await entry.json()]).toEqual([200, expect.objectContaining({ code })]);
  }
  const good = [...runner.seen]
    .filter(([key]) => / [23]\d\d$/.test(key))
    .reduce((sum, [, count]) => sum + count, 0);
  console.log(
    `${operations.length} operations, ${requests} requests (${good} accepted, ${requests - good} refused with ${codes.size} codes), ${runner.failures.length} failures; seeds ${seeds.join(" and ")}`,
  );
});
