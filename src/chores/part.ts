import { count } from "./write-finish.ts";

/** Below the number of files that a change may touch, to leave room for links that must follow. */
export const partFilesDefault = 50;

/** Limits the files that one pull request of a chore changes; the others wait for the next one. */
export interface Part {
  /** Whether one more file may be changed; if not, it waits. */
  take(): boolean;
  waiting(): number;
}

export function createPart(filesMax = Number.POSITIVE_INFINITY): Part {
  let taken = 0;
  let waiting = 0;
  return {
    take() {
      const isFree = taken < filesMax;
      if (isFree) taken += 1;
      else waiting += 1;
      return isFree;
    },
    waiting: () => waiting,
  };
}

/** Returns the paragraph that says what to do next; empty if nothing waits. */
export function describePart(part: Part): string[] {
  const waiting = part.waiting();
  if (waiting === 0) return [];
  const them = waiting === 1 ? "waits" : "wait";
  return [
    `This is one part: ${count(waiting, "more file")} ${them}. Give the same instruction again once this is merged; what is done is not found again.`,
  ];
}
