import { expect, test } from "vitest";
import { createJobBody } from "../../../../src/jobs/create-job-body.ts";
import { eventExamples } from "../../../../test/helpers/event-examples.ts";
import type { AnyEvent } from "./event-log.ts";
import { toCreateBody } from "./to-create-body.ts";

const created = (data: object) =>
  ({
    seq: 1,
    at: "",
    kind: "created",
    data: { ...eventExamples.created, ...data },
    author: null,
  }) as AnyEvent;

test("a job runs again with what it was created with", () => {
  const options = {
    ref: "next",
    mode: "preview",
    asDraft: true,
    paths: ["docs/**"],
    budget: { maxSteps: 3 },
  };
  const body = toCreateBody(created(options));
  expect(createJobBody.parse(body)).toMatchObject({
    prompt: "Fix typos",
    metadata: { team: "docs" },
    ...options,
  });
});

test("fields that were left to the project are left to it again", () => {
  const body = toCreateBody(created({ budget: {}, metadata: {} }));
  expect(Object.keys(body!).sort()).toEqual(["asDraft", "mode", "model", "prompt"]);
});

test("there is nothing to run before its first event has arrived", () => {
  expect(toCreateBody(undefined)).toBeNull();
});
