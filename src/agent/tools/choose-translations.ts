import type { AgentTranslation, AgentWorkspace } from "../types.ts";

interface ChosenTranslations {
  /** Those that follow the page. */
  moves: { from: string; to: string }[];
  /** What is to be said of the others. */
  notes: string[];
  /** Why nothing is done. */
  refusal: string | null;
  /** Whether `alone` overrides that. */
  isOfMenus?: true;
}

interface Asked {
  path: string;
  verb: "move" | "delete";
  /** Whether translations stay that need not follow. */
  isAlone: boolean;
}

/** Chooses what happens to a page's translations: a language menu may not lead nowhere afterwards. */
export async function chooseTranslations(
  workspace: AgentWorkspace,
  translations: readonly AgentTranslation[],
  { path, verb, isAlone }: Asked,
): Promise<ChosenTranslations> {
  const moves: { from: string; to: string }[] = [];
  const notes: string[] = [];
  const staying: string[] = [];
  for (const { from, to, ifLeft, mayStay = false } of translations) {
    if (isAlone && (ifLeft !== undefined || mayStay)) {
      if (ifLeft !== undefined) notes.push(ifLeft);
      continue;
    }
    const reason = to === null ? null : await refusePaths(workspace, from, to);
    if (to !== null && reason === null) moves.push({ from, to });
    else if (ifLeft !== undefined) staying.push(reason === null ? from : `${from} (${reason})`);
    else if (verb === "move" && !mayStay) return { moves: [], notes: [], refusal: reason };
    else notes.push(`its translation ${from} stays${reason === null ? "" : `: ${reason}`}`);
  }
  if (staying.length === 0) return { moves, notes, refusal: null };
  const main = translations.find(({ isMain }) => isMain)?.from;
  const instead = main === undefined ? "" : `${verb} ${main}, which takes its translations with it, or `;
  const menus = staying.length === 1 ? "the language menu there leads" : "the language menus there lead";
  const because = translations.find((one) => one.because !== undefined)?.because ?? `${menus} to ${path}`;
  const refusal = `${staying.join(", ")} would stay, and ${because}; ${instead}set alone`;
  return { moves: [], notes: [], refusal, isOfMenus: true };
}

async function refusePaths(workspace: AgentWorkspace, from: string, to: string): Promise<string | null> {
  const reason = await workspace.refuseWrite(from, null);
  if (reason !== null || from === to) return reason;
  const refused = await workspace.refuseWrite(to);
  return refused ?? ((await workspace.isFree(to)) ? null : `${to} exists already`);
}
