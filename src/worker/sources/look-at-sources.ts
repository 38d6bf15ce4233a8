import { AppError, isAppError } from "../../errors.ts";
import { type NewChanges, readNewChanges } from "../../git/context/read-new-changes.ts";
import { findRemoteBranch } from "../../git/remote/find-remote-branch.ts";
import { noAccess } from "../../git/remote/git-access.ts";
import { openRemote, type RemoteNetwork, type RemoteOptions } from "../../git/remote/open-remote.ts";
import { parseRepository } from "../../git/remote/parse-repository.ts";
import { listRefs } from "../../git/wire/list-refs.ts";
import type { Log } from "../../log.ts";
import { loadProject } from "../../projects/project-row.ts";
import type { Database } from "../../store/database.ts";
import { matchGlob } from "../../text/match-glob.ts";
import { claimSource, type WatchedSource } from "../../triggers/sources/claim-sources.ts";
import { findKnownEvents, keyOfCommit } from "../../triggers/sources/known-events.ts";
import { type SeenEvent, storeSeen } from "../../triggers/sources/store-seen.ts";
import { noteRefused } from "../../triggers/store-trigger-event.ts";
import type { TriggerRow } from "../../triggers/trigger-rows.ts";
import { ownSource } from "../../triggers/trigger-schema.ts";
import type { ContextPlace, OpenContext } from "../context/context.ts";
import type { OpenProjectHost } from "../project-host.ts";
import { toSeenEvents } from "./to-seen-events.ts";

export interface SourceDeps {
  database: Database;
  log: Log;
  openContext: OpenContext;
  openProjectHost: OpenProjectHost;
  mirrorsFolder: string;
  allowPrivateAddresses: boolean;
  network: RemoteNetwork;
}

type Refs = Record<string, string>;

const refsMax = 5_000;
/** Limit for one look; the next one reads the rest. */
const refsAtOnce = 50;

/**
 * Looks at every context repository that is due and that a trigger waits for, and stores the events that a
 * host would have reported. The first look only notes the current state. If the process dies in between,
 * the next look starts from the same state.
 */
export async function lookAtSources(deps: SourceDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const due = await claimSource(deps.database);
    if (due === null) return;
    await look(deps, due, signal).catch(async (error: unknown) => {
      deps.log.warn({ err: error, trigger: due.trigger.id }, "could not look at a context repository");
      if (isAppError(error) && error.code !== "unavailable")
        await noteRefused(deps.database, due.trigger, error);
    });
  }
}

async function look(deps: SourceDeps, due: WatchedSource, signal: AbortSignal): Promise<void> {
  const { trigger, seen } = due;
  const place = await findPlace(deps, trigger, signal);
  if (place === undefined)
    throw new AppError(
      "context_not_found",
      `The project has no context repository "${trigger.settings.source}".`,
    );
  const { repository } = place;
  const { allowPrivateAddresses, network } = deps;
  const remote = { repository: place.parsed, access: place.access, allowPrivateAddresses, network };
  const refs = await listWatched(remote, { trigger, place, signal });
  if (seen === null || seen.repository !== repository)
    return await storeSeen(deps.database, due, { repository, refs, events: [] });
  const changed = Object.keys(refs).filter((name) => seen.refs[name] !== refs[name]);
  const names = changed.slice(0, refsAtOnce);
  const events = await readEvents({ ...deps, ...remote, signal }, { due, refs, names });
  const left = changed.slice(refsAtOnce).flatMap((name) => {
    const commit = seen.refs[name];
    delete refs[name];
    return commit === undefined ? [] : [[name, commit] as const];
  });
  await storeSeen(deps.database, due, { repository, refs: { ...refs, ...Object.fromEntries(left) }, events });
}

async function findPlace(
  { database, openContext, openProjectHost }: SourceDeps,
  { project_id: projectId, settings }: TriggerRow,
  signal: AbortSignal,
): Promise<Pick<ContextPlace, "repository" | "parsed" | "ref" | "access"> | undefined> {
  if (settings.source !== ownSource)
    return (await openContext(projectId, signal)).find(({ name }) => name === settings.source);
  const project = await loadProject(database, projectId);
  if (project === undefined) return undefined;
  const { repository, ref, host, host_url: hostUrl, credentials } = project;
  const place = { projectId, repository, host, hostUrl, credentials };
  const access = async () =>
    credentials === null ? noAccess : await openProjectHost(place, signal).access();
  return { repository, parsed: parseRepository(repository), ref, access };
}

/**
 * Lists the watched refs by their full names. Throws `repository_unreachable`, `repository_empty`,
 * `ref_not_found`.
 */
async function listWatched(
  options: RemoteOptions,
  { trigger, place, signal }: { trigger: TriggerRow; place: Pick<ContextPlace, "ref">; signal: AbortSignal },
): Promise<Refs> {
  const remote = await openRemote(options);
  const { kind, settings } = trigger;
  if (kind === "source_change" && settings.refs === undefined) {
    const { name, commit } = await findRemoteBranch(options, remote, place.ref, signal);
    return { [`refs/heads/${name}`]: commit };
  }
  const folder = kind === "release" ? "refs/tags/" : "refs/heads/";
  const matchers = settings.refs?.map((glob) => matchGlob(glob)) ?? [() => true];
  const found = new Map<string, string>();
  const take = (name: string, id: string): void => {
    if (matchers.some((matches) => matches(name.slice(folder.length)))) found.set(name, id);
  };
  await listRefs(options, remote, { wanted: folder, take, signal });
  if (found.size > refsMax)
    throw new AppError("invalid_request", `More than ${refsMax} refs match: name fewer with "refs".`);
  return Object.fromEntries(found);
}

type Reading = SourceDeps & RemoteOptions & { signal: AbortSignal };

async function readEvents(
  deps: Reading,
  { due, refs, names }: { due: WatchedSource; refs: Refs; names: readonly string[] },
): Promise<SeenEvent[]> {
  const { trigger, seen } = due;
  if (names.length === 0 || seen === null) return [];
  // Together with the other refs, so that a new branch shows only commits that none of them has.
  const others = trigger.kind === "release" ? [] : Object.keys(refs).filter((name) => !names.includes(name));
  const asked = [...names, ...others.slice(0, refsAtOnce)];
  const known = Object.values(seen.refs);
  let found = await readNewChanges(deps, { refs: asked, known });
  const told = await findTold(deps, trigger, found);
  if (told.length > 0) found = await readNewChanges(deps, { refs: asked, known: [...known, ...told] });
  const { repository } = seen;
  const events = names.flatMap((name) => {
    const changes = found.get(name);
    if (changes === undefined) return [];
    refs[name] = trigger.kind === "release" ? refs[name]! : changes.tip;
    return toSeenEvents(trigger, { repository, name, before: seen.refs[name], found: changes });
  });
  const keys = await findKnownEvents(
    deps.database.pool,
    trigger.id,
    events.flatMap((one) => one.keys),
  );
  return events.filter((one) => !keys.has(one.keys[0]!));
}

/** Returns the new commits that deliveries have reported: nothing that they lead to is reported again. */
async function findTold(
  { database }: SourceDeps,
  { id, kind }: TriggerRow,
  found: ReadonlyMap<string, NewChanges>,
): Promise<string[]> {
  if (kind === "release") return [];
  const keys = new Map<string, string>();
  for (const [name, { commits }] of found)
    for (const { commit } of commits)
      keys.set(keyOfCommit("push", name.slice("refs/heads/".length), commit), commit);
  const known = await findKnownEvents(database.pool, id, [...keys.keys()]);
  return [...known].map((key) => keys.get(key)!);
}
