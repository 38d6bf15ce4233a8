import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  addJob,
  addProject,
  eventKinds,
  headCommit,
  type SceneJob,
  stateOf,
} from "../../../test/helpers/feedback-scene.ts";
import { createScriptedHost, type HostScript } from "../../../test/helpers/scripted-host.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/helpers/test-database.ts";
import type { CheckState } from "../../code-hosts/combine-checks.ts";
import type { MergeInput, ReviewState } from "../../code-hosts/types.ts";
import { AppError } from "../../errors.ts";
import { createLog } from "../../log.ts";
import { createKnownSecrets } from "../../outgoing/known-secrets.ts";
import { loadMergeNote } from "../../pull-requests/claim-care.ts";
import type { ProjectSettings } from "../../store/project-settings.ts";
import { careForPullRequests } from "./care-for-pull-requests.ts";

let store: TestDatabase;
const log = createLog({ level: "silent", pretty: false });
const signal = new AbortController().signal;

const open: ReviewState = {
  ...{ state: "open", headCommit, baseRef: "main", mergeable: true, conflicts: [] },
  ...{ methods: ["merge", "squash"], approvals: 0, canApprove: true, draft: false, why: null },
};

beforeAll(async () => {
  store = await createTestDatabase();
});

beforeEach(() => store.database.pool.query("truncate projects cascade"));

afterAll(() => store.drop());

interface Seen {
  review?: Partial<ReviewState>;
  checks?: CheckState | AppError;
  comment?: HostScript["comment"];
  merge?: () => Promise<{ mergeCommit: string | null }>;
}

function scene(seen: Seen = {}) {
  const merged: MergeInput[] = [];
  const unexpected = async () => {
    throw new Error("nobody expected this call");
  };
  const host = createScriptedHost({
    ...(seen.comment && { comment: seen.comment }),
    async readChecks() {
      const { checks = "green" } = seen;
      if (checks instanceof AppError) throw checks;
      return checks;
    },
    review: {
      ...{ approve: unexpected, close: unexpected },
      read: async () => ({ ...open, ...seen.review }),
      async merge(_number, input) {
        merged.push(input);
        return (await seen.merge?.()) ?? { mergeCommit: "d".repeat(40) };
      },
    },
  });
  const { database } = store;
  const deps = { database, log, knownSecrets: createKnownSecrets(), openProjectHost: host.openProjectHost };
  return { host, merged, look: () => careForPullRequests(deps, signal) };
}

/** As if this much time had passed since anything happened. */
async function letPass(hours: number): Promise<void> {
  const back = "make_interval(hours => $1)";
  await store.database.pool.query(`update jobs set updated_at = updated_at - ${back}`, [hours]);
  await store.database.pool.query(`update pull_request_care set looked_at = looked_at - ${back}`, [hours]);
}

async function jobIn(
  settings: ProjectSettings,
  columns: Parameters<typeof addJob>[2] = {},
): Promise<SceneJob> {
  const changed = JSON.stringify({ files: 1, lines: 10, paths: ["docs/guide.md"] });
  return await addJob(store.database, await addProject(store.database, settings), { changed, ...columns });
}

const merging: ProjectSettings = {
  pullRequests: { autoMerge: { maxFiles: 2, maxLines: 20, paths: ["docs/**"] } },
};

describe("an inactive pull request", () => {
  test("is reminded of once, after three days if it belongs to a topic", async () => {
    const { host, look } = scene();
    const job = await jobIn({}, { topic: "orders" });
    await look();
    await letPass(71);
    await look();
    expect(host.comments.size).toBe(0);
    await letPass(2);
    await Promise.all([look(), look(), look()]);
    expect([...host.comments]).toEqual([
      [`${job.number} reminder`, expect.stringContaining("Nothing has happened here for 3 days.")],
    ]);
    host.comments.clear();
    for (let day = 0; day < 9; day += 1) {
      await letPass(24);
      await look();
    }
    expect(host.comments.size).toBe(0);
  });

  test("of other jobs is reminded of when the project says, and never with 0", async () => {
    const { host, look } = scene();
    await jobIn({});
    await jobIn({ pullRequests: { reminderAfterDays: 0 } }, { topic: "orders" });
    const job = await jobIn({ pullRequests: { reminderAfterDays: 1 } });
    await letPass(25);
    await look();
    expect([...host.comments.keys()]).toEqual([`${job.number} reminder`]);
  });

  test("is tried again if the host could not be reached", async () => {
    let isAway = true;
    const comment = async () => {
      if (isAway) throw new AppError("code_host_unavailable", "away");
    };
    const { host, look } = scene({ comment });
    await jobIn({ pullRequests: { reminderAfterDays: 1 } });
    await letPass(25);
    await look();
    isAway = false;
    await look();
    expect(host.comments.size).toBe(0);
    await letPass(1);
    await look();
    expect(host.comments.size).toBe(1);
  });
});

test("a conflict is reported once for each commit, with its files", async () => {
  const seen: Seen = {
    review: { mergeable: false, conflicts: ["docs/a.md"], why: "It conflicts with main." },
  };
  const said: string[] = [];
  const { look } = scene({ ...seen, comment: async (_number, { body }) => void said.push(body) });
  await jobIn({}, { topic: "orders" });
  for (let hour = 0; hour < 3; hour += 1) {
    await look();
    await letPass(1);
  }
  expect(said).toEqual([expect.stringContaining("conflicts with `main` in `docs/a.md`")]);
  Object.assign(seen.review!, { headCommit: "e".repeat(40) });
  await look();
  expect(said).toHaveLength(2);
});

describe("an automatic merge", () => {
  test("happens once, with the project's title, and is recorded as the service's", async () => {
    const { merged, look } = scene();
    const { pullRequests } = merging;
    const settings = { pullRequests: { ...pullRequests, squashTitle: "docs: {{title}} (#{{number}})" } };
    const job = await jobIn(settings, { title: "Say total" });
    await Promise.all([look(), look()]);
    await letPass(1);
    await look();
    expect(merged).toEqual([
      {
        method: "squash",
        headCommit,
        title: `docs: Say total (#${job.number})`,
        message: `Copydesk-Job: ${job.id}`,
      },
    ]);
    expect(await stateOf(store.database, job)).toBe("merged");
    expect(await eventKinds(store.database, job)).toEqual(["pull_request_state"]);
    const { rows } = await store.database.pool.query(
      "select action, author from audit_log where project_id = $1",
      [job.projectId],
    );
    expect(rows).toEqual([{ action: "pull_request.merged", author: { kind: "service" } }]);
  });

  test("is found and recorded if the worker died right after it", async () => {
    let isDead = true;
    const { look } = scene({
      async merge() {
        if (isDead) throw new Error("killed");
        return { mergeCommit: null };
      },
    });
    const job = await jobIn(merging);
    await look();
    expect(await stateOf(store.database, job)).toBe("open");
    isDead = false;
    await letPass(1);
    await look();
    expect(await stateOf(store.database, job)).toBe("merged");
  });

  test("reports that checks cannot be read, and looks again", async () => {
    const seen: Seen = { checks: new AppError("code_host_forbidden", "No scope.") };
    const { look, merged } = scene(seen);
    const job = await jobIn(merging);
    await look();
    expect(await loadMergeNote(store.database, job.id)).toBe("the host's checks cannot be read: No scope.");
    seen.checks = "green";
    await letPass(1);
    await look();
    expect(merged).toHaveLength(1);
  });

  const changed = (files: number, lines: number, ...paths: string[]) => ({
    changed: JSON.stringify({ files, lines, paths }),
  });

  test.each([
    ["the project does not want it", {}, {}, {}, null],
    ["its checks have not ended", merging, { checks: "pending" }, {}, "the host's checks have not ended"],
    ["its checks have failed", merging, { checks: "failed" }, {}, "the host's checks have failed"],
    ["nobody has checked it", merging, { checks: "none" }, {}, "the host has reported no checks"],
    [
      "others have pushed",
      merging,
      { review: { headCommit: "f".repeat(40) } },
      {},
      "others have pushed to its branch",
    ],
    ["it is a draft", merging, { review: { draft: true } }, {}, "it is a draft"],
    [
      "the host says no",
      merging,
      { review: { mergeable: false, why: "A review is missing." } },
      {},
      "A review is missing.",
    ],
    [
      "it has too many files",
      merging,
      {},
      changed(3, 3, "docs/a.md"),
      "it changes 3 files, and 2 are allowed",
    ],
    [
      "it has too many lines",
      merging,
      {},
      changed(1, 21, "docs/a.md"),
      "it changes 21 lines, and 20 are allowed",
    ],
    [
      "it changes another path",
      merging,
      {},
      changed(2, 2, "docs/a.md", "ci.yml"),
      "it changes ci.yml, which no path of the setting has",
    ],
    ["its size is not known", merging, {}, { changed: null }, "the size of its change is not known"],
    [
      "it brings problems",
      merging,
      {},
      { checks: '{"new":1,"fixed":0,"preexisting":0}' },
      "its change brings problems",
    ],
    ["a turn is under way", merging, {}, { status: "active", reason: "running" }, null],
  ] as [string, ProjectSettings, Seen, Record<string, unknown>, string | null][])(
    "does not happen if %s",
    async (_why, settings, seen, columns, note) => {
      const { merged, look } = scene(seen);
      const job = await jobIn(settings, columns);
      await look();
      expect(merged).toEqual([]);
      expect(await stateOf(store.database, job)).toBe("open");
      expect(await loadMergeNote(store.database, job.id)).toBe(note);
    },
  );
});
