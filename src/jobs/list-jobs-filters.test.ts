import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestProject, type TestServer } from "../../test/helpers/test-server.ts";
import { listJobs, type listJobsInput, seenJobsMax } from "./list-jobs.ts";

let server: TestServer;
let project: TestProject;

interface Facts {
  id: string;
  status: string;
  reason: string;
  model: string;
  baseRef: string | null;
  branch: string;
  author: Record<string, string>;
  createdAt: string;
  metadata: Record<string, string>;
  labels: string[];
  prompt: string;
  title: string | null;
  chosenTitle: string | null;
  pullRequest: "open" | "merged" | "closed" | null;
}

const words = ["Webhook", "guide", "50%", "a_b", "back\\slash", "Übersicht", "docs/api.md"];
const authors = [
  { kind: "api_key", id: "k3Jx9QaZ", name: "ci" },
  { kind: "code_host", host: "github", name: "ada" },
  { kind: "service" },
] as const;
const reasons = { active: "queued", completed: "no_changes", failed: "cancelled", archived: "timed_out" };
const statuses = ["active", "completed", "failed", "archived"] as const;

const anyFacts = fc.record({
  status: fc.constantFrom(...statuses),
  model: fc.constantFrom("openai/x", "anthropic/y"),
  baseRef: fc.constantFrom("main", "v2", null),
  author: fc.constantFrom(...authors),
  at: fc.integer({ min: 0, max: 9 }),
  metadata: fc.constantFrom<Record<string, string>[]>(
    {},
    { ticket: "DOC-17" },
    { ticket: "DOC-18", team: "docs" },
  ),
  labels: fc.constantFrom<string[][]>([], ["docs"], ["docs", "typo"]),
  prompt: fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }),
  title: fc.constantFrom(null, "Say guide", "API of 50"),
  chosenTitle: fc.constantFrom(null, "My webhook"),
  pullRequest: fc.constantFrom("open", "merged", "closed", null),
});

const all: Facts[] = [];

beforeAll(async () => {
  server = await startTestServer();
  project = await server.newProject();
  const other = await server.newProject();
  const drawn = fc.sample(anyFacts, { numRuns: 120, seed: 17 });
  for (const [n, { at, ...drawing }] of drawn.entries()) {
    const facts: Facts = {
      ...{ ...drawing, id: `job_${String(n).padStart(22, "0")}`, branch: `copydesk/${n}` },
      ...{ prompt: drawing.prompt.join(" "), reason: reasons[drawing.status], author: { ...drawing.author } },
      createdAt: `2026-11-${String(10 + at)}T${n % 2 === 0 ? "09:30" : "23:59"}:59.500Z`,
    };
    await insert(n % 10 === 9 ? other.id : project.id, facts);
    if (n % 10 !== 9) all.push(facts);
  }
  all.sort((a, b) => (`${a.createdAt} ${a.id}` < `${b.createdAt} ${b.id}` ? 1 : -1));
});

afterAll(() => server.close());

async function insert(projectId: string, job: Facts): Promise<void> {
  await server.store.database.pool.query(
    `insert into jobs (id, project_id, status, reason, model, repository, base_ref, branch, created_by, created_at, metadata, labels, prompt, title,
       chosen_title, pull_request, finished_at)
     values ($1, $2, $3, $4, $5, '/docs', $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, now())`,
    [
      ...[job.id, projectId, job.status, job.reason, job.model, job.baseRef, job.branch, job.author],
      ...[job.createdAt, job.metadata, job.labels, job.prompt, job.title, job.chosenTitle],
      job.pullRequest && { url: "https://x/1", number: 1, state: job.pullRequest, branch: job.branch },
    ],
  );
}

type Input = Partial<Parameters<typeof listJobsInput.parse>[0] & Record<string, unknown>>;

/** The same filter in plain code, over all jobs. */
const rules: Record<string, (job: Facts, asked: never) => boolean> = {
  status: (job, asked: string) => asked.split(",").includes(job.status),
  reason: (job, asked: string) => asked.split(",").includes(job.reason),
  model: (job, asked: string) => job.model === asked,
  ref: (job, asked: string) => job.baseRef === asked || job.branch === asked,
  author: (job, asked: string) => [job.author.id, job.author.name, job.author.kind].includes(asked),
  createdFrom: (job, asked: string) => Date.parse(job.createdAt) >= Date.parse(asked),
  createdTo: (job, asked: string) =>
    asked.length === 10 ? job.createdAt.slice(0, 10) <= asked : Date.parse(job.createdAt) < Date.parse(asked),
  metadata: (job, asked: Record<string, string>) =>
    Object.entries(asked).every(([key, value]) => job.metadata[key] === value),
  label: (job, asked: string) => job.labels.includes(asked),
  q: (job, asked: string) =>
    asked
      .toLowerCase()
      .split(" ")
      .every((word) =>
        [job.prompt, job.title ?? job.chosenTitle ?? ""].some((text) => text.toLowerCase().includes(word)),
      ),
  pullRequest: (job, asked: string) => (job.pullRequest ?? "none") === asked,
};

const filters: Record<string, fc.Arbitrary<unknown>> = {
  status: fc.uniqueArray(fc.constantFrom(...statuses), { minLength: 1 }).map((list) => list.join(",")),
  reason: fc.constantFrom("queued", "cancelled,no_changes", "timed_out"),
  model: fc.constantFrom("openai/x", "openai/z"),
  ref: fc.constantFrom("main", "v2", "copydesk/7", "v3"),
  author: fc.constantFrom("k3Jx9QaZ", "ci", "ada", "service", "code_host", "nobody"),
  createdFrom: fc.constantFrom("2026-11-13", "2026-11-15T23:59:59.500Z", "2026-11-15T12:00:00+02:00"),
  createdTo: fc.constantFrom("2026-11-16", "2026-11-17T23:59:59.500Z", "2026-11-10"),
  metadata: fc.constantFrom({ ticket: "DOC-17" }, { ticket: "DOC-18", team: "docs" }, { team: "" }),
  label: fc.constantFrom("docs", "typo", "none"),
  q: fc.constantFrom("WEBHOOK", "guide say", "50%", "a_b", "%", "\\", "übersicht", "api", "hook uid", "_"),
  pullRequest: fc.constantFrom("open", "merged", "closed", "none"),
};

/** The only day of the list that ends before the others begin. */
const isReversed = ({ createdFrom, createdTo }: Input) =>
  createdFrom !== undefined && createdTo === "2026-11-10";

const expected = (input: Input): string[] =>
  all
    .filter((job) => Object.entries(input).every(([name, asked]) => rules[name]!(job, asked as never)))
    .map(({ id }) => id);

async function pagesOf(input: Input, limit: number): Promise<{ ids: string[]; sizes: number[] }> {
  const ids: string[] = [];
  const sizes: number[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await listJobs(server.store, project.id, { ...input, limit, cursor });
    ids.push(...page.data.map(({ id }) => id));
    sizes.push(page.data.length);
    if (page.nextCursor === null) return { ids, sizes };
    cursor = page.nextCursor;
  }
}

test.each(Object.keys(filters))("the filter %s finds what it should, over all pages", async (name) => {
  const property = fc.asyncProperty(filters[name]!, fc.constantFrom(1, 7, 100), async (value, limit) => {
    const input = { [name]: value };
    expect((await pagesOf(input, limit)).ids).toEqual(expected(input));
  });
  await fc.assert(property, { numRuns: 12 });
  const counts = fc.sample(filters[name]!, 30).map((value) => expected({ [name]: value }).length);
  expect(Math.max(...counts)).toBeGreaterThan(0);
});

test("combined filters find the jobs that each of them finds, in order and in pages", async () => {
  const inputs = fc.record(filters, { requiredKeys: [] }) as fc.Arbitrary<Input>;
  const property = fc.asyncProperty(inputs, fc.constantFrom(1, 3, 20), async (input, limit) => {
    if (isReversed(input)) {
      await expect(pagesOf(input, limit)).rejects.toThrow("createdFrom: must not be after createdTo");
      return;
    }
    const { ids, sizes } = await pagesOf(input, limit);
    expect(ids).toEqual(expected(input));
    expect(sizes.slice(0, -1).every((size) => size === limit)).toBe(true);
  });
  await fc.assert(property, { numRuns: 150 });
});

test("a page looks at a limited number of jobs, and its cursor continues after them", async () => {
  const crowd = await server.newProject();
  await server.store.database.pool.query(
    `insert into jobs (id, project_id, status, reason, prompt, model, repository, branch, created_at)
     select 'job_' || lpad(n::text, 22, 'x'), $1, 'completed', 'no_changes', case when n < 2 then 'rare' else 'x' end, 'm/m', '/docs', 'b',
       timestamptz '2026-01-01' + n * interval '1 second'
     from generate_series(0, $2::integer + 1) as n`,
    [crowd.id, seenJobsMax],
  );
  const first = await listJobs(server.store, crowd.id, { q: "rare" });
  expect(first).toEqual({ data: [], nextCursor: expect.any(String) });
  const second = await listJobs(server.store, crowd.id, { q: "rare", cursor: first.nextCursor });
  expect(second.data.map(({ id }) => id)).toEqual([
    `job_${"1".padStart(22, "x")}`,
    `job_${"0".padStart(22, "x")}`,
  ]);
  expect(second.nextCursor).toBeNull();
});

const get = async (query: string) => {
  const answer = await fetch(`${server.url}/v2/agent/${project.id}/jobs?${query}`, {
    headers: { authorization: `Bearer ${project.key}` },
  });
  return {
    status: answer.status,
    body: (await answer.json()) as { data: { id: string }[]; errors: { path: string }[] },
  };
};

test.each(["metadata.ticket=DOC-17", "metadata[ticket]=DOC-17", "metadata%5Bticket%5D=DOC-17"])(
  "metadata pairs are read from %s",
  async (query) => {
    const { body } = await get(`${query}&limit=100`);
    expect(body.data.map(({ id }) => id)).toEqual(expected({ metadata: { ticket: "DOC-17" } }));
  },
);

test.each([
  ["status=done", "status"],
  ["status=active,", "status"],
  ["status=active&status=failed", "status"],
  ["reason=because", "reason"],
  ["model=", "model"],
  ["createdFrom=yesterday", "createdFrom"],
  ["createdFrom=2026-13-01", "createdFrom"],
  ["createdTo=2026-02-31", "createdTo"],
  ["createdFrom=2026-11-22&createdTo=2026-11-21", "createdFrom"],
  ["createdTo=2026-11-21T09:30:00", "createdTo"],
  ["metadata=x", "metadata"],
  ["metadata.a=1&metadata.a=2", "metadata.a"],
  [Array.from({ length: 17 }, (_, n) => `metadata.k${n}=1`).join("&"), "metadata"],
  [`q=${"x".repeat(201)}`, "q"],
  ["q=%00", "q"],
  ["pullRequest=draft", "pullRequest"],
  ["colour=red", "colour"],
])("%s is refused at %s", async (query, path) => {
  const { status, body } = await get(query);
  expect([status, body.errors.map((error) => error.path)]).toEqual([400, [path]]);
});
