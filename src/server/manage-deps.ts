import { randomBytes } from "node:crypto";
import { AppError } from "../errors.ts";
import type { Retention } from "../jobs/prune-jobs.ts";
import type { Budget } from "../jobs/record.ts";
import type { ConnectProjectDeps } from "../projects/connect-project.ts";
import type { CreateProjectDeps } from "../projects/create-project.ts";
import type { PreviewDeps } from "../projects/preview-repository.ts";
import type { RemoveProjectDeps } from "../projects/remove-project.ts";
import { createSecretBox } from "../secrets/secret-box.ts";
import type { CallSlack } from "../slack/slack-api.ts";

/** What managing projects needs besides the store. */
export interface ManageDeps
  extends Pick<CreateProjectDeps, "findExposedSecret" | "readRepository">,
    Pick<ConnectProjectDeps, "secretBox" | "assertTokenSafe" | "identify">,
    Pick<PreviewDeps, "lookAtSite">,
    Pick<RemoveProjectDeps, "removeMirror"> {
  callSlack: CallSlack;
  /**
   * Folders below which repositories of the machine may be used; over HTTP, no project can be created for
   * others.
   */
  repositoryFolders: readonly string[];
  /** Whether people can sign in by OpenID Connect. */
  openId: boolean;
  /** How long jobs are kept in projects that set no retention of their own. */
  retention: Retention;
  /** Upper limits of every job's budget. */
  budgetMax: { [Name in keyof Budget]?: number | null };
}

/** For servers without access to code hosts. */
export function createUnconnectedManageDeps(): ManageDeps {
  const unconnected = async () => {
    throw new AppError("code_host_unavailable", "This server does not connect to code hosts.");
  };
  return {
    secretBox: createSecretBox(randomBytes(32)),
    callSlack: unconnected,
    repositoryFolders: [],
    identify: unconnected,
    lookAtSite: unconnected,
    openId: false,
    budgetMax: {},
    retention: { recordsDays: 400, transcriptsDays: 90 },
  };
}
