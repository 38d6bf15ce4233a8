import { describe, expect, test } from "vitest";
import { type AnyEvent, addEvents, emptyLog, lastSeq } from "./event-log.ts";

const event = (seq: number): AnyEvent => ({
  seq,
  at: "2026-11-22T09:00:00.000Z",
  kind: "unarchived",
  data: {},
  author: null,
});
const numbers = (log: { events: readonly AnyEvent[] }) => log.events.map(({ seq }) => seq);

describe("the log of a job's events", () => {
  test("keeps each event once, however often it arrives", () => {
    const once = addEvents(emptyLog, [event(1), event(2)]);
    const again = addEvents(once, [event(1), event(2), event(3)]);
    expect(numbers(again)).toEqual([1, 2, 3]);
  });

  test("is the same object when nothing new has arrived, so that nothing is drawn again", () => {
    const log = addEvents(emptyLog, [event(1), event(3)]);
    expect(addEvents(log, [event(1)])).toBe(log);
    expect(addEvents(log, [event(3)])).toBe(log);
    expect(addEvents(log, [])).toBe(log);
  });

  test("holds an early event back until the gap before it is filled", () => {
    const gap = addEvents(emptyLog, [event(1), event(3), event(4)]);
    expect(numbers(gap)).toEqual([1]);
    expect(lastSeq(gap)).toBe(1);
    expect(numbers(addEvents(gap, [event(2)]))).toEqual([1, 2, 3, 4]);
  });
});
