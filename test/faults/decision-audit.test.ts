import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createApiKey } from "../../src/api-keys/create-api-key.ts";
import {
  type EmulatedGithub,
  type Moment,
  startEmulatedGithub,
  type Watched,
} from "../helpers/code-hosts/emulated-github.ts";
import { type HostedProject, hostProject } from "../helpers/code-hosts/hosted-project.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { git } from "../helpers/git-fixture.ts";

const files = { "index.md": "# Home\n\nA widget is a small thing.\n" };

/** A process that dies while it decides at a code host: what was decided stands in the audit log once. */
describe("kill -9 around a decision at the code host", () => {
  let github: EmulatedGithub;
  let project: HostedProject;
  let key: string;
  let jobId: string;

  beforeAll(async () => {
    github = await startEmulatedGithub(files);
  });
  afterAll(() => github?.close());

  beforeEach(async () => {
    project = await hostProject(
      {
        repository: github.repository,
        options: () => ({ apiUrl: github.apiUrl, credentials: { token: github.token } }) as never,
      },
      { host: "github" },
    );
    ({ key } = await createApiKey({ database: project.database }, project.projectId, { name: "reviewer" }));
    return async () => {
      github.onRequest = null;
      await project.remove();
    };
  });

  const start = () => startCopydesk({ role: "api", environment: project.environment });

  async function ask(
    service: CopydeskProcess,
    path: string,
    body?: unknown,
    bearer = key,
  ): Promise<Response> {
    const address = `${service.url}/v2/agent/${project.projectId}/job/${jobId}/review${path}`;
    return await fetch(address, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async function audited(): Promise<unknown[]> {
    return await project.query(
      `select action, author ->> 'kind' as kind, author ->> 'name' as name, after ->> 'state' as state
       from audit_log where action like 'pull_request.%' or action = 'suggestions.applied' order by id`,
    );
  }

  async function open(terms: readonly [string, string]): Promise<void> {
    jobId = await project.create(`Replace "${terms[0]}" with "${terms[1]}"`);
    expect(await project.untilEnded(jobId)).toMatchObject({ reason: "pull_request_opened" });
  }

  const headSeenBy = async (service: CopydeskProcess) =>
    ((await (await ask(service, "")).json()) as { headCommit: string }).headCommit;

  /** The request reaches the host, and the process is gone before or after the host has done it. */
  async function dieAt(
    point: { what: Watched; moment: Moment },
    path: string,
    body: (headCommit: string) => object,
    bearer = key,
  ): Promise<object> {
    const before = await audited();
    const service = await start();
    const sent = body(await headSeenBy(service));
    let isKilled = false;
    github.onRequest = async (what, moment) => {
      if (what !== point.what || moment !== point.moment || isKilled) return;
      isKilled = true;
      await service.end("SIGKILL");
      // What was asked by a process that is gone does not reach a host that went away with it.
      if (moment === "asked") throw new Error("The connection is gone.");
    };
    await expect(ask(service, path, sent, bearer)).rejects.toThrow();
    expect(isKilled).toBe(true);
    expect(await audited()).toEqual(before);
    return sent;
  }

  const entry = { action: "pull_request.merged", kind: "api_key", name: "reviewer", state: "merged" };

  test.each([
    { moment: "asked", terms: ["widget", "gadget"] },
    { moment: "done", terms: ["small", "tiny"] },
  ] as const)(
    "when the merge was $moment: one entry, and none before it is merged",
    async ({ moment, terms }) => {
      await open(terms);
      const merge = await dieAt({ what: "merge", moment }, "/merge", (headCommit) => ({
        ...{ headCommit, method: "merge" },
      }));

      const second = await start();
      if (moment === "asked") {
        const seen = (await (await ask(second, "")).json()) as { pullRequest: { state: string } };
        expect(seen.pullRequest.state).toBe("open");
        expect(await audited()).toEqual([]);
        expect((await ask(second, "/merge", merge)).status).toBe(200);
      } else {
        // Whoever learns of the new state first records it: here the next reader of the review.
        await ask(second, "");
        expect(await audited()).toEqual([entry]);
        expect((await ask(second, "/merge", merge)).status).toBe(200);
      }
      expect(await audited()).toEqual([entry]);
      expect(await project.query("select 1 from decision_intents")).toEqual([]);
      await second.end();
    },
  );

  test.each([
    { moment: "asked", terms: ["a", "one"] },
    { moment: "done", terms: ["thing", "part"] },
  ] as const)(
    "when the approval was $moment: one entry, by the one who approved",
    async ({ moment, terms }) => {
      await open(terms);
      const approval = await dieAt({ what: "approval", moment }, "/approve", (headCommit) => ({
        headCommit,
      }));
      const entry = { action: "pull_request.approved", kind: "api_key", name: "reviewer", state: null };
      const second = await start();
      await ask(second, "");
      expect(await audited()).toEqual(moment === "done" ? [entry] : []);
      if (moment === "asked") expect((await ask(second, "/approve", approval)).status).toBe(200);
      await ask(second, "");
      expect(await audited()).toEqual([entry]);
      await second.end();
    },
  );

  test.each([
    { moment: "asked", terms: ["A", "The"] },
    { moment: "done", terms: ["thing", "item"] },
  ] as const)(
    "when a second person's approval through the same account was $moment: one entry for each who approved",
    async ({ moment, terms }) => {
      await open(terms);
      const colleague = { name: "colleague" };
      const second = await createApiKey({ database: project.database }, project.projectId, colleague);
      const first = await start();
      expect((await ask(first, "/approve", { headCommit: await headSeenBy(first) })).status).toBe(200);
      await first.end();
      const approved = { action: "pull_request.approved", kind: "api_key", name: "reviewer", state: null };
      const both = [approved, { ...approved, name: colleague.name }];

      const toBody = (headCommit: string) => ({ headCommit });
      const sent = await dieAt({ what: "approval", moment }, "/approve", toBody, second.key);
      const next = await start();
      await ask(next, "");
      expect(await audited()).toEqual(moment === "done" ? both : [approved]);
      if (moment === "asked") expect((await ask(next, "/approve", sent, second.key)).status).toBe(200);
      await ask(next, "");
      expect(await audited()).toEqual(both);
      await next.end();
    },
  );

  test.each([
    { moment: "asked", terms: ["is", "was"] },
    { moment: "done", terms: ["Home", "Start"] },
  ] as const)(
    "when the commit of suggested edits was $moment: sent again, it is one commit and one entry",
    async ({ moment, terms }) => {
      await open(terms);
      const page = await git(github.folder, ["show", `copydesk/${jobId}:index.md`]);
      const expected = page.split("\n")[2]!;
      const edit = { path: "index.md", startLine: 3, endLine: 3, expected, replacement: "Said better." };
      const sent = await dieAt({ what: "push", moment }, "/suggestions", (headCommit) => ({
        ...{ headCommit, suggestions: [edit] },
      }));

      const second = await start();
      expect((await ask(second, "/suggestions", sent)).status).toBe(200);
      expect((await ask(second, "/suggestions", sent)).status).toBe(200);
      const entry = { action: "suggestions.applied", kind: "api_key", name: "reviewer", state: null };
      expect(await audited()).toEqual([entry]);
      const commits = await git(github.folder, ["rev-list", `main..copydesk/${jobId}`]);
      expect(commits.split("\n")).toHaveLength(2);
      expect(await headSeenBy(second)).toBe(commits.split("\n")[0]);
      expect(await git(github.folder, ["show", `copydesk/${jobId}:index.md`])).toContain("Said better.");
      await second.end();
    },
  );
});
