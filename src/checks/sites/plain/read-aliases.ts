import type { SiteContext } from "../../model/site.ts";
import { findShortestPath } from "../shared/find-shortest-path.ts";

const textMax = 100_000;
/** A name in quotes, of an object's member. */
const key = /(["'])([^"'\r\n]{2,200})\1[ \t]*:/g;
const patternSigns = /[.*+?^$|()[\]{}\\]+/;

/**
 * Returns a test for targets that the page of Docsify fetches from elsewhere: the names of its `alias` and
 * `routes` are patterns, of which only the plain parts are compared.
 */
export async function readAliases({ files, read }: SiteContext): Promise<(target: string) => boolean> {
  const path = findShortestPath(new Set([...files].filter((one) => !one.includes("/test"))), shell);
  const text = path === null ? "" : (await read(path)).subarray(0, textMax).toString("utf8");
  if (!text.includes("$docsify") || !/\b(?:alias|routes)\b/.test(text)) return () => false;
  const aliases = [...text.matchAll(key)].flatMap(([, , name]) =>
    name!.includes("/") && !name!.includes(":")
      ? [name!.split(patternSigns).filter((part) => part !== "")]
      : [],
  );
  return (target) => {
    const address = `/${target.replace(/[?#].*$/s, "").replace(/^(?:\.{0,2}\/)+/, "")}`;
    return aliases.some((parts) => areInOrder(parts, address));
  };
}

const shell = /(?:^|\/)index\.html$/;

function areInOrder(parts: readonly string[], text: string): boolean {
  let at = 0;
  for (const part of parts) {
    at = text.indexOf(part.replace(/\.md$/, ""), at);
    if (at < 0) return false;
    at += part.length;
  }
  return parts.length > 0;
}
