import { expect, test } from "vitest";
import { AppError } from "../errors.ts";
import { openOnce } from "./open-once.ts";
import { toHostError } from "./to-host-error.ts";
import type { PullRequestRef } from "./types.ts";

const pullRequest: PullRequestRef = { number: 7, url: "https://host/7", state: "open", branch: "copydesk/a" };
const answer = (status: number) =>
  toHostError({ host: "Host", status, text: "", action: "open the pull request", secrets: [] });
const duplicate = new AppError("code_host_refused", "there is one already", { details: { status: 409 } });

/**
 * Makes `create` throw the given errors in turn, then succeed; `find` returns the items of `found` in turn.
 */
function scene(errors: AppError[], found: (PullRequestRef | null)[]) {
  const calls: string[] = [];
  return {
    calls,
    opening: openOnce({
      async create() {
        calls.push("create");
        const error = errors.shift();
        if (error !== undefined) throw error;
        return pullRequest;
      },
      async find() {
        calls.push("find");
        return found.shift() ?? null;
      },
      isDuplicate: (error) => error === duplicate,
      sleep: async () => void calls.push("sleep"),
    }),
  };
}

test("does not search after a successful create", async () => {
  const { opening, calls } = scene([], []);
  expect(await opening).toEqual({ pullRequest, adopted: false });
  expect(calls).toEqual(["create"]);
});

test.each([0, 408, 500, 502, 503, 504])(
  "after %s it is looked for before it is made again",
  async (status) => {
    const made = scene([answer(status)], [pullRequest]);
    expect(await made.opening).toEqual({ pullRequest, adopted: true });
    expect(made.calls).toEqual(["create", "sleep", "find"]);
    const lost = scene([answer(status)], [null]);
    expect(await lost.opening).toEqual({ pullRequest, adopted: false });
    expect(lost.calls).toEqual(["create", "sleep", "find", "create"]);
  },
);

test.each([400, 401, 403, 404, 422, 429])("does not retry after %s", async (status) => {
  const { opening, calls } = scene([answer(status)], []);
  await expect(opening).rejects.toMatchObject({ details: { status } });
  expect(calls).toEqual(["create"]);
});

test("adopts an existing pull request, even if the list shows it only later", async () => {
  const { opening, calls } = scene([duplicate, duplicate], [null, pullRequest]);
  expect(await opening).toEqual({ pullRequest, adopted: true });
  expect(calls).toEqual(["create", "find", "sleep", "create", "find"]);
});

test("gives up with the host's own error after four attempts", async () => {
  const { opening, calls } = scene(Array(9).fill(answer(503)), []);
  await expect(opening).rejects.toMatchObject({ code: "code_host_unavailable" });
  expect(calls.filter((call) => call === "create")).toHaveLength(4);
});
