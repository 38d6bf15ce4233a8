import { expect, it } from "vitest";
import { startCpuClock } from "../test/helpers/start-cpu-clock.ts";
import { measureAmbiguity } from "./measure-ambiguity.ts";

const linear: RegExp[] = [
  /a+/,
  /^\s+|\s+/g,
  /\b\w+/g,
  /^(?:[^\s,]+(?:,[^\s,]+)*)$/,
  /(["'`])[^"'`\n]*\1/g,
  /^\{\s*(["'])((?:(?!\1)[^\\$\n])*)\1\s*\}$/,
  /(?<![\w-])[\w-]+(?:\.[\w-]*)+/g,
  /^[ \t]*<<<[ \t]+(\S{1,400})/gm,
  /\[([^[\]]{1,200})\]\((https?:\/\/[^\s()]{1,1000})\)/g,
  /[?#].*$/s,
  /^(.+?):(\d+) (.*)$/s,
  /(?<!`)(?:`+[^`]+`+|``+)/,
  /\bfoo\s+\w+/,
  /\w+\s*/y,
  /[\p{L}\p{N}_]+|\s+/gu,
  /-{2,}/g,
  /[0-9A-Za-z+/]{40}/,
];

const square: RegExp[] = [
  /x+$/,
  /\s+\n/g,
  /a[^b]*b/,
  /\w+=/,
  /^(\w*)-?(\w*)$/,
  /^a*(?=\w*z)/,
  /(a+)-\1$/i,
  /(?<=a{2})b+c/,
  /\ba[\w-]+\./g,
  /[ \t]*\r?\n|./gs,
  /K\w+!/iu,
  /é[\p{L}]*!/u,
  /^[^\n]*\bexec\b.*$/m,
  /(?:^|\s)(\s*)$/,
  /a{2,}$/,
  /\x61[a-c]*$/,
];

const exponential: RegExp[] = [
  /^(a+)+$/,
  /^(?:a|a)*$/,
  /^(?:a|ab|b)*$/,
  /(?:x*)*y/,
  /^(?:\w+\s?)+$/,
  /^(?:a?b?c?)*$/,
  /^(?:>[ \t]? {0,3}){0,9}</,
];

it.each(linear)("shows that %s takes linear time", (pattern) => {
  expect(measureAmbiguity(pattern.source, pattern.flags)).toBe(0);
});

it.each(square)("refuses %s, which takes the square or more", (pattern) => {
  expect(measureAmbiguity(pattern.source, pattern.flags)).toBeGreaterThanOrEqual(1);
});

it.each(exponential)("refuses %s, which takes exponential time", (pattern) => {
  expect(measureAmbiguity(pattern.source, pattern.flags)).toBe(Infinity);
});

it.each(linear)("%s is as quick as it is said to be, on what its own characters make", (pattern) => {
  const pieces = [...new Set([...pattern.source.replace(/\\./g, "a"), "a", " ", "x", "`", "\n"])];
  const steps = pieces.map((piece) => msToReplace(pattern, `${piece.repeat(40_000)}\u0001`));
  expect(Math.max(...steps)).toBeLessThan(400);
});

function msToReplace(pattern: RegExp, text: string): number {
  const runs = [1, 2, 3].map(() => {
    const cpuMs = startCpuClock();
    text.replace(pattern, "");
    return cpuMs();
  });
  return Math.min(...runs);
}
