import type { ScriptedAnswer } from "../helpers/scripted-models/script.ts";

type Call = [tool: string, input: object];

/** What the model does in one step: its calls, or an answer in full. */
type Step = Call[] | ScriptedAnswer;

interface TurnToRecord {
  /** Of a turn that a message opens; the first turn has the job's prompt. */
  message?: string;
  /** The turn only opens the pull request of the preview. */
  publishes?: true;
  steps: Step[];
  /** Sent to the job while the model works on this step, counted from 1. */
  interrupt?: { step: number; prompt: string };
}

export interface JobToRecord {
  prompt: string;
  model?: "copydesk/chores";
  mode?: "preview";
  turns: TurnToRecord[];
}

const finish = (title: string, summary: string): Call => ["finish", { title, summary }];
const replace = (path: string, old: string, text: string): Call => [
  "edit",
  { path, edits: [{ old, new: text }] },
];

/**
 * A site whose files have what trees can get wrong: modes, a link, CRLF, a byte order mark, names with spaces
 * and accents.
 */
export const siteFiles: Record<string, string> = {
  "docs.json": `${JSON.stringify(
    {
      name: "Widgets",
      navigation: {
        groups: [
          { group: "Start", pages: ["index", "install", "guides/first-widget", "guides/old-widget"] },
          { group: "More", pages: ["reference/api", "reference/größe"] },
        ],
      },
    },
    null,
    2,
  )}\n`,
  "index.mdx": "---\ntitle: Widgets\n---\n\nA widget is a small thing. Start with [installing](/install).\n",
  "install.mdx":
    "---\ntitle: Install\n---\n\n## Get the tool\n\nRun `npm i widget`. Then read the [guide](/guides/first-widget#make-one).\n",
  "guides/first-widget.mdx":
    "---\ntitle: First widget\n---\n\n## Make one\n\nTake a widget and use it. The teh typo is here.\n\nSee the [old page](/guides/old-widget).\n",
  "guides/old-widget.mdx": "---\ntitle: Old widget\n---\n\nWidgets of 2019 were larger.\n",
  "reference/api.mdx":
    "---\ntitle: API\n---\n\n\u{feff}A widget has a `size`. Every widget has one.\r\nLines end here as on Windows.\r\n",
  "reference/größe.mdx": "---\ntitle: Größe\n---\n\nThe size of a widget.\n",
  "notes/with space.md": "# Notes\n\nA widget note.\n",
  "src/widget.ts": "export const widget = 1;\n",
};
export const executableFile = "notes/with space.md";
export const linkFile = { path: "latest.md", target: "notes/with space.md" };

const page = (title: string, text: string) => `---\ntitle: ${title}\n---\n\n${text}\n`;
const large = { prompt_tokens: 4_000, completion_tokens: 20 };

export const jobsToRecord: Record<string, JobToRecord> = {
  /** Every tool, a refused write, a call that fails and is made again, and a round of repairs. */
  "every-tool": {
    prompt: "Mend the guides",
    turns: [
      {
        steps: [
          [
            ["list", {}],
            ["search", { pattern: "widget", glob: "guides/**" }],
          ],
          [
            ["search", { pattern: "teh|siz[e]", regex: true }],
            ["read", { path: "guides/first-widget.mdx" }],
          ],
          [
            replace("guides/first-widget.mdx", "The teh typo is here.", "No typo is here."),
            ["read", { path: "reference/api.mdx" }],
          ],
          { status: 503, headers: { "retry-after": "0" } },
          [replace("reference/api.mdx", "Every widget has one.", "Each widget has exactly one.")],
          [
            ["write", { path: "src/widget.ts", content: "export const widget = 2;\n" }],
            ["read", { path: executableFile }],
            replace(executableFile, "A widget note.", "A note on widgets."),
            [
              "write",
              {
                path: "guides/second-widget.mdx",
                content: page("Second widget", "Take [two](/guides/no-widget)."),
              },
            ],
          ],
          [["move", { from: "reference/größe.mdx", to: "reference/size.mdx" }]],
          [
            ["delete", { path: "guides/old-widget.mdx" }],
            ["delete", { path: "guides/old-widget.mdx", force: true }],
          ],
          [["check", {}]],
          [finish("Mend the guides", "Mends the guides.")],
          [["read", { path: "guides/second-widget.mdx" }]],
          [
            replace("guides/second-widget.mdx", "/guides/no-widget", "/guides/first-widget"),
            ["read", { path: "guides/first-widget.mdx" }],
            replace("guides/first-widget.mdx", "\n\nSee the [old page](/guides/old-widget).", ""),
          ],
          [["read", { path: "docs.json" }]],
          [
            replace(
              "docs.json",
              '"guides/first-widget"',
              '"guides/first-widget",\n          "guides/second-widget"',
            ),
            ["check", {}],
          ],
          [finish("Mend the guides", "Mends the guides, and the links in them.")],
        ],
      },
    ],
  },
  /** Two turns on one branch, a message in the middle of each, and a model that talks instead of acting. */
  "follow-up": {
    prompt: "Say gadget in the guide",
    turns: [
      {
        steps: [
          [["read", { path: "guides/first-widget.mdx" }]],
          { text: "I have read it.", usage: large },
          [replace("guides/first-widget.mdx", "Take a widget", "Take a gadget")],
          [finish("Say gadget", "Says gadget.")],
        ],
        interrupt: { step: 1, prompt: "Only in the first sentence, please" },
      },
      {
        message: "And on the first page",
        steps: [
          [["read", { path: "index.mdx" }]],
          [replace("index.mdx", "A widget is", "A gadget is")],
          [finish("Say gadget on two pages", "Says gadget on the first page, too.")],
        ],
        interrupt: { step: 2, prompt: "Thank you" },
      },
    ],
  },
  /** So much has been read that a summary takes the place of the first steps. */
  summary: {
    prompt: "Describe the size",
    turns: [
      {
        steps: [
          [["read", { path: "reference/api.mdx" }]],
          [replace("reference/api.mdx", "`size`", "`size` in metres")],
          [["read", { path: "reference/größe.mdx" }]],
          [["read", { path: "install.mdx" }]],
          {
            calls: [{ name: "list", arguments: {} }],
            usage: { prompt_tokens: 400_000, completion_tokens: 20 },
          },
          [replace("reference/größe.mdx", "The size of a widget.", "The size of a widget in metres.")],
          [finish("Describe the size", "Says that sizes are in metres.")],
        ],
      },
    ],
  },
  /** The model that is built in; its moves touch the navigation and the links to the page. */
  chore: {
    prompt: 'Replace "widget" with "gadget" in guides/. Move guides/first-widget.mdx to guides/start.mdx',
    model: "copydesk/chores",
    turns: [{ steps: [] }],
  },
  /** A preview, whose pull request somebody asks for. */
  preview: {
    prompt: "Shorten the note",
    mode: "preview",
    turns: [
      {
        steps: [
          [["read", { path: executableFile }]],
          [["write", { path: executableFile, content: "# Note\n" }]],
          [finish("Shorten the note", "Leaves the heading.")],
        ],
      },
      { publishes: true, steps: [] },
    ],
  },
};

/** What the model says when the oldest steps are to be summarized. */
export const summaryText =
  "Read reference/api.mdx and changed its size to metres; reference/größe.mdx is to be changed.";

export function toAnswer(step: Step): ScriptedAnswer {
  if (!Array.isArray(step)) return step;
  return { calls: step.map(([name, input]) => ({ name, arguments: input })), usage: large };
}
