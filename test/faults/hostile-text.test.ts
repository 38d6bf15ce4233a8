import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import type { Measured } from "../fixtures/measure-hostile-text.ts";
import { hostileFamilies } from "../helpers/hostile-families.ts";
import { hostileTargets } from "../helpers/hostile-targets.ts";

const isFull = process.env.COPYDESK_FULL_FAULTS === "1";
const lengthMax = 64 * 1_024;
/** Below it, times say more about the machine than about the code. */
const suspectMs = 25;
/** Of time by length: 1 is linear, 2 quadratic. */
const exponentMax = 1.75;
const stallMs = 60_000;
/** In the short version every target meets each so many families, others than its neighbour does. */
const familyStep = isFull ? 1 : 61;

it("has at least 200 families of hostile text", () => {
  expect(new Set(hostileFamilies.map(({ name }) => name)).size).toBeGreaterThanOrEqual(200);
});

it("reads hostile text of 64 KiB in linear time and no slower than a parser reads a page, whatever reads it", {
  timeout: isFull ? 1_800_000 : 600_000,
}, async () => {
  const measured = await measureAll();
  const rounds = isFull ? hostileFamilies.length : Math.floor(hostileFamilies.length / familyStep);
  expect(measured.length).toBeGreaterThanOrEqual(hostileTargets.length * rounds);
  if (isFull) console.table(worstOfEach(measured));
  const faults = measured.filter(
    (one) => one.ordinaryMs !== null && (one.ms > one.ordinaryMs || exponentOf(one) > exponentMax),
  );
  expect(faults.map(describe)).toEqual([]);
});

/** One worker measures all; one that stands still is named, ended, and fails the test. */
async function measureAll(): Promise<Measured[]> {
  const measured: Measured[] = [];
  const workerData = {
    lengthMax,
    targetIndexes: hostileTargets.map((_, index) => index),
    familyStep,
    familyOffset: 0,
    suspectMs,
    exponentMax,
  };
  const worker = new Worker(new URL("../fixtures/measure-hostile-text.ts", import.meta.url), { workerData });
  let current = "nothing yet";
  let deadline: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const watch = () => {
        clearTimeout(deadline);
        deadline = setTimeout(() => reject(new Error(`stands still: ${current}`)), stallMs);
      };
      watch();
      worker.on("error", (error) => reject(new Error(`${current}: ${error.message}`)));
      worker.on("message", (message: { begins?: string; measured?: Measured; isDone?: boolean }) => {
        watch();
        if (message.begins !== undefined) current = message.begins;
        if (message.measured !== undefined) measured.push(message.measured);
        if (message.isDone === true) resolve();
      });
    });
  } finally {
    clearTimeout(deadline);
    await worker.terminate();
  }
  return measured;
}

function exponentOf({ ms, quarterMs }: Measured): number {
  return Math.log(ms / Math.max(quarterMs, 0.1)) / Math.log(4);
}

function describe(one: Measured): string {
  return `${one.target} with ${one.family}: ${one.ms.toFixed(1)} ms, exponent ${exponentOf(one).toFixed(2)}`;
}

function worstOfEach(measured: readonly Measured[]) {
  const worst = new Map<string, Measured>();
  for (const one of measured) if (one.ms > (worst.get(one.target)?.ms ?? -1)) worst.set(one.target, one);
  return [...worst.values()]
    .sort((a, b) => b.ms - a.ms)
    .map((one) => ({
      reader: one.target,
      family: one.family,
      "ms at 64 KiB": Number(one.ms.toFixed(1)),
      exponent: Number(exponentOf(one).toFixed(2)),
    }));
}
