import { describe, type TestOptions } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    whySkipped?: string;
  }
}

/** In `npm run test:all` and `npm run test:faults`, and in `npm test` when files or tests are named. */
export const runsAll = process.env.COPYDESK_TEST_ALL === "1";

type Options = Pick<TestOptions, "skip" | "meta">;

/** Options for `test` and `describe`. The run prints at its end why they were skipped. */
export function skipUnless(isMet: boolean, whySkipped: string): Options {
  return isMet ? {} : { skip: true, meta: { whySkipped } };
}

/** For what `npm test` has no time for; `what` says what it is. */
export function onlyInTestAll(what: string): Options {
  return skipUnless(runsAll, `${what} (npm run test:all runs these)`);
}

export const asRoot = skipUnless(process.getuid?.() === 0, "needs to be root");
export const onLinux = skipUnless(process.platform === "linux", "needs /proc of Linux");

/** For what takes minutes, or measures what only a quiet machine can show. */
export const onlyInTestFaults = skipUnless(
  process.env.COPYDESK_FULL_FAULTS === "1",
  "at full length (npm run test:faults runs these)",
);

/** Of a code host that has more than one: a server's edition, or a kind of credentials. */
export const secondFlavour = onlyInTestAll("the second flavour of a code host");

/** `describe.each`, of which `npm test` runs the first one only. */
export function describeVariants<Kind extends string>(
  kinds: readonly Kind[],
  title: string,
  suite: (kind: Kind) => void,
): void {
  for (const [at, kind] of kinds.entries())
    describe(
      title.replace("%s", kind),
      at === 0 ? {} : onlyInTestAll("further ways to reach a repository"),
      () => suite(kind),
    );
}
