import { isAppError } from "../../errors.ts";
import { sendMessage } from "../../jobs/send-message.ts";
import { loadPatch } from "../../pull-requests/claim-care.ts";
import { writeMendRequest } from "../../pull-requests/mend-request.ts";
import { type Look, say } from "./look.ts";

/** Limit for one pull request: conflicts after that wait for people. */
const mendTurnsMax = 3;
/** Model that understands only instructions. */
const choresModel = "copydesk/chores";

interface Handled {
  /** Commit of the branch that conflicts; null if none does. */
  conflictCommit: string | null;
  /** Whether a turn was begun because of the conflict. */
  mended: boolean;
}

export const noConflicts: Handled = { conflictCommit: null, mended: false };

/**
 * Lets a turn resolve the conflicts of a topic's branch with its base if the project wants that, otherwise
 * reports where they are: once for each commit of the branch, even if the process dies in between.
 */
export async function handleConflicts(look: Look): Promise<Handled> {
  const { due, review } = look;
  const { conflicts = [], headCommit = "", why } = review ?? {};
  if (review === null || (conflicts.length === 0 && !/conflict/i.test(why ?? ""))) return noConflicts;
  const known = { conflictCommit: headCommit, mended: false };
  if (due.conflictCommit === headCommit) return known;
  const refusal = await mend(look, conflicts);
  await sayConflicts(look, refusal);
  return { ...known, mended: refusal === null };
}

/** Returns null once the turn has begun, otherwise why it has not; asks only once for the same commit. */
async function mend({ deps, due, review }: Look, conflicts: readonly string[]): Promise<string | null> {
  const { settings, topic, model, mendTurns, jobId, projectId, headCommit } = due;
  if (settings.mendConflicts !== true || topic === null || model === choresModel) return "";
  if (review?.headCommit !== headCommit) return "";
  if (mendTurns >= mendTurnsMax) return `${mendTurnsMax} turns have already resolved conflicts here.`;
  const patch = await loadPatch(deps.database, jobId);
  if (patch === "") return "";
  const prompt = writeMendRequest({ conflicts, patch });
  const options = { author: { kind: "service" }, idempotencyKey: `mend-${jobId}-${headCommit}` } as const;
  try {
    await sendMessage(deps, { projectId, jobId }, { prompt }, options);
    return null;
  } catch (error) {
    // This key was only ever used for this commit, possibly with another version's prompt.
    if (isAppError(error, "idempotency_key_reused")) return null;
    if (isAppError(error, "budget_exceeded") || isAppError(error, "transcript_expired")) return error.message;
    throw error;
  }
}

async function sayConflicts(look: Look, refusal: string | null): Promise<void> {
  const { due, review } = look;
  const { conflicts = [], baseRef = "" } = review ?? {};
  const names = conflicts.slice(0, 20).map((path) => `\`${path.replace(/[`\r\n]/g, " ")}\``);
  const where = names.length === 0 ? "" : ` in ${names.join(", ")}`;
  const conflict = `This branch conflicts with \`${baseRef}\`${where}.`;
  const next =
    refusal === null
      ? `A turn of \`${due.jobId}\` brings it up to date.`
      : `${refusal} The next turn of \`${due.jobId}\` brings it up to date where git can; otherwise merge \`${baseRef}\` into it by hand.`;
  await say(look, "conflict", `${conflict} ${next.trim()}`);
}
