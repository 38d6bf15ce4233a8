import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  addJob,
  addProject,
  feedbackOf,
  headCommit,
  rowOf,
  type SceneJob,
} from "../../../test/helpers/feedback-scene.ts";
import { createScriptedHost } from "../../../test/helpers/scripted-host.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/helpers/test-database.ts";
import type { FeedbackQuery, PullRequestRef } from "../../code-hosts/types.ts";
import type { FeedbackEvent } from "../../code-hosts/webhook-types.ts";
import { AppError } from "../../errors.ts";
import { storeDelivery } from "../../feedback/receive-delivery.ts";
import { toToldEvent } from "../../feedback/to-told-event.ts";
import { createLog } from "../../log.ts";
import { refreshPullRequests } from "./refresh-pull-requests.ts";

let store: TestDatabase;
const log = createLog({ level: "silent", pretty: false });
const all = { feedback: { followUps: "all" } } as const;

beforeAll(async () => {
  store = await createTestDatabase();
});

beforeEach(() => store.database.pool.query("truncate projects cascade"));

afterAll(() => store.drop());

const comment = (id: string, text = "Shorter?"): FeedbackEvent => ({
  ...{ kind: "comment", number: 0, id, author: "writer", text },
  url: `https://git.example/#${id}`,
});

/** One round of one worker with a host that knows these; returns what the host was asked. */
async function round(
  listFeedback: (query: FeedbackQuery) => Promise<FeedbackEvent[]>,
  state: PullRequestRef["state"] = "open",
): Promise<FeedbackQuery[]> {
  const queries: FeedbackQuery[] = [];
  const host = createScriptedHost({
    getPullRequest: async (number) => ({ number, url: "u", state, branch: "b" }),
    async listFeedback(query) {
      queries.push(query);
      const events = await listFeedback(query);
      return events.map((event) => ("number" in event ? { ...event, number: query.number } : event));
    },
  });
  const { database } = store;
  await refreshPullRequests({ database, log, openProjectHost: host.openProjectHost }, []);
  return queries;
}

async function deliver(job: SceneJob, event: Parameters<typeof toToldEvent>[0]): Promise<void> {
  const deliveryId = `${Math.random()}`;
  await storeDelivery(store.database, {
    projectId: job.projectId,
    deliveryId,
    bodyHash: Buffer.from(deliveryId),
    events: [toToldEvent(event, "docs-bot")!],
  });
}

async function letPass(seconds: number): Promise<void> {
  await store.database.pool.query(
    `update jobs set pull_request_checked_at = pull_request_checked_at - make_interval(secs => $1),
       feedback_asked_at = feedback_asked_at - make_interval(secs => $1)`,
    [seconds],
  );
}

const texts = async (job: SceneJob) => (await feedbackOf(store.database, job)).map(({ said }) => said.text);

/** Minutes between now and the time from which the host was asked. */
const minutesAsked = ([query]: FeedbackQuery[]) =>
  query === undefined ? null : Math.round((Date.now() - query.since.getTime()) / 60_000);

describe("without deliveries", () => {
  test("comments and failed checks of an open pull request are asked for, and stored once", async () => {
    const job = await addJob(store.database, await addProject(store.database, all));
    const check: FeedbackEvent = {
      kind: "check_failed",
      branch: job.branch,
      commit: headCommit,
      name: "docs/build",
      text: "2 broken links",
      url: "",
    };
    const queries = await round(async () => [comment("1"), comment("2", "Longer?"), check]);
    expect(queries).toEqual([
      { number: job.number, branch: job.branch, since: expect.any(Date), checkedCommit: headCommit },
    ]);
    expect(await texts(job)).toEqual(["Shorter?", "Longer?", "2 broken links"]);
    await letPass(301);
    expect(await round(async () => [comment("1"), comment("2", "Longer?"), check])).toHaveLength(1);
    expect(await texts(job)).toHaveLength(3);
  });

  test("Copydesk's own comments are ignored, those of its account count, and without a mention only a project that wants all gets them", async () => {
    const mentions = { feedback: { followUps: "mentions" } } as const;
    const job = await addJob(store.database, await addProject(store.database, mentions));
    await round(async () => [
      comment("1", "@copydesk no\n\n<!-- copydesk:topic=follow-up-2 -->"),
      comment("2", "nice"),
      { ...comment("3", "@docs-bot shorter"), author: "docs-bot" } as FeedbackEvent,
    ]);
    expect(await texts(job)).toEqual(["@docs-bot shorter"]);
  });

  test("only feedback from then on counts if a project begins to want follow-ups", async () => {
    const projectId = await addProject(store.database);
    const job = await addJob(store.database, projectId, { created_at: new Date(Date.now() - 3_600_000) });
    expect(await round(async () => [comment("1")])).toEqual([]);
    await store.database.pool.query("update projects set settings = $1", [JSON.stringify(all)]);
    await letPass(301);
    expect(minutesAsked(await round(async () => [comment("2")]))).toBe(10);
    expect(await texts(job)).toEqual(["Shorter?"]);
  });

  test("a host is asked from the job's beginning on, and after a failure from the same time on", async () => {
    await addJob(store.database, await addProject(store.database, all), {
      created_at: new Date(Date.now() - 3_600_000),
    });
    const refused = () => Promise.reject(new AppError("code_host_forbidden", "no scope"));
    expect(minutesAsked(await round(refused))).toBe(65);
    await letPass(301);
    const away = () => Promise.reject(new AppError("code_host_unavailable", "away"));
    expect(minutesAsked(await round(away))).toBe(65);
    await letPass(601);
    expect(minutesAsked(await round(async () => []))).toBe(65);
    await letPass(301);
    expect(minutesAsked(await round(async () => []))).toBe(10);
  });

  test("credentials that may not read comments still report the state in time", async () => {
    const job = await addJob(store.database, await addProject(store.database, all));
    await round(() => Promise.reject(new AppError("code_host_forbidden", "no scope")));
    expect(await rowOf(store.database, job, "pull_request_check_failures as n")).toEqual({ n: 0 });
  });

  test.each(["merged", "closed"] as const)("nobody asks about feedback on a %s one", async (state) => {
    await addJob(store.database, await addProject(store.database, all));
    expect(await round(async () => [comment("1")], state)).toEqual([]);
  });
});

describe("with deliveries", () => {
  test("a review without its text is asked for, known feedback is stored once, and checks are not asked for", async () => {
    const job = await addJob(store.database, await addProject(store.database, all), {
      created_at: new Date(Date.now() - 3_600_000),
    });
    await deliver(job, { ...comment("1"), number: job.number } as FeedbackEvent);
    expect(await round(async () => [])).toEqual([]);
    await deliver(job, { kind: "review", number: job.number });
    const queries = await round(async () => [comment("1"), comment("2", "Longer?")]);
    expect(queries).toMatchObject([{ number: job.number, checkedCommit: null }]);
    expect(minutesAsked(queries)).toBe(5);
    expect(await texts(job)).toEqual(["Shorter?", "Longer?"]);
    await letPass(86_400);
    expect(await round(async () => [])).toEqual([]);
  });

  test("a review of a pull request without a job changes nothing", async () => {
    const job = await addJob(store.database, await addProject(store.database, all));
    await deliver(job, { kind: "review", number: job.number + 100_000 });
    expect(await round(async () => [comment("1")])).toEqual([]);
  });

  test("a host that does not report checks is asked about them if a project wants to know", async () => {
    const [wants, wantsNot] = [
      await addJob(store.database, await addProject(store.database, all)),
      await addJob(store.database, await addProject(store.database)),
    ];
    await store.database.pool.query("update projects set host = 'bitbucket-data-center'");
    for (const job of [wants, wantsNot]) await deliver(job, { kind: "review", number: 100_000 });
    const queries = await round(async () => []);
    expect(queries).toMatchObject([{ number: wants.number, checkedCommit: headCommit }]);
  });
});
