import { expect, test } from "vitest";
import { startAdminCli } from "../../../test/helpers/admin-cli.ts";
import { createCliStore, createTestCli } from "../../../test/helpers/cli-deps.ts";
import { readConfig } from "../../config.ts";
import type { ListedModel } from "../../schemas/listed-model.ts";
import type { CliDeps } from "../deps.ts";

const models: ListedModel[] = [
  {
    ...{ id: "copydesk/chores", provider: "copydesk", available: true, reason: null, isDefault: true },
    price: { input: 0, cachedInput: 0, output: 0 },
  },
  {
    ...{ id: "anthropic/claude-x", provider: "anthropic", available: true, reason: null, isDefault: false },
    price: { input: 3, cachedInput: 0.3, cacheWrite: 3.75, output: 15 },
  },
  {
    ...{ id: "openai/*", provider: "openai", available: false, reason: "bad\u001b[31m\nkey" },
    ...{ isDefault: false, price: null },
  },
];

test("models prints a table, without characters that could control the terminal", async () => {
  const cli = createTestCli({ listModels: async () => models });
  const { code, stdout, stderr } = await cli.run("models");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toBe(
    [
      "MODEL               USABLE  USD PER MILLION TOKENS IN / OUT  NOTE",
      "copydesk/chores     yes     0 / 0                            default",
      "anthropic/claude-x  yes     3 / 15",
      "openai/*            no      –                                bad‹U+001B›[31m key\n",
    ].join("\n"),
  );
});

test("models --json prints what the API returns, for the environment's configuration", async () => {
  const asked: string[] = [];
  const cli = createTestCli({
    readConfig: () => readConfig({ COPYDESK_MODEL: "anthropic/claude-x" }),
    listModels: async ({ defaultModel }) => {
      asked.push(defaultModel);
      return models;
    },
  });
  const { code, stdout } = await cli.run("models", "--json");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ data: models });
  expect(asked).toEqual(["anthropic/claude-x"]);
});

test("project set --models stores what a project allows, and models --project asks for that", async () => {
  const admin = await startAdminCli();
  const id = await admin.newProject();
  const asked: unknown[] = [];
  const listModels: CliDeps["listModels"] = async (_config, project) => {
    asked.push(project);
    return [];
  };
  const set = (list: string) => admin.json("project", "set", id, "--models", list);
  expect((await set("anthropic/*, copydesk/chores")).settings.models).toEqual([
    "anthropic/*",
    "copydesk/chores",
  ]);
  const openStore: CliDeps["openStore"] = async () => createCliStore(admin.store.database);
  await createTestCli({ listModels, openStore }).run("models", "--project", id);
  expect((await set("none")).settings).not.toHaveProperty("models");
  expect(asked).toEqual([{ model: null, models: ["anthropic/*", "copydesk/chores"] }]);
  expect((await admin.cli.run("project", "set", id, "--models", "a b")).code).not.toBe(0);
  await admin.close();
});
