import { createAppManifest, toManifestForm } from "../code-hosts/github/create-app-manifest.ts";
import { exchangeManifestCode } from "../code-hosts/github/exchange-manifest-code.ts";
import type { Log } from "../log.ts";
import { findGithubApp } from "../projects/find-github-app.ts";
import {
  type GithubAppLink,
  githubAppLinkId,
  githubAppPath,
  openGithubAppLink,
} from "../projects/github-app-link.ts";
import type { ProjectRow } from "../projects/project-row.ts";
import { loadProject } from "../projects/project-row.ts";
import { storeGithubApp } from "../projects/store-github-app.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import type { GithubAppSetup, MadeGithubApp, OpenGithubAppSetup } from "../server/github-app-setup.ts";
import type { Database } from "../store/database.ts";

export interface GithubAppSetupDeps {
  database: Database;
  secretBox: SecretBox;
  /** Without a trailing slash. */
  publicUrl: () => string;
  /** Checks every address that it connects to. */
  fetch: typeof fetch;
  log: Log;
}

/**
 * Creates a project's GitHub App by the manifest flow (docs.github.com, "Registering a GitHub App from a
 * manifest"): the browser posts the App's manifest to GitHub, which redirects it back with a code for the
 * App's key.
 */
export function createGithubAppSetup(deps: GithubAppSetupDeps): OpenGithubAppSetup {
  const running = new Map<string, Promise<MadeGithubApp>>();
  return async (token) => {
    const link = openGithubAppLink(deps.secretBox, token);
    const project = link === null ? undefined : await loadProject(deps.database, link.projectId);
    if (link === null || project?.host !== "github") return null;
    const id = githubAppLinkId(token);
    const app = await findGithubApp(deps, project.id);
    const made = appOfLink(app, id);
    return {
      projectId: project.id,
      projectName: project.name,
      organization: link.organization,
      state: id,
      form: makeForm(deps.publicUrl(), project, { ...link, token, id }),
      made,
      replaces: made === null && app !== null ? app.id : null,
      // A code works once: a page that is reloaded meanwhile waits for the same answer.
      finish(code) {
        const finished = running.get(id) ?? finish(deps, project, { code, link: id });
        running.set(id, finished);
        return finished.finally(() => running.delete(id));
      },
    };
  };
}

function makeForm(
  publicUrl: string,
  { id: projectId, repository }: ProjectRow,
  { token, organization, id: state }: GithubAppLink & { token: string; id: string },
): GithubAppSetup["form"] {
  const redirectUrl = `${publicUrl}${githubAppPath}/${token}/created`;
  const manifest = createAppManifest({ projectId, publicUrl, redirectUrl });
  const { action, fields } = toManifestForm(manifest, { repository, organization, state });
  return { action, manifest: fields.manifest };
}

async function finish(
  deps: GithubAppSetupDeps,
  { id: projectId, repository, host_url: apiUrl }: ProjectRow,
  { code, link }: { code: string; link: string },
): Promise<MadeGithubApp> {
  // A link opened while another request was finishing it did not show its App yet.
  const madeMeanwhile = appOfLink(await findGithubApp(deps, projectId), link);
  if (madeMeanwhile !== null) return madeMeanwhile;
  const made = await exchangeManifestCode({ repository, apiUrl, code, fetch: deps.fetch });
  const { id, pem: privateKey, webhookSecret, htmlUrl: url } = made;
  await storeGithubApp(deps, projectId, { id, privateKey, webhookSecret, url, link });
  deps.log.info({ projectId, appId: id }, "stored the project's GitHub App");
  return { id, url };
}

function appOfLink(app: Awaited<ReturnType<typeof findGithubApp>>, link: string): MadeGithubApp | null {
  return app?.link === link && app.url !== null ? { id: app.id, url: app.url } : null;
}
