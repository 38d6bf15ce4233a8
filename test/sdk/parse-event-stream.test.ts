import fc from "fast-check";
import { expect, test } from "vitest";
import { createEventStreamParser, type StreamItem } from "../../sdk/src/parse-event-stream.ts";

const event = (data: string, id = ""): StreamItem => ({ kind: "event", id, data });

function parse(...pieces: string[]): StreamItem[] {
  const push = createEventStreamParser();
  return pieces.flatMap(push);
}

test.each<[string, string, StreamItem[]]>([
  ["an event", "data: a\n\n", [event("a")]],
  ["several lines of data are joined", "data: a\ndata: b\ndata:\n\n", [event("a\nb\n")]],
  ["one space is taken off, a second is data", "data:a\n\ndata:  b\n\n", [event("a"), event(" b")]],
  ["colons in data stay", 'data: {"a": 1}\n\n', [event('{"a": 1}')]],
  ["a field without a colon is empty", "data\n\n", [event("")]],
  [
    "ids stay until there is another one",
    "id: 7\ndata: a\n\ndata: b\n\n",
    [event("a", "7"), event("b", "7")],
  ],
  ["an id of nothing takes the id away", "id: 7\n\nid\ndata: a\n\n", [event("a")]],
  ["an id with NUL is ignored", "id: 7\nid: 8\0\ndata: a\n\n", [event("a", "7")]],
  ["an event without data is none", "event: x\nid: 3\n\ndata: a\n\n", [event("a", "3")]],
  ["an event that is not closed is none", "data: a\n", []],
  ["comments", ": still here\n\n:\n\n", [{ kind: "comment" }, { kind: "comment" }]],
  ["retry", "retry: 1000\n\n", [{ kind: "retry", ms: 1000 }]],
  ["a retry that is no number is ignored", "retry: 1s\nretry: -1\nretry:\n\n", []],
  ["unknown fields are ignored", "colour: red\n data: a\ndata: b\n\n", [event("b")]],
  ["lines that end with CR", "data: a\rdata: b\r\r", [event("a\nb")]],
  ["lines that end with CR LF", "data: a\r\ndata: b\r\n\r\n", [event("a\nb")]],
  ["lines that end each in another way", "data: a\r\ndata: b\rdata: c\n\r\n", [event("a\nb\nc")]],
  ["separators of other lines are data", "data: a\u2028b\u0085c\n\n", [event("a\u2028b\u0085c")]],
])("%s", (_, text, items) => {
  expect(parse(text)).toEqual(items);
  expect(parse(...text)).toEqual(items);
});

test("CR and LF in two pieces are one end of a line", () => {
  expect(parse("data: a\r", "\n\r", "\ndata: b\r", "", "\n", "\n")).toEqual([event("a"), event("b")]);
});

test("a stream says the same wherever it is cut", () => {
  const line = fc.stringMatching(/^(data|id|event|retry|)(: ?|)[a-z0-9: ]{0,6}$/);
  const lines = fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n", "\r", "\n\n", "\r\n\r\n", "\r\r")));
  const streams = lines.map((all) => all.flat().join(""));
  fc.assert(
    fc.property(streams, fc.array(fc.nat(200)), (text, places) => {
      const cuts = [0, ...places.filter((place) => place < text.length).sort((a, b) => a - b), text.length];
      const pieces = cuts.slice(1).map((end, index) => text.slice(cuts[index], end));
      expect(parse(...pieces)).toEqual(parse(text));
    }),
    { numRuns: 2_000 },
  );
});

test("a long line in many pieces is not searched again and again", () => {
  const push = createEventStreamParser();
  push("data: ");
  for (let n = 0; n < 20_000; n += 1) push("x".repeat(100));
  expect((push("\n\n")[0] as { data: string }).data.length).toBe(2_000_000);
});
