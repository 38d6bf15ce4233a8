import { describe, expect, test } from "vitest";
import { assertBudget } from "../jobs/assert-budget.ts";
import { readBudget } from "./budget.ts";

const max = { maxSteps: 100, maxTokens: null, maxCostUsd: 2, timeoutSeconds: 600 };

describe("the budget of a turn", () => {
  test("is refused above the service's limits, with every problem", () => {
    expect(() => assertBudget(max, { maxSteps: 100, maxTokens: 1e9, maxCostUsd: 2 })).not.toThrow();
    expect(() => assertBudget(max, { maxSteps: 101, maxCostUsd: 2.5, timeoutSeconds: 601 })).toThrow(
      expect.objectContaining({
        code: "invalid_request",
        details: {
          errors: [
            { path: "budget.maxSteps", message: expect.stringContaining("at most 100") },
            { path: "budget.maxCostUsd", message: expect.stringContaining("at most 2,") },
            { path: "budget.timeoutSeconds", message: expect.stringContaining("at most 600") },
          ],
        },
      }),
    );
  });

  test.each([
    ["the job's own over the project's", { maxSteps: 5 }, { maxSteps: 9 }, { maxSteps: 5 }],
    ["the project's over the default", {}, { maxSteps: 9, maxTokens: 50 }, { maxSteps: 9, maxTokens: 50 }],
    [
      "the default",
      {},
      undefined,
      { maxSteps: 100, maxTokens: 3_000_000, maxCostUsd: 2, timeoutSeconds: 600 },
    ],
    ["more tokens than the default, where the project says so", {}, { maxTokens: 9e6 }, { maxTokens: 9e6 }],
    [
      "the service's where the project asks for more",
      {},
      { maxSteps: 500, maxCostUsd: 9 },
      { maxSteps: 100, maxCostUsd: 2 },
    ],
  ])("is %s", (_, budget, projectBudget, expected) => {
    const settings = projectBudget === undefined ? {} : { budget: projectBudget };
    expect(readBudget({ budget, settings, model: "openai/gpt-5" }, max)).toMatchObject(expected);
  });

  test("has no token limit for the built-in model, and room for large sites", () => {
    const instance = { maxSteps: 1_000, maxTokens: null, maxCostUsd: null, timeoutSeconds: 43_200 };
    const job = { budget: {}, settings: {}, model: "copydesk/chores" };
    expect(readBudget(job, instance)).toEqual({ ...instance, timeoutSeconds: 1_800 });
    const engine = { kind: "acp" as const, command: ["agent"] };
    expect(readBudget({ ...job, settings: { engine } }, instance)).toMatchObject({ maxSteps: 100 });
  });
});
