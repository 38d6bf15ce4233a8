import { expect, test } from "vitest";
import { AppError, type ErrorCode, errorCatalogue } from "../errors.ts";
import { createLog } from "../log.ts";
import { createGate } from "../outgoing/create-gate.ts";
import { createKnownSecrets } from "../outgoing/known-secrets.ts";
import { toFailure } from "./failure.ts";
import type { JobSpec } from "./job-spec.ts";
import type { RunDeps } from "./run.ts";
import { runJob, startRun } from "./run-job.ts";

const reasons: Record<string, readonly ErrorCode[]> = {
  repository_error: [
    ...(["invalid_ref", "invalid_repository_url", "url_not_allowed", "repository_unreachable"] as const),
    ...([
      "repository_empty",
      "ref_not_found",
      "markup_not_edited",
      "repository_too_large",
      "file_name_unreadable",
      "workspace_disk_full",
    ] as const),
    ...(["git_missing", "git_failed"] as const),
  ],
  code_host_error: [
    ...(["push_rejected", "code_host_unauthorized", "code_host_forbidden", "code_host_refused"] as const),
    "code_host_unavailable",
  ],
  diff_too_large: ["diff_too_large"],
  checks_failed: ["forbidden_change", "path_not_allowed"],
  check_timeout: ["check_timeout"],
  model_error: ["unknown_model", "sandbox_unavailable", "invalid_configuration", "model_error"],
  instruction_not_understood: ["instruction_not_understood"],
  invalid_policy: ["invalid_policy"],
};

test.each(Object.entries(reasons))("a job fails as %s for its codes, with their text", (reason, codes) => {
  for (const code of codes)
    expect(toFailure(new AppError(code, "Said so."))).toMatchObject({ reason, message: "Said so." });
});

test("every other code is an internal error, and anything but an AppError is described only in the log", () => {
  const known = new Set(Object.values(reasons).flat());
  for (const code of Object.keys(errorCatalogue) as ErrorCode[]) {
    if (known.has(code)) continue;
    expect([code, toFailure(new AppError(code, "x")).reason]).toEqual([code, "internal_error"]);
  }
  expect(toFailure(new TypeError("secret")).message).not.toContain("secret");
});

const words = "GitHub needs a token or a GitHub App. Connect the project with one.";

const missing = () => {
  throw new AppError("invalid_configuration", words);
};

function scene(openProjectHost: unknown) {
  const deps = {
    log: createLog({ level: "silent", pretty: false }),
    budgetMax: { maxSteps: 1, maxTokens: null, maxCostUsd: null, timeoutSeconds: 60 },
    siteChecker: { warm: async () => undefined },
    openProjectHost,
    resolveModel() {
      throw new Error("the model was asked");
    },
  };
  const job = { id: "job_1", turn: 1, repository: "https://github.com/acme/docs", settings: {}, budget: {} };
  const ledger = { record: async () => undefined, newestMessage: () => 0 };
  const turn = {
    gate: createGate(() => createKnownSecrets().of(null)),
    ledger,
    events: { recorded: [], past: [] },
    loadMessages: async () => [],
    loadCaps: async () => [],
  };
  const spec = { ...job, usage: {}, elapsedMs: 0, fork: null };
  return [
    deps as unknown as RunDeps,
    spec as unknown as JobSpec,
    turn,
    new AbortController().signal,
  ] as const;
}

test("a project without credentials fails with the host's error, before any model is asked", async () => {
  const result = await runJob(...scene(missing));
  expect(result).toMatchObject({ status: "failed", reason: "code_host_error", message: words });
});

test("credentials that turn out to be missing when git uses them are the host's error too", async () => {
  const host = startRun(...scene(() => ({ access: async () => missing() }))).host();
  await expect(host.access()).rejects.toMatchObject({ reason: "code_host_error", message: words });
});
