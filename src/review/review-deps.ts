import type { OpenReview } from "../code-hosts/open-review.ts";
import { AppError } from "../errors.ts";
import type { EventData } from "../jobs/events.ts";
import type { JobAddress } from "../jobs/get-job.ts";
import type { CleanText } from "../outgoing/clean-text.ts";
import type { RenderedChange, RenderInput } from "../rendering/render-change.ts";
import type { Database } from "../store/database.ts";
import type { ReviewJob } from "./load-review-job.ts";

/** A commit of a job's repository in the local mirror. */
export interface CommitFiles {
  has(path: string): boolean;
  /** Returns null if there is no such file. */
  read(path: string, options: { bytesMax: number }): Promise<Buffer | "too_large" | null>;
}

export interface ReviewRepository {
  /**
   * Fetches the commit into the local mirror if necessary, and lets `use` read it. Throws
   * `repository_unreachable` also if the repository no longer has the commit, and errors of reading the
   * project's credentials.
   */
  withCommit<Result>(
    job: ReviewJob,
    commit: string,
    use: (files: CommitFiles) => Promise<Result>,
  ): Promise<Result>;
}

export interface SuggestedCommit {
  title: string;
  person: { name: string; email: string };
  /** Edits of one file each; `apply` throws if the text differs from what the reviewer saw. */
  edits: readonly { path: string; apply(text: string): string }[];
  /** Commit even if there are new problems. */
  force: boolean;
}

export interface MadeCommit {
  commit: string;
  committed: EventData<"committed">;
  checks: EventData<"checks">;
  /** Diff from the job's base. */
  patch: CleanText;
}

export interface ReviewDeps {
  database: Database;
  repository: ReviewRepository;
  openReview: OpenReview;
  /** Throws `check_timeout` if a page cannot be rendered in time. */
  render(input: RenderInput): Promise<RenderedChange>;
  /** Commits and pushes a reviewer's edits, without recording anything. */
  commitSuggestions(job: JobAddress, suggested: SuggestedCommit): Promise<MadeCommit>;
  /** Path of the public URL, "" or "/prefix", with which addresses of images begin. */
  basePath: string;
}

/** For servers without repositories, which can still read what is stored with the jobs. */
export function noReview(database: Database): ReviewDeps {
  const away = () => new AppError("repository_unreachable", "This process reads no repositories.");
  return {
    database,
    repository: {
      withCommit: async () => {
        throw away();
      },
    },
    openReview: async () => null,
    render: async () => {
      throw away();
    },
    commitSuggestions: async () => {
      throw away();
    },
    basePath: "",
  };
}
