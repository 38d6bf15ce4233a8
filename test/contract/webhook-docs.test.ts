import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildProgram } from "../../src/cli/build-program.ts";
import { jobRecord } from "../../src/jobs/record-schema.ts";
import { writeBody } from "../../src/webhooks/deliver-webhooks.ts";
import { webhookEvents } from "../../src/webhooks/webhook-record.ts";
import { makeSecret, signMessage } from "../../src/webhooks/webhook-secrets.ts";
import { type PageBlock, readPage } from "../docs/read-page.ts";

const execute = promisify(execFile);
const root = join(import.meta.dirname, "../..");

type ReadMessage = (secret: string, headers: Record<string, string>, body: Buffer) => unknown;

const hasPython = await execute("python3", ["-c", ""]).then(
  () => true,
  () => false,
);

let page: string;
let blocks: PageBlock[];
let folder: string;

beforeAll(async () => {
  page = await readFile(join(root, "docs/webhooks.md"), "utf8");
  blocks = await readPage("docs/webhooks.md");
  folder = await mkdtemp(join(tmpdir(), "copydesk-docs-"));
  await mkdir(join(folder, "node_modules/@copydesk"), { recursive: true });
  await symlink(join(root, "sdk"), join(folder, "node_modules/@copydesk/client"));
  await symlink(join(root, "node_modules/standardwebhooks"), join(folder, "node_modules/standardwebhooks"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function loadNode(index: number): Promise<ReadMessage> {
  const block = blocks.filter(({ language }) => language === "js")[index]!;
  const file = join(folder, `verify-${index}.mjs`);
  await writeFile(file, block.text);
  return ((await import(pathToFileURL(file).href)) as { readMessage: ReadMessage }).readMessage;
}

const askPython = `
import sys
given = json.loads(sys.stdin.read())
print(json.dumps(read_message(given["secret"], given["headers"], given["body"].encode())))
`;

import { skipUnless } from "../helpers/skip-unless.ts";

async function verifyWithPython(...[secret, headers, body]: Parameters<ReadMessage>): Promise<unknown> {
  const { text } = blocks.find(({ language }) => language === "python")!;
  const running = execute("python3", ["-c", text + askPython]);
  running.child.stdin?.end(JSON.stringify({ secret, headers, body: body.toString("utf8") }));
  return JSON.parse((await running).stdout);
}

describe("the ways to verify a message, as they stand on the page", () => {
  test("the client", async () => await tryOut(await loadNode(0)));

  test("the library in Node", async () => await tryOut(await loadNode(1)));

  test("by hand in Node", async () => await tryOut(await loadNode(2)));

  test("by hand in Python", skipUnless(hasPython, "there is no python3 here"), () =>
    tryOut(verifyWithPython),
  );

  async function tryOut(verify: (...given: Parameters<ReadMessage>) => unknown): Promise<void> {
    const [secret, older] = [makeSecret(), makeSecret()];
    const message = {
      id: "msg_1",
      body: JSON.stringify({ type: "job.completed", data: { text: "日本語 \u{1F9ED}" } }),
    };
    const body = Buffer.from(message.body);
    const sign = (at: Date, ...secrets: string[]) =>
      signMessage(
        secrets.map((one) => ({ secret: one, expiresAt: null })),
        { ...message, at },
      );
    const now = new Date();
    const outcome = async (...given: Parameters<ReadMessage>) => {
      try {
        return await verify(...given);
      } catch {
        return "refused";
      }
    };
    const good = JSON.parse(message.body);
    expect(await outcome(secret, sign(now, secret), body)).toMatchObject(good);
    expect(await outcome(older, sign(now, secret, older), body)).toMatchObject(good);
    expect(await outcome(older, sign(now, secret), body)).toBe("refused");
    expect(await outcome(secret, sign(now, secret), Buffer.from(`${message.body} `))).toBe("refused");
    expect(await outcome(secret, { ...sign(now, secret), "webhook-id": "msg_2" }, body)).toBe("refused");
    for (const minutes of [-6, 6]) {
      const at = new Date(now.getTime() + minutes * 60_000);
      expect(await outcome(secret, sign(at, secret), body)).toBe("refused");
    }
    expect(await outcome(secret, { ...sign(now, secret), "webhook-signature": "v1," }, body)).toBe("refused");
  }
});

describe("what the page says is what the code does", () => {
  test("the example is a message with a record", () => {
    const example = JSON.parse(blocks.find(({ language }) => language === "json")!.text);
    const { id } = jobRecord.parse(example.data.job);
    expect(id).toBe("job_0123456789abcdefghijkl");
    const stored = {
      repository: "r",
      branch: "b",
      usage: {},
      pull_request: null,
      created_at: example.timestamp,
      updated_at: example.timestamp,
      ...example.data.job,
    };
    const sent = JSON.parse(
      writeBody({ type: "x", messageAt: new Date(), projectId: "p", job: stored } as never),
    );
    expect([Object.keys(example), Object.keys(example.data), Object.keys(example.data.job)]).toEqual([
      Object.keys(sent),
      Object.keys(sent.data),
      Object.keys(sent.data.job),
    ]);
  });

  test("every event is in the table, and no other", () => {
    const [table] = /(?<=## Events\n).*?(?=\n## )/s.exec(page) ?? [""];
    const rows = table.split("\n").filter((line) => line.startsWith("| `"));
    const named = rows.flatMap((line) =>
      [...line.split("|")[1]!.matchAll(/`([\w.]+)`/g)].map(([, event]) => event),
    );
    expect(named).toEqual([...webhookEvents]);
  });

  test("the waits are those between attempts", async () => {
    const source = await readFile(join(root, "src/webhooks/deliver-webhooks.ts"), "utf8");
    const [, listed = ""] = /^const day = \[(.*)\];$/m.exec(source) ?? [];
    const [, row = ""] = /^\| Wait \| (.*) \|$/m.exec(page) ?? [];
    const units: Record<string, number> = { s: 1, min: 60, h: 3_600 };
    const seconds = row.split(" | ").map((wait) => {
      const [count, unit = ""] = wait.split(" ");
      return Number(count) * units[unit]!;
    });
    const waits = listed.split(",").map((text) => Number(text.replaceAll("_", "")));
    expect(seconds).toEqual(waits);
    expect(waits.length + 1).toBe(Number(/(\d+) attempts over nearly 24 hours/.exec(page)?.[1]));
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThan(24 * 3_600);
  });

  test("every command is in the table, with its options", async () => {
    const program = await buildProgram(
      { version: "1", io: { stdout: {}, stderr: {} } } as never,
      () => undefined,
    );
    const commands = program.commands.find((command) => command.name() === "webhook")!.commands;
    const rows = [...page.matchAll(/^\| `copydesk webhook (\w+) (.*?)` \|/gm)];
    expect(rows.map(([, name]) => name).sort()).toEqual(commands.map((command) => command.name()).sort());
    for (const [, name, rest = ""] of rows) {
      const command = commands.find((candidate) => candidate.name() === name)!;
      const own = command.options
        .map(({ long }) => long)
        // The address of a webhook is an option of its own; elsewhere `--url` and `--key` name the service.
        .filter((long) => !["--data", "--json", "--key"].includes(long!))
        .filter((long) => name === "create" || long !== "--url");
      expect([...rest.matchAll(/--\w+/g)].map(([option]) => option).sort()).toEqual(own.sort());
    }
  });
});
