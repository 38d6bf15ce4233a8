import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createTestCli } from "../../../test/helpers/cli-deps.ts";
import { AppError } from "../../errors.ts";
import type { CliDeps, CliStore } from "../deps.ts";
import { checkNode, checkOptionalPrograms } from "./doctor-checks.ts";
import { checkDiskSpeed } from "./speed-checks.ts";

let folder: string;
let closed: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "copydesk-doctor-"));
  closed = 0;
});

afterEach(() => rm(folder, { recursive: true, force: true }));

function createStore(assertModel: (model: string) => void = () => undefined): CliDeps["openStore"] {
  const close = async () => {
    closed += 1;
  };
  const query = async (text: string) => ({
    rows: text.includes("as now") ? [{ now: new Date() }] : [],
    rowCount: 0,
  });
  const database = { pool: { query } };
  return async () => ({ assertModel, database, close }) as unknown as CliStore;
}

async function doctor(openStore: CliDeps["openStore"], ...argv: string[]) {
  const data = join(folder, "data");
  const { code, stdout } = await createTestCli({ openStore }).run(
    "doctor",
    "--json",
    "--data",
    data,
    ...argv,
  );
  const { ok, checks } = JSON.parse(stdout) as {
    ok: boolean;
    checks: { name: string; ok: boolean; needed: boolean; found: string; cure?: string }[];
  };
  return { code, ok, problems: checks.filter((check) => !check.ok && check.needed), checks };
}

async function listen(body: string): Promise<{ server: Server; port: string }> {
  const server = createServer((_request, response) => void response.end(body));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, port: String((server.address() as AddressInfo).port) };
}

describe("doctor", () => {
  test("is content with a machine that has everything, and closes the store", async () => {
    const report = await doctor(createStore(), "--port", "0");
    expect(report).toMatchObject({ code: 0, ok: true, problems: [] });
    expect(report.checks.map(({ name }) => name)).toEqual([
      ...[
        "Node.js",
        "git",
        "data folder",
        "store",
        "queue",
        "secrets",
        ...["backup", "clock", "store speed", "mirrors"],
        "model",
        ...["disk", "workspaces", "disk speed", "files", "retention", "bucket", "TLS"],
        "network",
        "memory",
        "sandbox",
        "ssh",
        "gpg",
        "port",
      ],
    ]);
    const memory = report.checks.find(({ name }) => name === "memory") as { found: string };
    expect(memory.found).toMatch(/, and control groups \(version [12]\) for|, no control groups \(.+\)$/);
    expect(closed).toBe(1);
  });

  test("names each thing on a line of its own for people", async () => {
    const cli = createTestCli({ openStore: createStore() });
    const { stdout } = await cli.run("doctor", "--data", folder, "--port", "0");
    expect(stdout.trimEnd().split("\n")).toHaveLength(24);
    expect(stdout).toMatch(/^ok {7}Node\.js {6}v\d+/);
  });

  test.each([
    [
      "store",
      new AppError("store_unavailable", "It is away. Start it."),
      "It is away. Start it. (store_unavailable)",
    ],
    ["store", new AggregateError([new Error("refused A"), new Error("refused B")]), "refused A, refused B"],
  ])("says what is wrong with the %s and ends with 1", async (name, error, cure) => {
    const report = await doctor(() => Promise.reject(error), "--port", "0");
    expect(report).toMatchObject({ code: 1, ok: false, problems: [{ name }] });
    expect(report.problems[0]!.cure).toContain(cure);
  });

  test("says what the model needs and ends with 1", async () => {
    const refuse = () => {
      throw new AppError("invalid_configuration", "Set OPENAI_API_KEY.");
    };
    const report = await doctor(createStore(refuse), "--port", "0");
    expect(report).toMatchObject({
      code: 1,
      problems: [{ name: "model", cure: expect.stringContaining("Set") }],
    });
  });

  test("an impossible data folder is a problem with a cure", async () => {
    await writeFile(join(folder, "data"), "");
    const report = await doctor(createStore(), "--port", "0");
    expect(report).toMatchObject({ code: 1, problems: [{ name: "data folder" }] });
    expect(report.problems[0]!.cure).toContain("--data");
  });

  test("a disk that takes no file, as a full one does, is a problem and no crash", async () => {
    const dataFolder = join(folder, "missing");
    expect(await checkDiskSpeed({ dataFolder })).toMatchObject({
      ...{ name: "disk speed", ok: false, needed: true },
      cure: expect.stringContaining("free some space"),
    });
  });

  test("a port that another program uses is a problem; one where Copydesk answers is not", async () => {
    const other = await listen('{"status": "ok"}');
    const copydesk = await listen('{"status": "ok", "longestStallMs": 14}');
    try {
      const taken = await doctor(createStore(), "--port", other.port);
      expect(taken).toMatchObject({
        code: 1,
        problems: [{ name: "port", cure: expect.stringContaining("--port") }],
      });
      expect(await doctor(createStore(), "--port", copydesk.port)).toMatchObject({ code: 0, problems: [] });
    } finally {
      other.server.close();
      copydesk.server.close();
    }
  });

  test("a missing program that only some projects need is no problem", async () => {
    vi.stubEnv("PATH", "/nonexistent");
    const missing = await checkOptionalPrograms().finally(() => vi.unstubAllEnvs());
    expect(missing).toMatchObject([
      { name: "ssh", ok: false, needed: false, cure: expect.stringContaining("openssh-client") },
      { name: "gpg", ok: false, needed: false, cure: expect.stringContaining("gnupg") },
    ]);
  });

  test.each([
    ["v22.17.9", false],
    ["v22.18.0", true],
    ["v24.0.0", true],
    ["v20.20.2", false],
  ])("Node %s is enough: %s", (version, ok) => {
    expect(checkNode(version).ok).toBe(ok);
  });
});
