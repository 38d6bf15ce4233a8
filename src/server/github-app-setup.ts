/**
 * Opens the set-up link of a GitHub App by its token. Null if the token is not valid, or its project was
 * removed or is no longer on GitHub.
 */
export type OpenGithubAppSetup = (token: string) => Promise<GithubAppSetup | null>;

/** Data and actions of the pages behind the link. */
export interface GithubAppSetup {
  projectId: string;
  projectName: string;
  /** Organisation that will own the App; null for the person who is signed in to GitHub. */
  organization: string | null;
  /** State of the link, which GitHub returns. */
  state: string;
  /** Form that the browser posts to GitHub. */
  form: { action: string; manifest: string };
  /** App that this link has created, if any. */
  made: MadeGithubApp | null;
  /** Id of another App that the project has now, if any. */
  replaces: string | null;
  /**
   * Exchanges GitHub's code for the App and stores the App's key with the project. Throws `code_host_…`
   * errors.
   */
  finish(code: string): Promise<MadeGithubApp>;
}

export interface MadeGithubApp {
  id: string;
  /** Its page on GitHub. */
  url: string;
}
