import { findHostModule } from "../code-hosts/host-modules.ts";
import type { HostConnection, HostFacts, HostOptions } from "../code-hosts/types.ts";
import type { Config } from "../config.ts";
import { AppError } from "../errors.ts";
import { basicOf, type GitAccess } from "../git/remote/git-access.ts";
import { createTokenSafeFetch } from "../network/assert-token-safe.ts";
import { splitCertificates } from "../network/authorities.ts";
import type { KnownSecrets } from "../outgoing/known-secrets.ts";
import { openCredentials, type ProjectCredentials, secretWords } from "../secrets/project-credentials.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import type { Database } from "../store/database.ts";
import type { HostProject } from "../store/host-project.ts";
import type { OpenProjectHost, ProjectHost } from "../worker/project-host.ts";
import { createConflictFinder } from "./create-conflict-finder.ts";
import { createNetworkFetch } from "./create-network.ts";
import { openLocalHost } from "./open-local-host.ts";

export interface ProjectHostDeps {
  database: Database;
  /** Without a trailing slash; empty when links to the service are of no use. */
  publicUrl: () => string;
  config: Config;
  secretBox: SecretBox;
  /** Fetch that checks every address that it connects to. */
  fetch: typeof fetch;
  /** Receives the secrets of every project that is opened. */
  knownSecrets: KnownSecrets;
}

/** For hosts without an API, Copydesk keeps the pull requests and reads no template. */
const localFacts: HostFacts = { templatePaths: [], noun: "pull request", tellsChecks: false };

/** Opens the code host that a project names, with the project's credentials. */
export function createProjectHosts(deps: ProjectHostDeps): OpenProjectHost {
  const findConflictsOf = createConflictFinder(deps.config);
  return (project, signal) => {
    const credentials = openCredentials(deps.secretBox, project.projectId, project.credentials);
    const learn = (words: readonly string[]) => deps.knownSecrets.learn(project.projectId, words);
    learn(secretWords(credentials));
    const findConflicts = findConflictsOf(project.repository, async () => await host.access());
    const { connection, facts } = connect(deps, project, { credentials, findConflicts, signal });
    const host: ProjectHost = toProjectHost(connection, facts, credentials, learn);
    const publicUrl = deps.publicUrl();
    if (publicUrl === "") return host;
    const page = `${publicUrl}/projects/${encodeURIComponent(project.projectId)}/jobs`;
    return { ...host, jobPage: (jobId) => `${page}/${jobId}` };
  };
}

function toProjectHost(
  connection: HostConnection,
  facts: HostFacts,
  credentials: ProjectCredentials,
  learn: (words: readonly string[]) => void,
): ProjectHost {
  const { ssh = null, signing = null } = credentials;
  const authorities = authoritiesOf(credentials);
  return {
    connection,
    facts,
    async access(): Promise<GitAccess> {
      const login = await connection.httpLogin();
      // An hourly token is a secret as well.
      if (login !== null) learn([login.password, basicOf(login)]);
      return { login, ssh, authorities };
    },
    signing,
    login: credentials.login ?? null,
  };
}

function connect(
  deps: ProjectHostDeps,
  project: HostProject,
  {
    credentials,
    findConflicts,
    signal,
  }: { credentials: ProjectCredentials } & Pick<HostOptions, "findConflicts" | "signal">,
): { connection: HostConnection; facts: HostFacts } {
  const { host, hostUrl, repository } = project;
  if (host === "local" || host === "git") {
    const own = { ...deps, publicUrl: deps.publicUrl() };
    return { connection: openLocalHost(own, project, credentials, signal), facts: localFacts };
  }
  const module = findHostModule(host);
  if (module === undefined) throw new AppError("invalid_configuration", `There is no code host "${host}".`);
  const { token, tokenKind, username, app } = credentials;
  const connection = module.connect({
    repository,
    apiUrl: hostUrl,
    credentials: { token, tokenKind, username, app },
    fetch: createTokenSafeFetch(fetchOf(deps, credentials), deps.config.allowPlainHttp),
    findConflicts,
    signal,
  });
  return { connection, facts: module.facts };
}

function authoritiesOf({ certificateAuthority }: ProjectCredentials): string[] {
  return splitCertificates(certificateAuthority ?? "");
}

/** A fetch of its own for a project that trusts additional certificates. */
function fetchOf(
  { fetch, config }: ProjectHostDeps,
  credentials: ProjectCredentials,
): typeof globalThis.fetch {
  const more = authoritiesOf(credentials);
  return more.length === 0 ? fetch : createNetworkFetch(config, { more });
}
