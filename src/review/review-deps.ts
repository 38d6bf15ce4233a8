import type { OpenReview } from "../code-hosts/open-review.ts";
import { AppError } from "../errors.ts";
import type { EventData } from "../jobs/events.ts";
import type { JobAddress } from "../jobs/get-job.ts";
import type { CleanText } from "../outgoing/clean-text.ts";
import type { RenderedChange, RenderInput } from "../rendering/render-change.ts";
import type { Database } from "../store/database.ts";
import type { ReviewJob } from "./load-review-job.ts";

/** A commit of a job's repository, as the mirror of this machine has it. */
export interface CommitFiles {
  has(path: string): boolean;
  /** Null where no file is. */
  read(path: string, options: { bytesMax: number }): Promise<Buffer | "too_large" | null>;
}

export interface ReviewRepository {
  /**
   * Brings the commit into this machine's mirror where it is not there yet, and lets `use` read it. Throws
   * `repository_unreachable` also when the repository does not have the commit any more, and what reading the
   * project's credentials throws.
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
  /** Of one file each; `apply` throws where its text is not what the reviewer saw. */
  edits: readonly { path: string; apply(text: string): string }[];
  /** Also with new problems. */
  force: boolean;
}

export interface MadeCommit {
  commit: string;
  committed: EventData<"committed">;
  checks: EventData<"checks">;
  /** From the job's base. */
  patch: CleanText;
}

export interface ReviewDeps {
  database: Database;
  repository: ReviewRepository;
  openReview: OpenReview;
  /** Throws `check_timeout` for a page that cannot be rendered in time. */
  render(input: RenderInput): Promise<RenderedChange>;
  /** Makes and pushes the commit of a reviewer; nothing is recorded. */
  commitSuggestions(job: JobAddress, suggested: SuggestedCommit): Promise<MadeCommit>;
  /** Path of the public URL, "" or "/prefix": addresses of images begin with it. */
  basePath: string;
}

/** For servers without repositories: what is stored with the jobs can be read all the same. */
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
