import { trimEndCharacters } from "../text/trim-characters.ts";
import { pathSegment } from "./path-segment.ts";

/**
 * Returns the URL of another repository beside the given one, with the same protocol. Not taken from the
 * host's answers, whose address may differ from the one that git uses here.
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
