import { isHostSettings } from "../checks/model/host-files.ts";
import { matchGlob } from "../text/match-glob.ts";
import { closedPathReason } from "./closed-paths.ts";
import { isDocumentationPath, isProgramPath } from "./documentation-paths.ts";
import { foldName } from "./fold-name.ts";

/** Reason of the refusal, or null. */
type Reason = string | null;

/** Files besides pages that the site's generator reads. */
export interface NavigationFiles {
  /** Whether the file holds only navigation, redirects or an API description. */
  isData(path: string): boolean;
  /**
   * For configuration that holds more: returns a judge of what a new text changes beyond navigation and
   * redirects, or null.
   */
  judge(path: string): ((text: string) => Reason | Promise<Reason>) | null;
}

export interface WriteSettings {
  /** Globs of files besides documentation that the project lets jobs write. */
  paths: readonly string[];
  /** Globs of files that the project lets no job write. */
  protectedPaths: readonly string[];
  /** Globs outside which this job may write nothing; an empty list means no such limit. */
  jobPaths: readonly string[];
  navigation: NavigationFiles;
  /** The repository's own policy, which only narrows. */
  policy?: PolicyRules | null;
}

/** The part of a repository's policy that judges single files. */
export interface PolicyRules {
  refusePath(path: string): Reason;
  /** `oldPath`: the page's previous path, if it was moved. */
  refuseText(path: string, text: string, oldPath?: string): Promise<Reason>;
}

/**
 * Returns why a job may not write a repository path, or null if it may. `text` is the file's future content,
 * null if it is deleted; omitted if only the path is in question. If configuration must be parsed, which
 * happens elsewhere, the answer is a promise. `oldPath` is the file's previous path, if it was moved.
 */
export type RefuseWrite = (path: string, text?: string | null, oldPath?: string) => Reason | Promise<Reason>;

/** Creates the only judge of what a job may write: tools, engines, patches and the push all ask it. */
export function createWriteRules(settings: WriteSettings): RefuseWrite {
  const mayBeWritten = anyOf(settings.paths);
  const isNamed = anyOf(settings.paths.filter(namesFile));
  const isProtected = anyOf(settings.protectedPaths);
  const isProtectedFolded = anyOf(
    settings.protectedPaths.map((glob) => glob.normalize("NFKC").toLowerCase()),
  );
  const isOfJob = anyOf(settings.jobPaths);
  const { policy = null } = settings;
  const refuseByProject = (path: string, text: string | null | undefined): Reason | Promise<Reason> => {
    if (isPolicyFile(path) && !isNamed(path)) return refusal(path, policyStays);
    const closed = isPolicyFile(path) ? null : closedPathReason(path);
    const stays = closed === null ? null : `${closed}; no setting allows it, so change it by hand`;
    if (stays !== null && (!isHostSettings(path) || settings.navigation.judge(path) === null))
      return refusal(path, stays);
    if (isProtected(path) || isProtectedFolded(foldPath(path)))
      return refusal(path, "it is among the project's protectedPaths");
    if (settings.jobPaths.length > 0 && !isOfJob(path)) {
      return refusal(path, `it is outside the job's paths (${settings.jobPaths.join(", ")})`);
    }
    if (isPolicyFile(path)) return null;
    const ownRule = policy?.refusePath(path) ?? null;
    if (ownRule !== null) return refusal(path, ownRule);
    const isOpen = isProgramPath(path) ? isNamed(path) : mayBeWritten(path) || isDocumentationPath(path);
    if (stays === null && isOpen) return null;
    return judgeNavigation(settings.navigation, path, text, stays ?? howToAllow(path));
  };
  return (path, text, oldPath) => {
    const reason = refuseByProject(path, text);
    if (policy === null || typeof text !== "string" || typeof reason === "string") return reason;
    return Promise.resolve(reason).then(
      async (found) => found ?? refuseText(policy, path, { text, oldPath }),
    );
  };
}

async function refuseText(
  policy: PolicyRules,
  path: string,
  { text, oldPath }: { text: string; oldPath: string | undefined },
): Promise<Reason> {
  const reason = await policy.refuseText(path, text, oldPath);
  return reason === null ? null : refusal(path, reason);
}

const policyStays =
  "it says what jobs may do; only a project whose paths name it lets them change it, so change it by hand";

/** Whether the path is the repository's policy, which `docs/policy.md` describes. */
function isPolicyFile(path: string): boolean {
  return path === ".copydesk.yml";
}

function judgeNavigation(
  navigation: NavigationFiles,
  path: string,
  text: string | null | undefined,
  advice: string,
): Reason | Promise<Reason> {
  if (navigation.isData(path) && !isProgramPath(path)) return null;
  const judge = navigation.judge(path);
  if (judge === null) {
    const rule =
      "by default a job writes documentation only: pages, their images and downloads, and navigation";
    return refusal(path, `${rule}; ${advice}`);
  }
  if (text === undefined) return null;
  const problem = text === null ? "this takes the file away" : judge(text);
  return problem instanceof Promise
    ? problem.then((found) => onlyNavigation(path, found, advice))
    : onlyNavigation(path, problem, advice);
}

function onlyNavigation(path: string, problem: Reason, advice: string): Reason {
  if (problem === null) return null;
  const rule = "a job may change only the navigation and the redirects there";
  return refusal(path, `${rule}, and ${problem}; ${advice}`);
}

function howToAllow(path: string): string {
  return `to allow it, add ${JSON.stringify(shown(path))} to the project's setting paths`;
}

function refusal(path: string, reason: string): string {
  return `${shown(path)} may not be written: ${reason}`;
}

function anyOf(globs: readonly string[]): (path: string) => boolean {
  const matchers = globs.map(matchGlob);
  return (path) => matchers.some((matches) => matches(path));
}

/** Whether a glob's last part is a file name without wildcards. */
function namesFile(glob: string): boolean {
  const last = glob.slice(glob.lastIndexOf("/") + 1);
  return last !== "" && !/[*?{}]/.test(last);
}

function foldPath(path: string): string {
  return path.split("/").map(foldName).join("/");
}

function shown(path: string): string {
  return path.length > 200 ? `${path.slice(0, 200)}…` : path;
}
