import { expect, test } from "vitest";
import { createTestCli } from "../../test/helpers/cli-deps.ts";
import { readConfig } from "../config.ts";
import type { ListedModel } from "../listed-model.ts";

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

test("models prints a table, without characters that could steer the terminal", async () => {
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

test("models --json prints what the API answers, for the environment's configuration", async () => {
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
