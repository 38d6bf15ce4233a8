import { stepsPerStop } from "./run-in-slices.ts";

/** A long text of very many parts, joined gradually, so that no single step has to join them all. */
interface JoinedText {
  add(part: string): void;
  end(): string;
}

export function joinSliced(): JoinedText {
  const chunks: string[] = [];
  let parts: string[] = [];
  return {
    add(part) {
      parts.push(part);
      if (parts.length < stepsPerStop) return;
      chunks.push(parts.join(""));
      parts = [];
    },
    end: () => chunks.join("") + parts.join(""),
  };
}
