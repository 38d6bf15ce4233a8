import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runOnce } from "../../src/compose/run-once.ts";
import { readConfig } from "../../src/config.ts";
import type { Evaluation } from "../../src/evaluation/evaluate.ts";
import { createKnownSecrets } from "../../src/outgoing/known-secrets.ts";
import { createTestCli } from "../helpers/cli-deps.ts";
import {
  commitAll,
  createRepository,
  type FixtureRepository,
  git,
  writeFiles,
} from "../helpers/git-fixture.ts";
import { type Script, startScriptedModelServer } from "../helpers/scripted-model-server.ts";
import { silentLog } from "../helpers/test-server.ts";

const before = "Set the timeout.";
const first = "Set `timeoutMs`.";
const second = "Set `timeoutMs`, which is `30` by default.";
const guide = (sentence: string) => `# Guide\n\n${sentence}\n`;

let folder: string;
let repository: FixtureRepository;
let model: Awaited<ReturnType<typeof startScriptedModelServer>>;
let script: Script;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "copydesk-evaluation-"));
  repository = await createRepository({
    "index.md": "# Home\n\nSee the [guide](guide.md).\n",
    "guide.md": guide(before),
    "src/a.ts": "1\n",
  });
  const { path } = repository;
  await writeFiles(path, { "guide.md": guide(first) });
  await commitAll(path, "Name the timeout\n\nSigned-off-by: Somebody <s@example.com>");
  await writeFiles(path, { "src/b.ts": "export const unrelated = 1;\n" });
  await commitAll(path, "Change code only");
  await writeFiles(path, {
    "guide.md": guide(second),
    "src/a.ts": "timeoutMs = 30\n",
    "CHANGELOG.md": "x\n",
  });
  await commitAll(path, "Say the default");
  model = await startScriptedModelServer({ script: (index, request) => script(index, request) });
});

afterAll(async () => {
  await model?.close();
  await repository?.remove();
  await rm(folder, { recursive: true, force: true });
});

const call = (name: string, args: object) => ({ name, arguments: { ...args } });
const read = call("read", { path: "guide.md" });

/** Which answer comes after which, by how often the model has answered already. */
const inOrder =
  (answer: (request: string) => object[][]): Script =>
  (_index, request) => {
    const step = request.messages.filter(({ role }) => role === "assistant").length;
    const answers = answer(JSON.stringify(request.messages));
    return { calls: answers[Math.min(step, answers.length - 1)] as never };
  };

const human = inOrder((said) => {
  const [old, now] = said.includes("Say the default") ? [first, second] : [before, first];
  const edit = call("edit", { path: "guide.md", edits: [{ old, new: now }] });
  return [[read], [edit], [call("finish", { title: "Name it", summary: "Names it." })]];
});

const empty = inOrder(() => [
  [read],
  [
    call("finish", {
      title: "Nothing",
      summary: "It is right.",
      pages: [{ path: "guide.md", why: "It is." }],
    }),
  ],
]);

async function evaluate(wanted: Script, ...argv: string[]): Promise<{ stdout: string; found: Evaluation }> {
  script = wanted;
  const config = readConfig({
    COPYDESK_DATA: join(folder, "data"),
    COPYDESK_MODEL: "openai-compatible/scripted",
    OPENAI_BASE_URL: model.baseUrl,
    COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
  });
  const cli = createTestCli({
    cwd: folder,
    readConfig: () => config,
    runOnce: (own, input) => runOnce(own, input, { log: silentLog(), knownSecrets: createKnownSecrets() }),
  });
  const of = ["--repository", repository.path, "--commits", "5"];
  const { code, stdout, stderr } = await cli.run("eval", ...of, ...argv);
  expect([code, stderr]).toEqual([0, expect.not.stringContaining("error")]);
  return { stdout, found: JSON.parse(await readFile(join(folder, argv[1]!), "utf8")) };
}

test("the change that people merged scores 1, none scores 0, and two runs are compared", async () => {
  const { found: best } = await evaluate(human, "--out", "human.json");
  expect(best.results.map(({ subject, score, reason }) => [subject, score.total, reason])).toEqual([
    ["Say the default", 1, "pull_request_opened"],
    ["Name the timeout", 1, "pull_request_opened"],
  ]);
  expect(best.mean).toEqual({ pages: 1, lines: 1, terms: 1, total: 1 });
  const asked = JSON.stringify(model.requests);
  expect(asked).toContain("> +timeoutMs = 30");
  expect(asked).not.toContain("Signed-off-by");
  const { found: worst, stdout } = await evaluate(empty, "--out", "empty.json", "--compare", "human.json");
  expect(worst.results.map(({ score, reason }) => [score.total, reason])).toEqual([
    [0, "no_changes"],
    [0, "no_changes"],
  ]);
  expect(worst.mean.total).toBe(0);
  expect(stdout).toContain("Over 2 commits in both: -100");
  // It was only read.
  expect(await git(repository.path, ["branch", "--list"])).toBe("* main");
  expect(await git(repository.path, ["status", "--porcelain"])).toBe("");
});
