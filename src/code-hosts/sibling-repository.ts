import { trimEndCharacters } from "../text/trim-characters.ts";
import { pathSegment } from "./path-segment.ts";

/**
 * URL of another repository as git reaches it: beside the given one, by the same protocol. What a host says
 * of its own address may be another one.
 */
export function siblingRepository(
  repository: string,
  { owner, name }: { owner: string; name: string },
): string {
  const path = `${pathSegment(owner)}/${pathSegment(name)}`;
  const [, before = "", extension = ""] =
    /^(.*[/:]|)[^/:]+\/[^/]+?(\.git)?$/s.exec(trimEndCharacters(repository, "/")) ?? [];
  return `${before}${path}${extension}`;
}
