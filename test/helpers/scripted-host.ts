import type { HostComment, HostConnection, PullRequestRef } from "../../src/code-hosts/types.ts";
import type { HostProject } from "../../src/store/host-project.ts";
import type { OpenProjectHost } from "../../src/worker/project-host.ts";

export interface HostScript {
  canWrite?(login: string): Promise<boolean>;
  comment?(number: number, comment: HostComment): Promise<void>;
  getPullRequest?(number: number): Promise<PullRequestRef | null>;
  listFeedback?: HostConnection["listFeedback"];
  review?: HostConnection["review"];
  readChecks?: HostConnection["readChecks"];
}

export interface ScriptedHost {
  openProjectHost: OpenProjectHost;
  /** For which projects it was opened. */
  opened: HostProject[];
  /** Logins that were asked about. */
  askedAbout: string[];
  /** Numbers of the pull requests that were asked about. */
  askedFor: number[];
  /** `number topic` → newest body. */
  comments: Map<string, string>;
}

/** A code host that answers by a script; what the script does not mention, it cannot do. */
export function createScriptedHost(script: HostScript = {}): ScriptedHost {
  const host: Omit<ScriptedHost, "openProjectHost"> = {
    opened: [],
    askedAbout: [],
    askedFor: [],
    comments: new Map(),
  };
  const unexpected = async (): Promise<never> => {
    throw new Error("nobody expected this call");
  };
  const connection: HostConnection = {
    pullRequests: {
      findPullRequest: unexpected,
      openPullRequest: unexpected,
      updatePullRequest: unexpected,
      whoAmI: unexpected,
      async getPullRequest(number) {
        host.askedFor.push(number);
        return await (script.getPullRequest ?? unexpected)(number);
      },
      async comment(number, comment) {
        await script.comment?.(number, comment);
        host.comments.set(`${number} ${comment.topic}`, comment.body);
      },
    },
    httpLogin: async () => null,
    async canWrite(login) {
      host.askedAbout.push(login);
      return await (script.canWrite ?? unexpected)(login);
    },
    ...(script.listFeedback && { listFeedback: script.listFeedback }),
    ...(script.review && { review: script.review }),
    ...(script.readChecks && { readChecks: script.readChecks }),
  };
  return {
    ...host,
    openProjectHost(project) {
      host.opened.push(project);
      return {
        connection,
        facts: { templatePaths: [], noun: "pull request", tellsChecks: true },
        login: "docs-bot",
        access: async () => ({ login: null, ssh: null }),
        signing: null,
        secrets: [],
      };
    },
  };
}
