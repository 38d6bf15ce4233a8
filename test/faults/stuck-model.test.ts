import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JobRecord } from "../../src/jobs/record.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { type ScriptedAnswer, startScriptedModelServer } from "../helpers/scripted-model-server.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";

type Call = NonNullable<ScriptedAnswer["calls"]>[number];

const read = (path: string): Call => ({ name: "read", arguments: { path } });
const edit = (old: string, now: string): Call => ({
  name: "edit",
  arguments: { path: "guide.md", edits: [{ old, new: now }] },
});
const list: Call = { name: "list", arguments: {} };
const unknown: Call = { name: "bash", arguments: { command: "ls" } };
const begin = [read("guide.md"), edit("API token", "API key")];

/** Prompt → what the model calls, the last ones over and over. */
const circles: Record<string, { begin: Call[]; turns: Call[] }> = {
  "the same call": { begin, turns: [list] },
  "a call of a tool that there is not": { begin, turns: [unknown] },
  "two calls in turns": { begin: [], turns: [edit("API token", "API key"), list] },
  "edits that undo each other": {
    begin: [read("guide.md")],
    turns: [edit("API token", "API key"), edit("API key", "API token")],
  },
};

let project: TestProject;
let copydesk: CopydeskProcess;
let model: Awaited<ReturnType<typeof startScriptedModelServer>>;

beforeAll(async () => {
  project = await makeTestProject({
    "index.md": "# Home\n\nSee the [guide](guide.md).\n",
    "guide.md": "# Guide\n\nSet the API token.\n",
  });
  model = await startScriptedModelServer({
    script: (_index, { messages }) => {
      const task = JSON.stringify(messages);
      const [, circle] = Object.entries(circles).find(([prompt]) => task.includes(`Task:\\n${prompt}`))!;
      const step = messages.filter(({ role }) => role === "assistant").length;
      const call = circle.begin[step] ?? circle.turns[(step - circle.begin.length) % circle.turns.length]!;
      return { calls: [call] };
    },
  });
  copydesk = await startCopydesk({
    environment: {
      ...project.environment,
      COPYDESK_MODEL: "openai-compatible/scripted",
      OPENAI_COMPATIBLE_BASE_URL: model.baseUrl,
      COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
    },
  });
});

afterAll(async () => {
  await copydesk?.end();
  await model?.close();
  await project?.remove();
});

describe("a model that goes round in circles", () => {
  test.each(Object.keys(circles))(
    "by %s is ended within ten steps of it, with the patch kept",
    async (prompt) => {
      const [id] = await project.createJobs(copydesk.url, 1, () => prompt);
      const [record] = (await project.waitForAll(copydesk.url, [id!])) as [JobRecord];
      expect(record).toMatchObject({ status: "failed", reason: "agent_stuck", prLink: null });
      expect(record.message).toMatch(
        /The model .*so the job was stopped\. .* choose a more capable model\.$/,
      );
      const { begin } = circles[prompt]!;
      expect(record.usage.steps).toBeLessThanOrEqual(begin.length + 10);
      const { rows } = await project.store.database.pool.query("select patch from jobs where id = $1", [id]);
      if (begin.length === 2) expect(rows[0].patch).toContain("+Set the API key.");
      expect(await project.branches()).not.toContain(record.source.ref);
    },
  );
});
