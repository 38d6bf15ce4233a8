import { afterAll, beforeAll, expect, test } from "vitest";
import { createTrigger } from "../../src/triggers/create-trigger.ts";
import { changeTrigger } from "../../src/triggers/manage-trigger.ts";
import type { CopydeskProcess } from "../helpers/copydesk-process.ts";
import { commitAll, git, writeFiles } from "../helpers/git-fixture.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "../helpers/scripted-model-server.ts";
import { sendToTrigger } from "../helpers/send-to-trigger.ts";
import { startApiAndWorker } from "../helpers/start-api-and-worker.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";
import { translate } from "../helpers/translate-script.ts";

const english = "# Guide\n\nInstall it.\n\nRun it.\n";
const german = "# Anleitung\n\nInstallieren.\n\nAusführen.\n";
const french = "# Guide\n\nInstaller.\n\nLancer.\n";

let project: TestProject;
let model: ScriptedModelServer;
let processes: CopydeskProcess[] = [];
let deps: Awaited<ReturnType<typeof startApiAndWorker>>["deps"];

beforeAll(async () => {
  project = await makeTestProject({
    ...{ "docs/guide.md": english, "docs/de/guide.md": german, "docs/fr/guide.md": french },
  });
  model = await startScriptedModelServer({ script: translate });
  const started = await startApiAndWorker(project, model, Buffer.alloc(32, 7));
  processes = [started.api, started.worker];
  deps = started.deps;
});

afterAll(async () => {
  await Promise.all(processes.map((one) => one.end("SIGKILL")));
  await model?.close();
  await project?.remove();
});

async function query<Row>(text: string): Promise<Row[]> {
  return (await project.store.database.pool.query(text, [project.projectId])).rows as Row[];
}

/** As if the minute were over. */
const letLook = () => query("update trigger_sources set looked_at = '-infinity' where $1 <> ''");

async function change(text: string): Promise<string> {
  await writeFiles(project.repository, { "docs/guide.md": text });
  return await commitAll(project.repository, "Change the guide");
}

interface Job {
  topic: string;
  turn: number;
  status: string;
  reason: string;
  branch: string;
}

const jobs = () =>
  query<Job>("select topic, turn, status, reason, branch from jobs where project_id = $1 order by topic");

async function untilTurns(turns: Record<string, number>): Promise<Job[]> {
  const wanted = Object.entries(turns).map(([topic, turn]) => ({ topic, turn, status: "completed" }));
  await expect
    .poll(async () => (await jobs()).map(({ topic, turn, status }) => ({ topic, turn, status })), {
      timeout: 180_000,
    })
    .toEqual(wanted);
  return await jobs();
}

const changedOn = async (branch: string) =>
  (await project.git("diff", "--name-only", `main...${branch}`)).trim().split("\n");
const pageOn = (branch: string, path: string) => project.git("show", `${branch}:${path}`);
const events = () =>
  query<{ state: string; note: string }>(
    "select state, note from trigger_events join triggers on triggers.id = trigger_id where project_id = $1 order by trigger_events.id",
  );

test("a change of the source is one pull request for each language, later ones append, and merges start nothing", {
  timeout: 600_000,
}, async () => {
  const { record, secret } = await createTrigger(deps, project.projectId, {
    ...{ name: "Translations", kind: "source_change", prompt: "Say du." },
    settings: { source: ".", translate: ["de", "fr"] },
  });
  const looked = "select 1 from trigger_sources where refs is not null and $1 <> ''";
  await expect.poll(() => query(looked), { timeout: 120_000 }).toHaveLength(1);

  const first = await change(english.replace("Run it.", "Run it twice."));
  await letLook();
  const [de, fr] = await untilTurns({ "Translations: de": 1, "Translations: fr": 1 });
  for (const [language, branch, page] of [
    ["de", de!.branch, german.replace("Ausführen.", "RUN IT TWICE.")],
    ["fr", fr!.branch, french.replace("Lancer.", "RUN IT TWICE.")],
  ] as const) {
    expect(await changedOn(branch)).toEqual([
      `.copydesk/translations/${language}.json`,
      `docs/${language}/guide.md`,
    ]);
    expect(await pageOn(branch, `docs/${language}/guide.md`)).toBe(page);
  }

  const second = await change(english.replace("Run it.", "Run it twice.").replace("Install", "Unpack"));
  await letLook();
  await untilTurns({ "Translations: de": 2, "Translations: fr": 2 });
  expect(await pageOn(de!.branch, "docs/de/guide.md")).toBe(
    german.replace("Ausführen.", "RUN IT TWICE.").replace("Installieren.", "UNPACK IT."),
  );
  expect(await query("select 1 from pull_requests where project_id = $1 and state = 'open'")).toHaveLength(2);

  const receiver = { deps, triggerId: record.id, secret: secret! };
  for (const commit of [first, second]) {
    const told = { kind: "push", repository: project.repository, ref: "main", commit };
    expect(await sendToTrigger(receiver, told)).toMatchObject({ repeated: true });
  }
  const before = (await events()).length;
  for (const branch of [de!.branch, fr!.branch])
    await git(project.repository, ["merge", "--quiet", "--no-ff", "-m", `Merge branch '${branch}'`, branch]);
  await letLook();
  await expect.poll(async () => (await events()).length, { timeout: 120_000 }).toBe(before + 1);
  expect((await events()).at(-1)).toEqual({
    ...{ state: "ignored", note: "it changes no page in the source language" },
  });
  await untilTurns({ "Translations: de": 2, "Translations: fr": 2 });

  await changeTrigger(deps, { projectId: project.projectId, triggerId: record.id }, { enabled: false });
  const all = await createTrigger(deps, project.projectId, {
    ...{ name: "All", kind: "source_change", prompt: "Say du.", topic: "All" },
    settings: { translate: ["de", "fr"] },
  });
  const third = await change(english.replace("Run it.", "Run it once.").replace("Install", "Unpack"));
  const told = { kind: "push", repository: project.repository, ref: "main", commit: third };
  await sendToTrigger({ deps, triggerId: all.record.id, secret: all.secret! }, told, "one");
  const one = async () => (await jobs()).find(({ topic }) => topic === "All");
  await expect.poll(async () => (await one())?.status, { timeout: 180_000 }).toBe("completed");
  await expect
    .poll(async () => ((await one())?.status === "completed" ? changedOn((await one())!.branch) : []), {
      timeout: 180_000,
    })
    .toEqual([
      ...[".copydesk/translations/de.json", ".copydesk/translations/fr.json"],
      ...["docs/de/guide.md", "docs/fr/guide.md"],
    ]);
  expect(await jobs()).toHaveLength(3);
});
