/**
 * Opens the set-up link of a GitHub App by its token. Null when it is not valid, or its project is gone or no
 * longer on GitHub.
 */
export type OpenGithubAppSetup = (token: string) => Promise<GithubAppSetup | null>;

/** What the pages behind the link show and do. */
export interface GithubAppSetup {
  projectId: string;
  projectName: string;
  /** Who will own the App; null for the person who is signed in to GitHub. */
  organization: string | null;
  /** Of the link: GitHub gives it back. */
  state: string;
  /** What the browser posts to GitHub. */
  form: { action: string; manifest: string };
  /** The App that this link made. */
  made: MadeGithubApp | null;
  /** Id of another App that the project has. */
  replaces: string | null;
  /** Exchanges GitHub's code for the App and stores its key with the project. Throws `code_host_…` errors. */
  finish(code: string): Promise<MadeGithubApp>;
}

export interface MadeGithubApp {
  id: string;
  /** Its page on GitHub. */
  url: string;
}
