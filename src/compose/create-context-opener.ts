import { listContextRows } from "../context/context-rows.ts";
import { basicOf, noAccess } from "../git/remote/git-access.ts";
import { parseRepository } from "../git/remote/parse-repository.ts";
import type { KnownSecrets } from "../outgoing/known-secrets.ts";
import { openCredentials, secretWords } from "../secrets/project-credentials.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import type { Database } from "../store/database.ts";
import type { OpenContext } from "../worker/context/context.ts";
import type { OpenProjectHost } from "../worker/project-host.ts";

/**
 * Reads a project's context repositories with their own credentials. Their secrets may leave the project's
 * jobs as little as the project's own.
 */
export function createContextOpener(deps: {
  database: Pick<Database, "pool">;
  secretBox: SecretBox;
  knownSecrets: KnownSecrets;
  openProjectHost: OpenProjectHost;
}): OpenContext {
  const { database, secretBox, knownSecrets, openProjectHost } = deps;
  return async (projectId, signal) => {
    const rows = await listContextRows(database, projectId);
    return rows.map((row) => {
      const { id, name, repository, ref, include, host, host_url: hostUrl, credentials } = row;
      knownSecrets.learn(projectId, secretWords(openCredentials(secretBox, id, credentials)));
      const place = { projectId: id, repository, host, hostUrl, credentials };
      const access = async () => {
        if (credentials === null) return noAccess;
        const given = await openProjectHost(place, signal).access();
        // An hourly token is a secret as well.
        if (given.login !== null) knownSecrets.learn(projectId, [given.login.password, basicOf(given.login)]);
        return given;
      };
      return { name, repository, parsed: parseRepository(repository), ref, include, access };
    });
  };
}
