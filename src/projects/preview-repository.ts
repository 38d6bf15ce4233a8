import { AppError, isAppError } from "../errors.ts";
import { remoteUrl } from "../git/remote/open-remote.ts";
import { type ParsedRepository, parseRepository } from "../git/remote/parse-repository.ts";
import { assertStorableHost } from "../network/resolve-allowed-address.ts";
import { guessHost } from "../schemas/hosts.ts";
import { parseInput } from "../schemas/parse-input.ts";
import { openCredentials, type ProjectCredentials, sealCredentials } from "../secrets/project-credentials.ts";
import type { Database } from "../store/database.ts";
import { randomBase62 } from "../text/base62.ts";
import type { ReadRepository } from "./assert-repository.ts";
import type { CheckCredentialsDeps } from "./check-credentials.ts";
import { tokenPage } from "./host-links.ts";
import { previewRepositoryInput, type RepositoryPreview } from "./preview-schema.ts";
import { requireProject } from "./project-row.ts";

/** An existing project, or one about to be created. */
type Place = Parameters<ReadRepository>[1] & { repository: ParsedRepository; ref: string | null };

type FoundSites = Pick<RepositoryPreview, "generator" | "pages" | "otherSites">;

/** Returns what is known of the branch's sites. Throws errors of reading a repository, `check_timeout`. */
export type LookAtSite = (place: Place) => Promise<FoundSites>;

export interface PreviewDeps extends CheckCredentialsDeps {
  /** Returns the branch that was read. */
  readRepository?: ReadRepository;
  lookAtSite: LookAtSite;
}

/**
 * Examines a repository before anything is saved. Problems are part of the result; only input that could
 * never be stored throws: `invalid_request`, `invalid_repository_url`, `url_not_allowed`.
 */
export async function previewRepository(deps: PreviewDeps, input: unknown): Promise<RepositoryPreview> {
  const { repository: text, ref = null, credentials, ...wanted } = parseInput(previewRepositoryInput, input);
  const repository = parseRepository(text);
  if (repository.kind === "url") assertStorableHost(repository.host);
  if (wanted.hostUrl !== undefined) assertStorableHost(new URL(wanted.hostUrl).hostname);
  const id = `prj_${randomBase62(22)}`;
  const given = Object.entries(credentials ?? {}).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  const sealed =
    given.length === 0
      ? null
      : sealCredentials(deps.secretBox, id, Object.fromEntries(given) as ProjectCredentials);
  const host = wanted.host ?? guessHost(repository);
  return await look(deps, {
    ...{ id, repository, ref, host, host_url: wanted.hostUrl ?? null, credentials: sealed },
    hasToken: credentials?.token != null || credentials?.app != null,
  });
}

/**
 * Examines a project's repository with its stored credentials. Throws `project_not_found`,
 * `invalid_configuration`.
 */
export async function testConnection(
  deps: PreviewDeps & { database: Database },
  projectId: string,
): Promise<RepositoryPreview & { checkedAt: string }> {
  const row = await requireProject(deps.database, projectId);
  const { token, app } = openCredentials(deps.secretBox, projectId, row.credentials);
  const repository = parseRepository(row.repository);
  const { id, ref, host, host_url, credentials } = row;
  const hasToken = token !== undefined || app !== undefined;
  const found = await look(deps, { id, repository, ref, host, host_url, credentials, hasToken });
  return { ...found, checkedAt: new Date().toISOString() };
}

type Found = FoundSites & Pick<RepositoryPreview, "defaultBranch" | "problems" | "permissions">;

async function look(deps: PreviewDeps, place: Place & { hasToken: boolean }): Promise<RepositoryPreview> {
  const { repository, host, host_url: hostUrl } = place;
  const page = tokenPage(host, repository);
  const found: Found = {
    ...{ defaultBranch: null, generator: null, pages: null, otherSites: [] },
    ...{ problems: [], permissions: [] },
  };
  const note = (error: unknown) => {
    if (!isAppError(error)) throw error;
    found.problems.push({ code: error.code, message: error.message, url: linkFor(error, page) });
  };
  await askHost(deps, place, { found, page }).catch(note);
  const branch = await readBranch(deps, place, found).catch(note);
  if (branch !== undefined) Object.assign(found, await deps.lookAtSite(place).catch(note));
  return { repository: remoteUrl(repository), host, hostUrl, ...found };
}

async function readBranch(deps: PreviewDeps, place: Place, found: Found): Promise<string> {
  const { repository, ref } = place;
  const reading = { name: "read the repository", url: null };
  try {
    const branch = (await deps.readRepository?.({ repository, ref }, place)) as { name: string };
    found.defaultBranch = branch.name;
    found.permissions.unshift({ ...reading, ok: true, message: `The branch ${branch.name} can be read.` });
    return branch.name;
  } catch (error) {
    if (isAppError(error))
      found.permissions.unshift({ ...reading, ok: false, message: "The repository cannot be read." });
    throw error;
  }
}

/** Asks the host for the credentials' owner and missing permissions, by the host's own names. */
async function askHost(
  deps: PreviewDeps,
  place: Place & { hasToken: boolean },
  { found, page }: { found: Found; page: string | null },
): Promise<void> {
  const { id: projectId, repository, host, host_url: hostUrl, credentials, hasToken } = place;
  if (host === "local" || host === "git") return;
  const opening = { name: "open pull requests", url: page };
  if (!hasToken) {
    const message = "Opening pull requests needs a token of this host, or an App.";
    found.permissions.push({ ...opening, ok: false, message });
    throw new AppError("code_host_unauthorized", message);
  }
  const url = remoteUrl(repository);
  for (const target of [url, hostUrl])
    if (target !== null && URL.canParse(target)) deps.assertTokenSafe?.(target);
  const { login, missing } = await deps.identify({ projectId, repository: url, host, hostUrl, credentials });
  found.permissions.push({
    name: "sign in",
    ok: true,
    message: `The credentials are those of ${login}.`,
    url: null,
  });
  for (const name of missing)
    found.permissions.push({ name, ok: false, message: `The credentials lack ${name}.`, url: page });
  if (missing.length === 0)
    found.permissions.push({
      ...opening,
      ok: true,
      message: "The host reports nothing missing.",
      url: null,
    });
  else
    throw new AppError(
      "code_host_forbidden",
      `The credentials of ${login} lack: ${missing.join(", ")}. Give them these permissions.`,
    );
}

const aboutCredentials = new Set(["code_host_unauthorized", "code_host_forbidden"]);

function linkFor({ code, details }: AppError, page: string | null): string | null {
  return aboutCredentials.has(code) || details.needsCredentials === true ? page : null;
}
