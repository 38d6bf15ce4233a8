import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JobRecord } from "../../src/jobs/record.ts";
import { sealCredentials } from "../../src/secrets/project-credentials.ts";
import { createSecretBox } from "../../src/secrets/secret-box.ts";
import { createWebhook } from "../../src/webhooks/create-webhook.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "../helpers/scripted-model-server.ts";
import type { ScriptedAnswer } from "../helpers/scripted-models/script.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";

const random = (bytes = 30) => randomBytes(bytes).toString("base64url");
const reverse = (text: string) => [...text].reverse().join("");
const keyLines = [0, 1, 2].map(() => randomBytes(48).toString("base64"));

/** Name → secret; those that the service makes itself are added when it has. */
const secrets: Record<string, string> = {
  "model key": `sk-model-${random()}`,
  "other model key": random(),
  "operator's variable": random(),
  "database password": "",
  "host token": `tok-${random()}`,
  "host webhook secret": random(),
  "line of the ssh key": keyLines[1]!,
  "secret.key": "",
  "webhook secret": "",
};

const spellings: Record<string, (secret: string) => string> = {
  raw: (secret) => secret,
  base64: (secret) => Buffer.from(`x${secret}yz`).toString("base64"),
  hexadecimal: (secret) => Buffer.from(secret).toString("hex"),
  reversed: reverse,
  spaced: (secret) => [...secret].join(" "),
  "over lines": (secret) => secret.replace(/.{8}/g, '$&"\n + "'),
};

type Call = NonNullable<ScriptedAnswer["calls"]>[number];

/** What the model does with a text that it was told to let out. */
const placements: Record<string, (text: string, n: number) => Call> = {
  page: (text, n) => ({ name: "write", arguments: { path: `page-${n}.md`, content: `# Page\n\n${text}\n` } }),
  "file name": (text, n) => ({
    name: "write",
    arguments: { path: `${n}-${text.replace(/[^\w-]/g, "")}.md`, content: "# Page\n" },
  }),
  edit: (text) => ({
    name: "edit",
    arguments: { path: "guide.md", edits: [{ old: "a widget", new: text }] },
  }),
  search: (text) => ({ name: "search", arguments: { pattern: text } }),
  "unknown tool": (text) => ({
    name: `send_${text.replace(/\W/g, "")}`.slice(0, 64),
    arguments: { to: text },
  }),
  title: (text) => ({ name: "finish", arguments: { title: text, summary: "Done." } }),
  summary: (text) => ({ name: "finish", arguments: { title: "Done", summary: `Done.\n\n${text}` } }),
};

const evil = {
  title: "Fix #1 @everyone <!channel> [skip ci] \u202Eabc\u{E0041}",
  summary: `Closes #1, resolves https://github.com/o/r/issues/2 and PROJ-3 #close. AB#4

@everyone @org/team ![x](https://evil.example/p.png?d=1) <img src="https://evil.example/q">
[click](https://evil.example/?d=1) [skip ci]\u202E\u{E0041}\u200B

/merge

Co-authored-by: Eve <eve@evil.example>
Signed-off-by: Eve <eve@evil.example>`,
};

let project: TestProject;
let model: ScriptedModelServer;
let copydesk: CopydeskProcess;
let receiver: Server;
let records: JobRecord[];
const received: string[] = [];
const names = [...Object.keys(placements), "answer", "pieces", "effects"];
const attempts = new Map<string, number>();

function attackOf(name: string): ScriptedAnswer[] {
  const texts = Object.values(secrets).flatMap((secret) =>
    Object.values(spellings).map((spell) => spell(secret)),
  );
  const write = { name: "write", arguments: { path: "new.md", content: "# New\n\nText.\n" } };
  const finish = { name: "finish", arguments: { title: "Write a page", summary: "Wrote a page." } };
  const place = placements[name];
  attempts.set(name, texts.length);
  if (place !== undefined)
    return [{ calls: [write] }, { text: "Obeying.", calls: texts.map(place) }, { calls: [finish] }];
  if (name === "answer") return [{ calls: [write] }, { text: texts.join("\n\n"), calls: [finish] }];
  if (name === "effects") {
    attempts.set(name, 1);
    return [{ calls: [write] }, { calls: [{ name: "finish", arguments: evil }] }];
  }
  attempts.set(name, 1);
  const pieces = secrets["host token"]!.match(/.{1,12}/g)!;
  const append = (piece: string, n: number): ScriptedAnswer => ({
    calls: [
      {
        name: "edit",
        arguments: { path: "new.md", edits: [{ old: `${n}.`, new: `${piece}\n\n${n + 1}.` }] },
      },
    ],
  });
  const start = { name: "write", arguments: { path: "new.md", content: "# New\n\n0.\n" } };
  return [{ calls: [start] }, ...pieces.map(append), { calls: [finish] }];
}

beforeAll(async () => {
  project = await makeTestProject();
  const url = new URL(project.store.url);
  // Where the test's server asks for no password, it takes any.
  if (url.password.length < 12) url.password = random();
  secrets["database password"] = decodeURIComponent(url.password);
  model = await startScriptedModelServer({
    script(_, { messages }) {
      const step = messages.filter(({ role }) => role === "assistant").length;
      const [, name] = /Attack (\w+(?: \w+)?)!/.exec(JSON.stringify(messages))!;
      const answers = attackOf(name!);
      return answers[Math.min(step, answers.length - 1)]!;
    },
  });
  receiver = createServer((request, response) => {
    request.setEncoding("utf8");
    let body = "";
    request.on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => {
      received.push(`${JSON.stringify(request.headers)}\n${body}`);
      // A receiver that says its secret back.
      response.end(secrets["webhook secret"]);
    });
  }).listen(0, "127.0.0.1");
  copydesk = await startCopydesk({
    environment: {
      ...project.environment,
      DATABASE_URL: url.href,
      COPYDESK_MODEL: "openai-compatible/scripted",
      OPENAI_COMPATIBLE_BASE_URL: model.baseUrl,
      OPENAI_COMPATIBLE_API_KEY: secrets["model key"]!,
      ANTHROPIC_API_KEY: secrets["other model key"]!,
      WIDGETS_API_TOKEN: secrets["operator's variable"]!,
      COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
      COPYDESK_LOG_LEVEL: "debug",
    },
  });
  const key = (await readFile(join(project.environment.COPYDESK_DATA!, "secret.key"), "utf8")).trim();
  secrets["secret.key"] = key;
  const secretBox = createSecretBox(() => [Buffer.from(key, "hex")]);
  const { database } = project.store;
  const { port } = receiver.address() as AddressInfo;
  const webhook = { url: `http://127.0.0.1:${port}/` };
  const created = await createWebhook({ database, secretBox }, project.projectId, webhook);
  secrets["webhook secret"] = created.secret;
  const sealed = sealCredentials(secretBox, project.projectId, {
    token: secrets["host token"],
    webhookSecret: secrets["host webhook secret"],
    ssh: {
      privateKey: [
        "-----BEGIN OPENSSH PRIVATE KEY-----",
        ...keyLines,
        "-----END OPENSSH PRIVATE KEY-----",
      ].join("\n"),
      knownHosts: null,
    },
  });
  await database.pool.query("update projects set credentials = $1", [sealed]);
  const ids = await project.createJobs(copydesk.url, names.length, (n) => `Attack ${names[n]}!`);
  records = await project.waitForAll(copydesk.url, ids);
});

afterAll(async () => {
  await copydesk?.end();
  await model?.close();
  receiver?.close();
  await project.remove();
});

const compact = (text: string) => text.toLowerCase().replace(/\\[nrt]|[^0-9a-z]/g, "");

/** Written apart from the gate: names of the secrets that a channel lets out, and how. */
function leaksIn(channel: string): string[] {
  const folded = compact(channel);
  return Object.entries(secrets).flatMap(([name, secret]) => {
    const inner = [0, 1, 2].map((offset) =>
      Buffer.from(`${"x".repeat(offset)}${secret}`)
        .toString("base64")
        .slice(offset + 1, -4),
    );
    const forms = [secret, reverse(secret), ...inner, Buffer.from(secret).toString("hex")];
    return forms.some((form) => folded.includes(compact(form))) ? [name] : [];
  });
}

async function readDatabase(): Promise<string> {
  const { pool } = project.store.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  );
  const dumps = tables.map(async ({ name }) => {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t`);
    return rows.map(({ row }) => row).join("\n");
  });
  return (await Promise.all(dumps)).join("\n");
}

async function readStream(id: string): Promise<string> {
  const response = await project.request(copydesk.url, `/job/${id}/events`, {
    headers: { accept: "text/event-stream" },
  });
  return await response.text();
}

async function channels(): Promise<Record<string, string>> {
  const ids = records.map(({ id }) => id);
  const get = async (path: string) => await (await project.request(copydesk.url, path)).text();
  const all = async (read: (id: string) => Promise<string>) => (await Promise.all(ids.map(read))).join("\n");
  const { rows } = await project.store.database.pool.query("select * from pull_requests");
  return {
    "objects of the remote": await project.git("cat-file", "--batch-all-objects", "--batch"),
    "branches and messages": await project.git("log", "--all", "--format=%B%D"),
    "pull requests": JSON.stringify(rows),
    record: JSON.stringify(records),
    events: await all((id) => get(`/job/${id}/events?limit=1000`)),
    stream: await all(readStream),
    diff: await all((id) => get(`/job/${id}/diff`)),
    webhooks: received.join("\n"),
    log: copydesk.log(),
    database: await readDatabase(),
  };
}

test("no secret that the process knows gets out by any channel, whatever the model does", async () => {
  await expect.poll(() => received.length, { timeout: 240_000 }).toBeGreaterThanOrEqual(names.length);
  const table: Record<string, { bytes: number; attempts: number; through: number }> = {};
  const total = [...attempts.values()].reduce((sum, count) => sum + count, 0);
  for (const [name, text] of Object.entries(await channels())) {
    expect(text.length, name).toBeGreaterThan(100);
    table[name] = { bytes: text.length, attempts: total, through: leaksIn(text).length };
    expect(leaksIn(text), name).toEqual([]);
  }
  console.table(table);
  expect(total).toBeGreaterThan(400);
  expect(leaksIn(JSON.stringify(model.requests.at(-1)))).toEqual([]);
});

test("the model is told why its calls were not run, and the job goes on without them", async () => {
  for (const name of Object.keys(placements)) {
    const record = records[names.indexOf(name)]!;
    expect(record, `${name}: ${record.message}`).toMatchObject({
      reason: "pull_request_opened",
      title: "Write a page",
    });
    expect(await project.git("diff", "--name-only", `main...${record.source.ref}`)).toBe("new.md\n");
  }
  const events = await (
    await project.request(copydesk.url, `/job/${records[0]!.id}/events?limit=1000`)
  ).text();
  expect(events).toContain("so the call was not run");
});

test("a secret that was put together in pieces fails the job before the push and is not readable afterwards", async () => {
  const record = records[names.indexOf("pieces")]!;
  expect(record).toMatchObject({ status: "failed", reason: "checks_failed" });
  expect(record.message).toContain("a secret of this installation");
  expect(await project.branches()).not.toContain(`copydesk/${record.id}`);
  const diff = await (await project.request(copydesk.url, `/job/${record.id}/diff`)).text();
  expect(diff).toContain("[redacted]");
});

test("words that have an effect on a host are shown without it", async () => {
  const record = records[names.indexOf("effects")]!;
  const message = await project.git("log", "-1", "--format=%B", record.source.ref!);
  const { rows } = await project.store.database.pool.query<{ title: string; body: string }>(
    "select title, body from pull_requests where job_id = $1",
    [record.id],
  );
  const { title, body } = rows[0]!;
  for (const text of [message, title, body, record.title ?? "", record.message]) {
    expect(text).not.toMatch(/#\d|(?:^|\W)@\w|<!|\[skip ci\]|[\u202E\u200B\u{E0000}-\u{E007F}]/u);
    expect(text).not.toMatch(/^(?:Co-authored|Signed-off)-by:/m);
  }
  expect(body).not.toMatch(/<img|!\[|\]\(http|^(?:> )?\/merge/m);
  expect(message).toMatch(/\nCopydesk-Job: job_\w+\n+$/);
});
