import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestCli } from "../../../test/helpers/cli-deps.ts";

const projectId = `prj_${"a".repeat(22)}`;
const lines = [
  { kind: "export", format: "copydesk-project", formatVersion: 1 },
  { kind: "project", project: { id: projectId } },
  // Longer than one chunk, and with characters of more than one byte.
  { kind: "job", job: {}, diff: "ü".repeat(300_000) },
  { kind: "end", jobs: 1 },
].map((line) => `${JSON.stringify(line)}\n`);

let folder: string;
let service: Server;
let url: string;
let isCut: "no" | "between lines" | "in a line";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "copydesk-export-"));
  service = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/x-ndjson" });
    const sent = isCut === "between lines" ? lines.slice(0, -1) : lines;
    const text = Buffer.from(sent.join(""));
    if (isCut !== "in a line") return response.end(text);
    response.write(text.subarray(0, 200_001), () => response.destroy());
  }).listen(0, "127.0.0.1");
  await once(service, "listening");
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(async () => {
  service?.close();
  await rm(folder, { recursive: true, force: true });
});

const exportTo = (file: string, ...more: string[]) =>
  createTestCli().run("export", projectId, "--out", file, "--url", url, "--key", "cpm_x", ...more);

test("the file has every line, belongs to its owner alone, and is not replaced by mistake", async () => {
  isCut = "no";
  const file = join(folder, "whole.ndjson");
  const written = await exportTo(file, "--json");
  expect(written.code).toBe(0);
  const text = lines.join("");
  expect(JSON.parse(written.stdout)).toEqual({ file, jobs: 1, bytes: Buffer.byteLength(text) });
  expect(await readFile(file, "utf8")).toBe(text);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await writeFile(file, "mine");
  expect((await exportTo(file)).code).toBe(2);
  expect(await readFile(file, "utf8")).toBe("mine");
  const replaced = await exportTo(file, "--overwrite");
  expect([replaced.code, replaced.stdout]).toEqual([0, expect.stringContaining("the project and 1 job")]);
  expect(await readFile(file, "utf8")).toBe(text);
});

test.each(["between lines", "in a line"] as const)(
  "an export that is cut %s leaves no file",
  async (where) => {
    isCut = where;
    const before = await readdir(folder);
    const cut = await exportTo(join(folder, "cut.ndjson"));
    expect(cut.code).not.toBe(0);
    expect(cut.stderr).toMatch(/cut off|could not be reached/);
    expect(await readdir(folder)).toEqual(before);
    const printed = await createTestCli().run("export", projectId, "--url", url, "--key", "cpm_x");
    expect(printed.code).not.toBe(0);
  },
);
