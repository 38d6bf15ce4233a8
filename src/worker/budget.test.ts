import { describe, expect, test } from "vitest";
import { assertBudget } from "../jobs/assert-budget.ts";
import { readBudget } from "./budget.ts";

const max = { maxSteps: 100, maxTokens: null, maxCostUsd: 2, timeoutSeconds: 600 };

describe("the budget of a turn", () => {
  test("above what the service allows is refused, with every problem", () => {
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
    ["the default", {}, undefined, { maxTokens: null, maxCostUsd: 2, timeoutSeconds: 600 }],
    [
      "the service's where the project asks for more",
      {},
      { maxSteps: 500, maxCostUsd: 9 },
      { maxSteps: 100, maxCostUsd: 2 },
    ],
  ])("is %s", (_, budget, projectBudget, expected) => {
    const settings = projectBudget === undefined ? {} : { budget: projectBudget };
    expect(readBudget({ budget, settings }, max)).toMatchObject(expected);
  });
});
