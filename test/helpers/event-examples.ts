import type { EventData, EventKind } from "../../src/jobs/events.ts";

const usage = { inputTokens: 900, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 40 };
const counts = { new: 0, fixed: 1, preexisting: 2 };
const notJudged = [
  { rule: "internal-link", links: 2, reason: "links not judged here: 2 of 9 links to pages and files" },
];
const base = "0123456789abcdef0123456789abcdef01234567";
const finding = {
  rule: "internal-link",
  path: "docs/a.md",
  line: 3,
  column: 5,
  message: "There is no page b.",
};
const pullRequest = {
  url: "http://127.0.0.1:8080/pull/7",
  number: 7,
  state: "open",
  branch: "copydesk/job_1",
} as const;

/** One event of every kind, as this version writes it. */
export const eventExamples: { [K in EventKind]: EventData<K> } = {
  created: {
    ...{ prompt: "Fix typos", ref: null, model: "copydesk/chores", mode: "pull_request", asDraft: false },
    ...{ paths: [], budget: { maxSteps: 10 }, metadata: { team: "docs" }, turn: 1 },
    ...{ labels: ["docs"], reviewers: ["ada"], topic: "typos", branch: "docs/typos", title: "Fix typos" },
    ...{ requestId: "req_1c9a3b58", traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01` },
  },
  message: { prompt: "And the changelog\nplease", turn: 2 },
  started: { turn: 1, crashCount: 1, resumes: true },
  restarted: { why: "the commit is gone" },
  prepared: {
    ...{ repository: "file:///srv/docs", baseRef: "main", baseCommit: base, startCommit: base },
    ...{ note: null, files: 14, durationMs: 35 },
  },
  context: {
    sources: [
      {
        ...{ name: "api", repository: "https://example.com/api", ref: "main", commit: base },
        ...{ include: ["src/**"], files: 40 },
      },
    ],
  },
  baseline: {
    site: { generator: "mintlify", navigationFile: "docs.json", docsRoot: "", pageCount: 12 },
    findings: 2,
    notJudged,
    durationMs: 40,
  },
  prompt: {
    ...{ cause: "task", text: "Fix typos", instructions: null, siteSummary: "12 pages" },
    ...{ earlier: null, through: null },
  },
  model_answer: {
    ...{ step: 2, text: "", finishReason: "tool-calls", usage, costUsd: null, durationMs: 800 },
    toolCalls: ["read", "edit", "read"].map((name, at) => ({
      id: `call_${at}`,
      name,
      input: { path: "a.md" },
    })),
    message: { role: "assistant", content: [] },
  },
  model_retry: { attempt: 1, status: 529, message: "Overloaded", waitMs: 1_200 },
  summary: { text: "So far", removedMessages: 8, usage, costUsd: 0.01, durationMs: 900 },
  tool_result: {
    ...{ step: 2, callId: "call_1", name: "edit", ok: true, output: "a.md: 1 edit\n…", warning: null },
    operations: [{ op: "replace", path: "a.md", edits: [{ at: 4, old: "teh", new: "the" }] }],
    ...{ reads: ["a.md"], tree: base, durationMs: 6 },
  },
  engine_update: { text: "Reading", toolCall: { title: "Read a.md", kind: "read", status: "completed" } },
  engine_result: {
    kind: "budget_exceeded",
    message: "Too much",
    usage: { ...usage, requests: 4 },
    costUsd: null,
  },
  checks: {
    counts,
    notJudged,
    new: [],
    fixed: [{ ...finding, target: "b.md", suggestion: { old: "b.md", new: "c.md", because: "page moved" } }],
  },
  repair_round: { round: 1, new: 3 },
  citations: {
    cited: [
      {
        ...{ path: "a.md", line: 3, text: "It waits `timeoutMs`.", identifier: "timeoutMs" },
        evidence: `api@${base}:src/wait.ts#L3-L9`,
        quote: "export const timeoutMs = 30_000;",
      },
    ],
    uncited: [],
    unsupported: 0,
  },
  unchanged: {
    reasons: "The pages say so already.",
    pages: [{ path: "a.md", why: "It has the new default." }],
  },
  committed: {
    ...{ commit: base, tree: base, title: "Fix typos", summary: "One typo." },
    files: [{ status: "M", path: "a.md", mode: "100644", additions: 1, deletions: 1 }],
    patchBytes: 140,
  },
  previewed: { title: "Fix typos", summary: "One typo.", checks: counts, notJudged },
  pull_request_requested: { turn: 2 },
  pushed: { branch: "copydesk/job_1", commit: base },
  pull_request: pullRequest,
  pull_request_state: { number: 7, state: "merged" },
  completed: {
    reason: "pull_request_opened",
    message: "Fix typos (1 file changed)",
    pullRequest,
    checks: counts,
  },
  failed: { reason: "model_error", message: "It is away.\nMore." },
  archived: { automatic: true },
  unarchived: {},
};
