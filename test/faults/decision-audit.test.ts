import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createApiKey } from "../../src/api-keys/create-api-key.ts";
import { type EmulatedGithub, startEmulatedGithub } from "../helpers/code-hosts/emulated-github.ts";
import { type HostedProject, hostProject } from "../helpers/code-hosts/hosted-project.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";

const files = { "index.md": "# Home\n\nA widget is a small thing.\n" };

/** A process that dies while it merges at a code host: what was decided stands in the audit log once. */
describe("kill -9 around a merge at the code host", () => {
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
      github.onMerge = null;
      await project.remove();
    };
  });

  const start = () => startCopydesk({ role: "api", environment: project.environment });

  async function ask(service: CopydeskProcess, path: string, body?: unknown): Promise<Response> {
    const address = `${service.url}/v2/agent/${project.projectId}/job/${jobId}/review${path}`;
    return await fetch(address, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async function audited(): Promise<unknown[]> {
    return await project.query(
      `select action, author ->> 'kind' as kind, author ->> 'name' as name, after ->> 'state' as state
       from audit_log where action like 'pull_request.%' order by id`,
    );
  }

  const entry = { action: "pull_request.merged", kind: "api_key", name: "reviewer", state: "merged" };

  test.each([
    { moment: "asked", terms: ["widget", "gadget"] },
    { moment: "done", terms: ["small", "tiny"] },
  ] as const)(
    "when the merge was $moment: one entry, and none before it is merged",
    async ({ moment, terms }) => {
      jobId = await project.create(`Replace "${terms[0]}" with "${terms[1]}"`);
      expect(await project.untilEnded(jobId)).toMatchObject({ reason: "pull_request_opened" });
      const first = await start();
      const { headCommit } = (await (await ask(first, "")).json()) as { headCommit: string };
      const merge = { headCommit, method: "merge" };
      let isKilled = false;
      github.onMerge = async (now) => {
        if (now !== moment || isKilled) return;
        isKilled = true;
        await first.end("SIGKILL");
        // What was asked by a process that is gone does not reach a host that went away with it.
        if (moment === "asked") throw new Error("The connection is gone.");
      };
      await expect(ask(first, "/merge", merge)).rejects.toThrow();
      expect(isKilled).toBe(true);
      expect(await audited()).toEqual([]);

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
});
