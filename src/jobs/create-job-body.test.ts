import { expect, test } from "vitest";
import { createJobBody } from "./create-job-body.ts";

test("a prompt is enough; everything else has defaults", () => {
  expect(createJobBody.parse({ prompt: "x" })).toEqual({
    prompt: "x",
    asDraft: false,
    mode: "pull_request",
    paths: [],
    budget: {},
    metadata: {},
  });
});

test("a full body is accepted unchanged", () => {
  const body = {
    prompt: "x".repeat(32_768),
    ref: "main",
    model: "openai/gpt-5",
    asDraft: true,
    mode: "preview",
    labels: Array.from({ length: 20 }, (_, index) => `label ${index}`),
    reviewers: ["ada", "team:docs"],
    branch: "docs/webhooks",
    title: "x".repeat(72),
    paths: Array.from({ length: 50 }, (_, index) => `docs/${index}/**`),
    budget: { maxSteps: 10, maxTokens: 1_000, maxCostUsd: 0.5, timeoutSeconds: 60 },
    metadata: Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`key${index}`, "value"])),
  };
  expect(createJobBody.parse(body)).toEqual(body);
});

const pairs = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, ""]));

test.each([
  [[], ""],
  ["text", ""],
  [null, ""],
  [{}, "prompt"],
  [{ prompt: "" }, "prompt"],
  [{ prompt: " \n" }, "prompt"],
  [{ prompt: "x".repeat(32_769) }, "prompt"],
  [{ prompt: "x\0" }, "prompt"],
  [{ prompt: "\ud800" }, "prompt"],
  [{ prompt: ["x"] }, "prompt"],
  [{ prompt: "x", asdraft: true }, ""],
  [{ prompt: "x", asDraft: "yes" }, "asDraft"],
  [{ prompt: "x", mode: "push" }, "mode"],
  [{ prompt: "x", model: "gpt" }, "model"],
  [{ prompt: "x", model: "openai/" }, "model"],
  [{ prompt: "x", ref: "" }, "ref"],
  [{ prompt: "x", labels: "docs" }, "labels"],
  [{ prompt: "x", labels: [" "] }, "labels.0"],
  [{ prompt: "x", labels: Array.from({ length: 21 }, (_, index) => `${index}`) }, "labels"],
  [{ prompt: "x", reviewers: [7] }, "reviewers.0"],
  [{ prompt: "x", branch: "" }, "branch"],
  [{ prompt: "x", title: "x".repeat(73) }, "title"],
  [{ prompt: "x", title: "two\nlines" }, "title"],
  [{ prompt: "x", paths: ["/etc/passwd"] }, "paths.0"],
  [{ prompt: "x", paths: ["docs/../../x"] }, "paths.0"],
  [{ prompt: "x", paths: Array.from({ length: 51 }, () => "a") }, "paths"],
  [{ prompt: "x", budget: { maxSteps: 0 } }, "budget.maxSteps"],
  [{ prompt: "x", budget: { maxTokens: 1.5 } }, "budget.maxTokens"],
  [{ prompt: "x", budget: { maxCostUsd: -1 } }, "budget.maxCostUsd"],
  [{ prompt: "x", budget: { steps: 1 } }, "budget"],
  [{ prompt: "x", metadata: pairs(17) }, "metadata"],
  [{ prompt: "x", metadata: { a: 1 } }, "metadata.a"],
  [{ prompt: "x", metadata: { a: "\ud800" } }, "metadata.a"],
  [{ prompt: "x", metadata: { "": "a" } }, "metadata."],
])("%j is refused at %j", (body, path) => {
  const paths = createJobBody.safeParse(body).error?.issues.map((issue) => issue.path.join("."));
  expect(paths).toEqual([path]);
});
