import { Code } from "@mantine/core";
import { Fragment } from "react";

/** Text in which backticks mark code. */
export function CodeWords({ text = "" }: { text?: string }) {
  return splitCode(text).map(({ at, part, isCode }) =>
    isCode ? <Code key={at}>{part}</Code> : <Fragment key={at}>{part}</Fragment>,
  );
}

/** A backtick without its partner is text. */
function splitCode(text: string): { at: number; part: string; isCode: boolean }[] {
  const parts = text.split("`");
  let at = 0;
  return parts.map((part, place) => {
    const isCode = place % 2 === 1 && place < parts.length - 1;
    at += part.length + 1;
    return { at, part: place % 2 === 1 && !isCode ? `\`${part}` : part, isCode };
  });
}
