/** Under which a host shows what Copydesk's own checks say of a commit. */
export const ownCheck = "copydesk/checks";

/** The same in addresses, where a host has annotations apart from it. */
export const insightsKey = "copydesk-checks";

/** What Copydesk's checks say of a commit that it pushed. */
export interface ChecksReport {
  number: number;
  branch: string;
  commit: string;
  jobId: string;
  /** In a line: "0 new problems, 3 fixed". */
  title: string;
  /** The change brings no problem, not even one that holds nothing back. */
  isClean: boolean;
  /** Page with more about it. */
  url: string;
  /** What the change brings, at most 50. */
  annotations: readonly CheckAnnotation[];
}

export interface CheckAnnotation {
  path: string;
  line: number;
  rule: string;
  message: string;
}

/** Not among the checks of others, which automatic merges wait for. */
export function isOwnCheck(name: string | null | undefined): boolean {
  return name === ownCheck;
}
