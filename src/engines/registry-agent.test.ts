import { randomUUID } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { installAcpAgent } from "../../test/helpers/acp-install-agent.ts";
import { type AcpModelScript, startAcpModelServer } from "../../test/helpers/acp-model-server.ts";
import { findProcesses, makePlace, probeForTests } from "../../test/helpers/acp-sandbox.ts";
import { skipUnless } from "../../test/helpers/skip-unless.ts";
import { runAcpAgent } from "./run-acp-agent.ts";

const isWanted = process.env.COPYDESK_TEST_ACP_AGENT === "1";
const sandbox = isWanted ? (await probeForTests()).sandbox : null;
const wanted = {
  ...skipUnless(sandbox?.kind === "bubblewrap", "no bubblewrap"),
  ...skipUnless(isWanted, "agents of the registry are installed with COPYDESK_TEST_ACP_AGENT=1 only"),
};

const filePath = "/workspace/guide.md";
const change = { old_string: "old", new_string: "new" };

const agents = [
  {
    name: "@google/gemini-cli",
    version: "0.61.0",
    entry: "bundle/gemini.js",
    parameters: ["--acp", "--model", "{modelName}"],
    protocol: "google",
    path: "/v1beta",
    environment: { GEMINI_API_KEY: "{modelKey}", GOOGLE_GEMINI_BASE_URL: "{modelRoot}" },
    edit: { name: "replace", arguments: { file_path: filePath, instruction: "say new", ...change } },
  },
  {
    name: "@qwen-code/qwen-code",
    version: "0.24.4",
    entry: "cli-entry.js",
    parameters: ["--acp"],
    protocol: "openai",
    path: "/v1",
    environment: { OPENAI_API_KEY: "{modelKey}", OPENAI_BASE_URL: "{modelUrl}", OPENAI_MODEL: "{modelName}" },
    edit: { name: "edit", arguments: { file_path: filePath, ...change } },
  },
] as const;

describe("an agent from the registry", wanted, () => {
  it.each(agents)("$name $version edits a page in the sandbox", { timeout: 400_000 }, async (agent) => {
    const apiKey = `key-${randomUUID()}`;
    const installed = await installAcpAgent(agent.name, agent.version, agent.entry);
    const place = await makePlace();
    const script: AcpModelScript = (_index, { tools, results }) => {
      if (!tools.includes("read_file")) return { text: "{}" };
      if (results === 0) return { calls: [{ name: "read_file", arguments: { file_path: filePath } }] };
      return results === 1 ? { calls: [agent.edit] } : { text: "# Say new\n\nThe guide says new." };
    };
    const model = await startAcpModelServer(script);
    try {
      await writeFile(join(place.workspace, "guide.md"), "# Guide\n\nThe colour is old.\n");
      const outcome = await runAcpAgent(
        { sandbox: sandbox!, fetch },
        {
          command: ["node", installed.program, ...agent.parameters],
          directory: place.workspace,
          prompt: "Replace old by new in guide.md.",
          model: { name: "scripted", protocol: agent.protocol, baseUrl: model.root + agent.path, apiKey },
          environment: agent.environment,
          readOnlyPaths: [installed.folder],
          refuseWrite: () => null,
          emit: async () => {},
          budget: { maxSteps: 10, maxTokens: null },
          signal: AbortSignal.timeout(60_000),
        },
      );
      expect(outcome).toMatchObject({
        kind: "finished",
        title: "Say new",
        summary: "# Say new\n\nThe guide says new.",
      });
      // Some agents also request a title or the like if there is time.
      expect(outcome.usage.requests).toBeGreaterThanOrEqual(3);
      expect(outcome.usage.inputTokens).toBeGreaterThanOrEqual(300);
      expect(await readFile(join(place.workspace, "guide.md"), "utf8")).toBe(
        "# Guide\n\nThe colour is new.\n",
      );
      expect(await readdir(place.workspace)).toEqual(["guide.md"]);
      for (const { headers } of model.requests)
        expect(headers["x-goog-api-key"] ?? headers.authorization).toContain(apiKey);
      expect(JSON.stringify(model.requests.map(({ body }) => body))).not.toContain(apiKey);
      expect(await findProcesses(installed.program)).toEqual([]);
    } finally {
      await model.close();
      await place.remove();
    }
  });
});
