import { count } from "./write-finish.ts";

/** Leaves room for the links that have to follow, below the files that a change may touch. */
export const partFilesDefault = 50;

/** The files of a chore that one pull request takes; the others wait for the next one. */
export interface Part {
  /** Whether one more file may be changed; false: it waits. */
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

/** The paragraph that says what to do next; none when nothing waits. */
export function describePart(part: Part): string[] {
  const waiting = part.waiting();
  if (waiting === 0) return [];
  const them = waiting === 1 ? "waits" : "wait";
  return [
    `This is one part: ${count(waiting, "more file")} ${them}. Give the same instruction again once this is merged; what is done is not found again.`,
  ];
}
