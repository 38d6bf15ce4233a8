import { describe, expect, test } from "vitest";
import { prefersType } from "./prefers-type.ts";

describe("a stream instead of JSON", () => {
  test.each([
    "text/event-stream",
    "TEXT/Event-Stream ; charset=utf-8",
    "text/event-stream;q=0.1",
    "application/json, text/event-stream",
    "application/json;q=0.5, text/event-stream;q=0.6",
    "text/event-stream, */*",
    "text/event-stream;q=0.2, */*, application/json;q=0.1",
    "text/event-stream;q=0.2, */*, application/*;q=0.2",
  ])("is for who sends Accept: %s", (accept) => {
    expect(prefersType(accept, "text/event-stream", "application/json")).toBe(true);
  });

  test.each([
    undefined,
    "",
    "*/*",
    "text/*",
    "application/json",
    "text/event-stream;q=0",
    "text/event-stream;q=0, application/json",
    "text/event-stream;q=0.1, application/json",
    "text/event-stream; Q = 0.1, application/*",
    "text/event-stream;q=0.9, */*",
    "text/event-stream;q=much",
    "text/event-streams",
  ])("is not for who sends Accept: %s", (accept) => {
    expect(prefersType(accept, "text/event-stream", "application/json")).toBe(false);
  });
});

test("browsers that follow a link get a page", () => {
  const accept =
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7";
  expect(prefersType(accept, "text/html", "application/json")).toBe(true);
});
