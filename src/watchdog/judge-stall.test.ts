import { expect, it } from "vitest";
import { judgeStall } from "./judge-stall.ts";

const [a, b] = ["a", "b"].map((id) => ({ id, lease: `lease-${id}`, workerId: "worker_1" })) as [
  { id: string; lease: string; workerId: string },
  { id: string; lease: string; workerId: string },
];
const place = "somewhere";

it.each([
  ["the job at work, and no other", [a, b], "lease-a", { guilty: a, innocent: [b] }],
  ["no job when none was at work", [a, b], null, { guilty: null, innocent: [a, b] }],
  ["no job when the one at work has ended", [b], "lease-a", { guilty: null, innocent: [b] }],
  ["the only job when nobody can be asked", [a], undefined, { guilty: a, innocent: [] }],
  [
    "nobody for certain when several ran and nobody can be asked",
    [a, b],
    undefined,
    { guilty: null, innocent: [] },
  ],
])("blames %s", (_, jobs, lease, verdict) => {
  expect(judgeStall(jobs, { lease, place })).toEqual(verdict);
});
