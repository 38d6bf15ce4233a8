import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { JobRecord } from "../../src/jobs/record.ts";
import { parseRecord } from "../../src/translations/translation-record.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { commitAll, git, writeFiles } from "../helpers/git-fixture.ts";
import {
  type Script,
  type ScriptedModelServer,
  startScriptedModelServer,
} from "../helpers/scripted-model-server.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";
import { type Call, call, finish, readTask, translate } from "../helpers/translate-script.ts";

const english = "# Guide\n\nInstall it.\n\n- one\n- two\n\nRun it.\n";
const german = "# Anleitung\n\nInstallieren.\n\n- eins\n- zwei\n\nAusführen.\n";
const french = "# Guide\n\nInstaller.\n\n- un\n- deux\n\nLancer.\n";
const files = {
  "docs/guide.md": english,
  "docs/de/guide.md": german,
  "docs/fr/guide.md": french,
  "docs/de/only.md": "# Nur hier\n",
};

let project: TestProject;
let model: ScriptedModelServer;
let copydesk: CopydeskProcess;
let script: Script;

beforeAll(async () => {
  project = await makeTestProject(files);
  model = await startScriptedModelServer({ script: (index, request) => script(index, request) });
  copydesk = await startCopydesk({
    environment: {
      ...project.environment,
      COPYDESK_MODEL: "openai-compatible/scripted",
      OPENAI_BASE_URL: model.baseUrl,
      COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
    },
  });
});

afterEach(() => {
  model.requests.length = 0;
});

afterAll(async () => {
  await copydesk?.end("SIGKILL");
  await model?.close();
  await project?.remove();
});

async function change(text: string): Promise<string> {
  await git(project.repository, ["switch", "--quiet", "main"]);
  await writeFiles(project.repository, { "docs/guide.md": text });
  return await commitAll(project.repository, "Change the guide");
}

async function ask(prompt: string, more: object = {}): Promise<JobRecord> {
  const body = JSON.stringify({ prompt, ...more });
  const response = await project.request(copydesk.url, "/job", { method: "POST", body });
  const { id } = (await response.json()) as JobRecord;
  const [record] = await project.waitForAll(copydesk.url, [id]);
  return record!;
}

const changedOn = async (branch: string) =>
  (await project.git("diff", "--name-only", `main...${branch}`)).trim().split("\n");
const results = (request: number) =>
  model.requests[request]!.messages.filter(({ role }) => role === "tool").map(({ content }) =>
    String(content),
  );

test("while nothing is stale the model is not asked, and the outcome says why nothing was needed", async () => {
  const record = await ask("Bring the translations up to date.");
  expect(record).toMatchObject({ status: "completed", reason: "no_changes" });
  expect(record.message).toContain("no translation is known to be stale");
  expect(model.requests).toEqual([]);
});

test("only stale blocks change, and a second change of the source becomes the next turn", async () => {
  script = translate;
  const commit = await change(english.replace("Run it.", "Run it twice."));
  const request = { topic: "German" };
  const first = await ask("Bring the translations up to date: de.\n\nSay du.", request);
  expect(first).toMatchObject({ status: "completed", reason: "pull_request_opened" });
  expect(JSON.stringify(model.requests[0]!.messages)).toContain("Say du.");
  const branch = first.source.ref;
  const record = ".copydesk/translations/de.json";
  expect(await changedOn(branch)).toEqual([record, "docs/de/guide.md"]);
  expect(await project.git("show", `${branch}:docs/de/guide.md`)).toBe(
    german.replace("Ausführen.", "RUN IT TWICE."),
  );
  const kept = async () => parseRecord(await project.git("show", `${branch}:${record}`))!;
  expect(await kept()).toMatchObject({ "docs/de/guide.md": { source: "docs/guide.md", commit } });

  expect(await ask("Bring the translations up to date: de.", request)).toMatchObject({
    ...{ id: first.id, reason: "no_changes" },
  });
  const next = await change(
    english.replace("Run it.", "Run it twice.").replace("Install it.", "Install them."),
  );
  model.requests.length = 0;
  const second = await ask("Bring the translations up to date: de.", request);
  expect(second).toMatchObject({ id: first.id, reason: "pull_request_updated", prLink: first.prLink });
  expect(readTask(String(model.requests[0]!.messages.find(({ role }) => role === "user")!.content))).toEqual([
    { path: "docs/de/guide.md", places: [{ source: "Install them.", translation: "Installieren." }] },
  ]);
  expect(await changedOn(branch)).toEqual([record, "docs/de/guide.md"]);
  expect(await project.git("show", `${branch}:docs/de/guide.md`)).toBe(
    german.replace("Ausführen.", "RUN IT TWICE.").replace("Installieren.", "INSTALL THEM."),
  );
  expect(await kept()).toMatchObject({ "docs/de/guide.md": { commit: next } });
});

test("whatever else is written is refused with its reason, and a page that holds is recorded as such", async () => {
  const page = "docs/fr/guide.md";
  const edit = (old: string, text: string) => call("edit", { path: page, edits: [{ old, new: text }] });
  const steps: Call[][] = [
    [call("read", { path: page }), call("read", { path: "docs/de/guide.md" })],
    [
      edit("Lancer.", "Lancer deux fois."),
      edit("- deux", "- deux\n- trois"),
      call("write", { path: page, content: french.replace("# Guide", "# Le guide") }),
      call("edit", { path: "docs/de/guide.md", edits: [{ old: "Ausführen.", new: "Zweimal ausführen." }] }),
      call("write", { path: ".copydesk/translations/fr.json", content: '{"version":1,"pages":{}}' }),
      call("delete", { path: page }),
    ],
    [
      call("finish", {
        ...{ title: "Update French", summary: "Updated." },
        pages: [{ path: page, why: "The first sentence holds for several." }],
      }),
    ],
  ];
  script = (_index, { messages }) => ({
    calls: steps[messages.filter(({ role }) => role === "assistant").length] ?? [finish],
  });
  const record = await ask("Bring the translations up to date: fr.");
  expect(record).toMatchObject({ status: "completed", reason: "pull_request_opened" });
  const [, , first, list, heading, other, kept, gone] = results(2);
  expect(first).not.toContain("may not");
  expect(list).toContain("the block at line 5 of the page as it was");
  expect(heading).toContain("the block at line 1 of the page as it was");
  expect(other).toContain(
    "docs/de/guide.md may not be written: this job brings stale translations up to date",
  );
  expect(kept).toContain("may not be written");
  expect(gone).toContain("must not delete it");
  const branch = record.source.ref;
  expect(await changedOn(branch)).toEqual([".copydesk/translations/fr.json", page]);
  expect(await project.git("show", `${branch}:${page}`)).toBe(french.replace("Lancer.", "Lancer deux fois."));
  await git(project.repository, ["merge", "--quiet", "--no-ff", "-m", "Merge", branch]);
  model.requests.length = 0;
  expect(await ask("Bring the translations up to date: fr.")).toMatchObject({ reason: "no_changes" });
  expect(model.requests).toEqual([]);
});

test("a place that is left as it was stays stale, without the others", async () => {
  const now = await project.git("show", "main:docs/guide.md");
  await change(now.replace("# Guide", "# The guide").replace("- two", "- two\n- three"));
  script = (index, request) => {
    const { calls } = translate(index, request) as { calls: Call[] };
    return {
      calls: calls.map((one) =>
        one.name === "edit"
          ? { ...one, arguments: { ...one.arguments, edits: (one.arguments.edits as unknown[]).slice(0, 1) } }
          : one,
      ),
    };
  };
  const places: string[][] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    model.requests.length = 0;
    await ask("Bring the translations up to date: de.", { topic: "German" });
    const [first] = model.requests;
    const task = first?.messages.find(({ role }) => role === "user");
    places.push(
      readTask(String(task?.content ?? "")).flatMap((page) => page.places.map(({ source }) => source)),
    );
  }
  expect(places).toEqual([["# The guide", "- one\n- two\n- three"], ["- one\n- two\n- three"], []]);
});

test("a preview becomes a pull request with its record, without the model", async () => {
  script = translate;
  const ready = await ask("Bring the translations up to date: fr.", { mode: "preview" });
  expect(ready).toMatchObject({ status: "completed", reason: "preview_ready" });
  model.requests.length = 0;
  await project.request(copydesk.url, `/job/${ready.id}/pull-request`, { method: "POST" });
  const [opened] = await project.waitForAll(copydesk.url, [ready.id]);
  expect(opened).toMatchObject({ status: "completed", reason: "pull_request_opened" });
  expect(model.requests).toEqual([]);
  expect(await changedOn(opened!.source.ref)).toEqual([
    ...[".copydesk/translations/fr.json", "docs/fr/guide.md"],
  ]);
});
