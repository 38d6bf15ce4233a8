import { withHash } from "../../markdown/split-hash.ts";
import { distance } from "../../text/distance.ts";
import { decode } from "../links/split-target.ts";
import type { Repair } from "./repair.ts";

const candidatesMax = 5;
const editedLengthMin = 4;

/**
 * Repairs an anchor that the page does not have with the only one that differs in case, in one edit, or in
 * the order of its words. Digits stand for versions and numbers: if they differ, something else is meant.
 */
export function repairAnchor(target: string, hash: string, anchors: ReadonlySet<string>): Repair {
  const wanted = decode(hash).toLowerCase();
  const all = [...anchors].filter((anchor) => anchor !== "");
  const tests: ((anchor: string) => boolean)[] = [
    (anchor) => anchor.toLowerCase() === wanted,
    (anchor) => squeeze(anchor) === squeeze(wanted),
    (anchor) => digitsOf(anchor) === digitsOf(wanted) && isOneEdit(anchor.toLowerCase(), wanted),
    (anchor) => sortWords(anchor) === sortWords(wanted),
  ];
  for (const test of tests) {
    const found = all.filter(test);
    if (found.length === 1)
      return { kind: "certain", text: withHash(target, found[0]!), because: "anchor renamed" };
    if (found.length > 1)
      return { kind: "several", texts: found.slice(0, candidatesMax).map((one) => withHash(target, one)) };
  }
  const near = all
    .map((anchor) => ({ anchor, far: distance(anchor.toLowerCase(), wanted, 8) }))
    .filter((one) => one.far <= Math.min(8, wanted.length / 2))
    .sort((a, b) => a.far - b.far)
    .slice(0, candidatesMax);
  return near.length === 0
    ? null
    : { kind: "several", texts: near.map((one) => withHash(target, one.anchor)) };
}

function squeeze(anchor: string): string {
  return anchor.toLowerCase().replace(/[-_]+/g, "");
}

function sortWords(anchor: string): string {
  return anchor.toLowerCase().split(/[-_]+/).filter(Boolean).sort().join("-");
}

/** In a short name, one edit makes another word. */
function isOneEdit(anchor: string, wanted: string): boolean {
  return wanted.length > editedLengthMin && distance(anchor, wanted, 1) <= 1;
}

function digitsOf(text: string): string {
  return text.replace(/[^0-9]+/g, " ").trim();
}
