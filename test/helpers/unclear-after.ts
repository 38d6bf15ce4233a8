import { planMove } from "../../src/checks/changes/plan-move.ts";
import { openTexts } from "../fixtures/sites/open-fixture.ts";

/**
 * Returns the places where, by the plan of a move, a link may lead to the page or may depend on its place.
 */
export async function unclearAfter(
  texts: Record<string, string>,
  from: string,
  to: string,
): Promise<string[]> {
  const { site } = await openTexts(texts);
  const { unclear } = await planMove(site, from, to);
  return unclear.map(({ path, line, target }) => `${path}:${line} ${target}`);
}
