import { ReplayMismatch } from "../../agent/recording.ts";
import { AppError, isAppError } from "../../errors.ts";
import { openSource, type Source } from "../../git/context/open-source.ts";
import { fetchBaseInto } from "../../git/fetch/fetch-base.ts";
import { fetchCommit } from "../../git/fetch/fetch-commit.ts";
import { deleteJobRefs } from "../../git/mirror/delete-job-refs.ts";
import { ensureMirror } from "../../git/mirror/ensure-mirror.ts";
import { noAccess } from "../../git/remote/git-access.ts";
import { parseRepository } from "../../git/remote/parse-repository.ts";
import type { Run } from "../run.ts";
import type { ContextPlace, JobContext, RecordedSource } from "./context.ts";
import { toAgentSource } from "./to-agent-source.ts";

/**
 * Pins every context repository of the project to its branch's current commit, or to the one that an
 * earlier attempt at the turn read. Fetches names at once and files on demand. Throws what `fetchBase`
 * throws, naming the repository, and `ReplayMismatch` if a recorded commit is gone.
 */
export async function prepareContext(run: Run): Promise<JobContext> {
  const { projectId, hasContext } = run.job;
  const places = hasContext === false ? [] : ((await run.deps.openContext?.(projectId, run.signal)) ?? []);
  const recorded = run.recordedContext;
  const wanted =
    recorded === null ? places.map((place) => ({ place, pin: null })) : withPins(recorded, places);
  const opened: Awaited<ReturnType<typeof openOne>>[] = [];
  const close = async (): Promise<void> => {
    for (const { source, mirror } of opened) {
      source.release();
      await deleteJobRefs(mirror, run.job.id).catch(() => undefined);
    }
  };
  try {
    for (const { place, pin } of wanted) opened.push(await openOne(run, place, pin).catch(sayWhich(place)));
    const sources = opened.map(({ mirror: _, ...rest }) => rest);
    if (sources.length > 0)
      await run.ledger.record("context", { sources: sources.map(({ source: _, ...kept }) => kept) });
    const agentSources = new Map(sources.map((one) => [one.name, toAgentSource(one.name, one.source)]));
    return { sources, agentSources, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A repository that was removed meanwhile is still read, as far as that needs no credentials. */
function withPins(recorded: readonly RecordedSource[], places: readonly ContextPlace[]) {
  return recorded.map((pin) => {
    const known = places.find(({ repository }) => repository === pin.repository);
    const access = known?.access ?? (async () => noAccess);
    const place: ContextPlace = { ...pin, parsed: parseRepository(pin.repository), access };
    return { place, pin: pin as RecordedSource | null };
  });
}

async function openOne(
  run: Run,
  place: ContextPlace,
  pin: RecordedSource | null,
): Promise<RecordedSource & { source: Source; mirror: string }> {
  const { deps, job, signal } = run;
  const { allowPrivateAddresses, network } = deps;
  const { name, repository, include, access } = place;
  const remote = { repository: place.parsed, allowPrivateAddresses, network, access };
  const mirror = await ensureMirror(deps.mirrorsFolder, place.parsed, signal, { withFiles: false });
  const held = { ...remote, mirror, jobId: job.id, signal };
  const { ref, commit } = pin ?? (await findNewest(held, place.ref));
  if (pin !== null && !(await fetchCommit({ ...held, commit, name: "base" })))
    throw new ReplayMismatch(`the commit ${commit} of the context repository ${name} is gone`);
  const opened = await deps.mirrors.open(mirror);
  try {
    const source = await openSource({ ...remote, mirror: opened, commit, include, signal });
    const files = source.tree.files.size;
    return { name, repository, ref, commit, include: [...include], files, source, mirror };
  } catch (error) {
    opened.release();
    throw error;
  }
}

async function findNewest(
  held: Omit<Parameters<typeof fetchBaseInto>[0], "ref">,
  ref: string | null,
): Promise<{ ref: string; commit: string }> {
  const { baseRef, baseCommit } = await fetchBaseInto({ ...held, ref });
  return { ref: baseRef, commit: baseCommit };
}

function sayWhich({ name }: ContextPlace) {
  return (error: unknown): never => {
    if (!isAppError(error)) throw error;
    const { code, message, details } = error;
    throw new AppError(code, `The context repository ${name}: ${message}`, { cause: error, details });
  };
}
