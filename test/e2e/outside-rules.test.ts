import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JobRecord } from "../../src/jobs/record.ts";
import { updateProject } from "../../src/projects/update-project.ts";
import { findProgram } from "../../src/sandbox/find-program.ts";
import { probeSandbox } from "../../src/sandbox/probe-sandbox.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { skipUnless } from "../helpers/skip-unless.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";

let server: Server;
let url: string;
let project: TestProject;
let copydesk: CopydeskProcess;
const asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(request.url === "/there" ? 200 : 404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  project = await makeTestProject({
    "docs.json": JSON.stringify({ name: "Docs", navigation: { pages: ["index", "other"] } }),
    "index.mdx": `---\ntitle: Home\n---\n\nUse the token. See [a](${url}/there) and [b](${url}/gone).\n`,
    ".vale.ini": "StylesPath = styles\n[*.mdx]\nBasedOnStyles = Own\n",
    "styles/Own/Words.yml":
      "extends: existence\nmessage: \"Avoid '%s'.\"\nlevel: error\ntokens:\n  - passphrase\n",
    "other.mdx": `---\ntitle: Other\n---\n\nSee [c](${url}/elsewhere).\n`,
  });
  const environment = { ...project.environment, COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes" };
  copydesk = await startCopydesk({ environment });
});

afterAll(async () => {
  await copydesk?.end();
  await project?.remove();
  server.closeAllConnections();
  server.close();
});

async function runJob(prompt: string): Promise<JobRecord> {
  const created = await project.request(copydesk.url, "/job", {
    method: "POST",
    body: JSON.stringify({ prompt }),
  });
  const { id } = (await created.json()) as JobRecord;
  const [record] = await project.waitForAll(copydesk.url, [id]);
  return record!;
}

async function checksOf({ id }: JobRecord) {
  const response = await project.request(copydesk.url, `/job/${id}/checks`);
  return (await response.json()) as { warnings?: object[]; rules: { rule: string; state: string }[] };
}

const hasVale = (await findProgram((process.env.PATH ?? "").split(":"), "vale")) !== null;
const hasSandbox = hasVale && (await probeSandbox()).kind !== "none";
const ofRule = (rules: { rule: string; state: string }[], id = "external-link") =>
  rules.find(({ rule }) => rule === id);

test("no job asks other sites unless its project wants it", async () => {
  const record = await runJob('Replace "token" with "key"');
  expect(record).toMatchObject({ status: "completed" });
  expect(ofRule((await checksOf(record)).rules)).toMatchObject({ state: "off" });
  expect(asked).toEqual([]);
});

test("with the rule on, dead links of edited pages are warnings and hold nothing back", async () => {
  await updateProject(project.store, project.projectId, { settings: { rules: { on: ["external-link"] } } });
  const record = await runJob('Replace "token" with "secret"');
  expect(record).toMatchObject({ status: "completed", reason: "pull_request_opened" });
  const { warnings, rules } = await checksOf(record);
  expect(warnings).toMatchObject([
    { rule: "external-link", path: "index.mdx", message: `${url}/gone answers 404` },
  ]);
  expect(ofRule(rules)).toMatchObject({ state: "judged" });
  expect(new Set(asked)).toEqual(new Set(["/there", "/gone"]));
  asked.length = 0;
  expect(await checksOf(await runJob('Replace "token" with "cipher"'))).toMatchObject({ warnings });
  expect(asked).toEqual([]);
});

test(
  "with vale on, the repository's styles judge what a job writes",
  skipUnless(hasSandbox, "vale and a sandbox"),
  async () => {
    await updateProject(project.store, project.projectId, { settings: { rules: { on: ["vale"] } } });
    const { warnings, rules } = await checksOf(await runJob('Replace "token" with "passphrase"'));
    expect(warnings).toMatchObject([
      { rule: "vale", path: "index.mdx", line: 5, message: "Avoid 'passphrase'. (Own.Words, error)" },
    ]);
    expect(ofRule(rules, "vale")).toMatchObject({ state: "judged" });
  },
);
