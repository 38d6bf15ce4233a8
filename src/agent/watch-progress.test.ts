import { describe, expect, it } from "vitest";
import {
  endStep,
  findStuck,
  forgetResults,
  noteCall,
  noteNews,
  noteSilence,
  startProgress,
} from "./watch-progress.ts";

interface Step {
  calls: [name: string, output: string, input?: unknown, ok?: boolean][];
  /** Hash of the tree afterwards, if the step wrote. */
  tree?: string;
}

const read = (path: string, text = `text of ${path}`): Step => ({ calls: [["read", text, { path }]] });
const edit = (old: string, now: string, tree: string): Step => ({
  calls: [["edit", "a.md: 1 edit applied", { path: "a.md", edits: [{ old, new: now }] }]],
  tree,
});

/**
 * Takes the steps until the conversation ends or they run out; returns where it warned and where it ended.
 */
function take(steps: Iterable<Step | "silence" | "news" | "forget">) {
  const progress = startProgress();
  const warned: number[] = [];
  let taken = 0;
  for (const step of steps) {
    if (step === "news") noteNews(progress);
    else if (step === "forget") forgetResults(progress);
    else {
      taken += 1;
      if (step === "silence") noteSilence(progress);
      else {
        const warnings = step.calls.map(([name, output, input = {}, ok = true]) =>
          noteCall(progress, { name, input, ok, output }, step.tree !== undefined),
        );
        warnings.push(endStep(progress, step.tree ?? null));
        if (warnings.some((warning) => warning !== null)) warned.push(taken);
      }
    }
    const why = findStuck(progress);
    if (why !== null) return { endedAt: taken, warned, why };
  }
  return { endedAt: null, warned, why: null };
}

function* cycle(steps: Step[], count = 100): Generator<Step> {
  for (let index = 0; index < count; index += 1) yield steps[index % steps.length]!;
}

function* count(make: (index: number) => Step | Step[], steps = 200): Generator<Step> {
  for (let index = 0; index < steps; index += 1) yield* [make(index)].flat();
}

describe("a conversation that goes in circles", () => {
  it("is warned at the third identical call with the same result, and ends at the fifth", () => {
    const { endedAt, warned, why } = take(cycle([read("a.md")]));
    expect({ endedAt, warned }).toEqual({ endedAt: 5, warned: [3, 4, 5] });
    expect(why).toContain("called read 5 times in a row with the same result");
    expect(why).toContain("the job's diff");
  });

  it("ends at the fifth identical call even if it began well", () => {
    const steps = [read("a.md"), read("b.md"), edit("a", "b", "T1"), ...cycle([read("b.md")])];
    expect(take(steps).endedAt).toBe(8);
  });

  it("is the same whatever the order of a call's arguments", () => {
    const either = (index: number): Step => ({
      calls: [["read", "x", index % 2 === 0 ? { path: "a", offset: 1 } : { offset: 1, path: "a" }]],
    });
    expect(take(count(either)).endedAt).toBe(5);
  });

  it.each([
    [2, 10],
    [3, 11],
    [4, 12],
    [7, 15],
  ])("ends after eight repeated steps when %i calls take turns", (period, wanted) => {
    const { endedAt, warned, why } = take(
      cycle(Array.from({ length: period }, (_, index) => read(`${index}.md`))),
    );
    expect(endedAt).toBe(wanted);
    expect(warned[0]).toBe(period + 4);
    expect(why).toContain("repeated earlier steps");
  });

  it("ends within ten steps when edits undo each other", () => {
    const { endedAt, warned } = take(cycle([edit("a", "b", "T1"), edit("b", "a", "T0")]));
    expect({ endedAt, warned: warned[0] }).toEqual({ endedAt: 10, warned: 6 });
  });

  it("ends even if each undo is worded differently", () => {
    const undo = (index: number) => edit(`v${index}`, `v${index + 1}`, index % 2 === 0 ? "T1" : "T0");
    expect(take(count(undo)).endedAt).toBe(10);
  });

  it("ends if a file is repeatedly written unchanged", () => {
    expect(take(count((index) => edit("a", `a${index}`, "T1"))).endedAt).toBe(9);
  });

  it("ends if reads between the edits show only what was seen before", () => {
    const steps = [edit("a", "b", "T1"), read("a.md", "b"), edit("b", "a", "T0"), read("a.md", "a")];
    expect(take(cycle(steps)).endedAt).toBe(12);
  });

  it("ends after sixteen steps of new calls that find nothing", () => {
    const misses = (index: number): Step => ({ calls: [["search", "0 matches", { pattern: `${index}` }]] });
    expect(take(count(misses))).toMatchObject({ endedAt: 17, why: expect.stringContaining("16 steps") });
    const failures = (index: number): Step => ({
      calls: [["read", `error: ${index}.md does not exist`, { path: `${index}.md` }, false]],
    });
    expect(take(count(failures)).endedAt).toBe(16);
  });

  it("ends if text comes between the identical calls", () => {
    const steps = Array.from({ length: 50 }, (_, index) =>
      index % 2 === 0 ? read("a.md") : ("silence" as const),
    );
    expect(take(steps).endedAt).toBe(9);
  });
});

describe("work that only looks repetitive", () => {
  const never = { endedAt: null, warned: [], why: null };

  it("may page through one file, in as many steps as it takes", () => {
    const page = (index: number): Step => ({
      calls: [["read", `lines ${index * 200}`, { path: "long.md", offset: index * 200 }]],
    });
    expect(take(count(page))).toEqual(never);
  });

  it("may check after each edit", () => {
    const round = (index: number): Step[] => [
      edit("a", "b", `T${index}`),
      { calls: [["check", "new 0, fixed 0, preexisting 3"]] },
    ];
    expect(take(count(round))).toEqual(never);
    const together = (index: number): Step => ({
      calls: [...edit("a", "b", "").calls, ["check", "new 0, fixed 0, preexisting 3"]],
      tree: `T${index}`,
    });
    expect(take(count(together))).toEqual(never);
  });

  it("may ask for a list that changes", () => {
    const list = (index: number): Step => ({ calls: [["list", `${index} files`, { path: "docs" }]] });
    expect(take(count(list))).toEqual(never);
  });

  it("may read a page again after each change of it", () => {
    const round = (index: number): Step[] => [edit("a", "b", `T${index}`), read("a.md", `text ${index}`)];
    expect(take(count(round))).toEqual(never);
  });

  it("may make the same edit in many files, with the same result", () => {
    const step = (index: number): Step => ({
      calls: [["edit", "1 edit applied", { path: `${index}.md`, edits: [{ old: "a", new: "b" }] }]],
      tree: `T${index}`,
    });
    expect(take(count(step))).toEqual(never);
  });

  it("may undo one edit and go another way", () => {
    const steps = [
      ...[edit("a", "b", "T1"), edit("b", "a", "T0"), read("a.md"), edit("a", "c", "T2")],
      ...[edit("c", "a", "T0"), edit("a", "d", "T3"), read("b.md")],
    ];
    expect(take(steps)).toEqual(never);
  });

  it("is warned but not ended if the repeated call comes with calls that show something new", () => {
    const step = (index: number): Step => ({
      calls: [
        ["read", "the same", { path: "a.md" }],
        ["read", `text ${index}`, { path: `${index}.md` }],
      ],
    });
    const { endedAt, warned } = take(count(step));
    expect(endedAt).toBeNull();
    expect(warned[0]).toBe(3);
  });

  it("may search a few times in vain", () => {
    const round = (index: number): Step[] => [
      ...Array.from({ length: 6 }, (_, miss): Step => {
        return { calls: [["search", "0 matches", { pattern: `${index} ${miss}` }]] };
      }),
      read(`${index}.md`),
    ];
    expect(take(count(round))).toEqual(never);
  });

  it("starts counting again after a message from people or the checks", () => {
    const steps = Array.from({ length: 40 }, (_, index) => (index % 3 === 2 ? "news" : read("a.md")));
    expect(take(steps)).toEqual(never);
  });

  it("may ask again for results that were removed from the conversation", () => {
    const pages = Array.from({ length: 20 }, (_, index) => read(`${index}.md`));
    expect(take([...pages, "forget", ...pages, "forget", ...pages])).toEqual(never);
    expect(take([...pages, ...pages]).endedAt).toBe(28);
  });
});
