/** Name under which a host shows the result of Copydesk's own checks. */
export const ownCheck = "copydesk/checks";

/** The same name for use in URLs, on hosts that keep annotations separately. */
export const insightsKey = "copydesk-checks";

/** Result of Copydesk's checks for a commit that it pushed. */
export interface ChecksReport {
  number: number;
  branch: string;
  commit: string;
  jobId: string;
  /** Summary in one line, e.g. "0 new problems, 3 fixed". */
  title: string;
  /** True if the change introduces no problems, not even ones that would not block it. */
  isClean: boolean;
  /** Page with details. */
  url: string;
  /** Problems that the change introduces, at most 50. */
  annotations: readonly CheckAnnotation[];
}

export interface CheckAnnotation {
  path: string;
  line: number;
  rule: string;
  message: string;
}

/** Tells Copydesk's own check from the others, for which automatic merges wait. */
export function isOwnCheck(name: string | null | undefined): boolean {
  return name === ownCheck;
}
