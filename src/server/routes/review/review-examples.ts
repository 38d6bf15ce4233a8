import type { RenderedPage, Review, ReviewContents } from "../../../review/review-schema.ts";

const commits = { base: "5b1c9d0e7f".repeat(4), head: "0a9e8d7c6b".repeat(4) };

const allowed = { allowed: true, why: null };

export const exampleReview: Review = {
  jobId: "job_0123456789abcdefghijkl",
  title: 'Replace "web hook" with "webhook"',
  summary: "Replaced it on one page.",
  baseCommit: commits.base,
  headCommit: commits.head,
  pullRequest: {
    url: "https://github.com/acme/docs/pull/12",
    number: 12,
    state: "open",
    branch: "copydesk/job_0123456789abcdefghijkl",
  },
  files: [
    {
      path: "guide.md",
      oldPath: null,
      status: "changed",
      additions: 1,
      deletions: 1,
      isBinary: false,
      isPage: true,
    },
  ],
  checks: {
    counts: { new: 0, fixed: 1, preexisting: 0 },
    findings: [
      {
        rule: "internal-link",
        path: "guide.md",
        line: 3,
        column: 12,
        message: "There is no page web hook.md.",
        state: "fixed",
        excerpt: "Set up a [web hook](web%20hook.md).",
        before: "Set up a [web hook](web%20hook.md).",
        after: "Set up a [webhook](webhook.md).",
      },
    ],
  },
  citations: [
    {
      path: "guide.md",
      line: 3,
      text: "Set up a webhook.",
      source: "api",
      commit: commits.base,
      file: "src/webhooks.ts",
      startLine: 3,
      endLine: 3,
      identifier: "webhook",
      quote: 'route("/webhook", receive);',
    },
  ],
  actions: {
    approve: {
      allowed: false,
      why: "The code host does not allow the project's own user to approve its pull request.",
    },
    merge: allowed,
    methods: ["merge", "squash"],
    close: allowed,
    deleteBranch: { allowed: false, why: "Its pull request is open." },
    comment: allowed,
    suggest: allowed,
  },
  autoMerge: null,
  generator: "mkdocs",
};

export const exampleContents: ReviewContents = {
  path: "guide.md",
  oldPath: null,
  before: "# Guide\n\nSet up a [web hook](web%20hook.md).\n",
  after: "# Guide\n\nSet up a [webhook](webhook.md).\n",
  hunks: [
    {
      oldStart: 1,
      oldLines: 3,
      newStart: 1,
      newLines: 3,
      lines: [
        { kind: " ", oldLine: 1, newLine: 1, text: "# Guide" },
        { kind: " ", oldLine: 2, newLine: 2, text: "" },
        {
          kind: "-",
          oldLine: 3,
          newLine: null,
          text: "Set up a [web hook](web%20hook.md).",
          changes: [
            [10, 18],
            [20, 30],
          ],
        },
        {
          kind: "+",
          oldLine: null,
          newLine: 3,
          text: "Set up a [webhook](webhook.md).",
          changes: [
            [10, 17],
            [19, 26],
          ],
        },
      ],
    },
  ],
  tooLarge: false,
  unavailable: null,
};

export const exampleRendered: RenderedPage = {
  before: "<h1>Guide</h1>\n<p>Set up a web hook.</p>",
  after: "<h1>Guide</h1>\n<p>Set up a webhook.</p>",
  changedBefore: [1],
  changedAfter: [1],
  blocks: [
    {
      ...{ before: "<h1>Guide</h1>", after: "<h1>Guide</h1>", state: "same" },
      ...{ beforeLines: [1, 1], afterLines: [1, 1] },
    },
    {
      ...{ before: "<p>Set up a web hook.</p>", after: "<p>Set up a webhook.</p>", state: "changed" },
      ...{ beforeLines: [3, 3], afterLines: [3, 3] },
    },
  ],
  tooLarge: false,
  unavailable: null,
};
