import type { OpenReview } from "../code-hosts/open-review.ts";
import { AppError } from "../errors.ts";
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
   * Brings the commit into this machine's mirror where it is not there yet, and lets `use` read it. Throws `repository_unreachable` also when
   * the repository does not have the commit any more, and what reading the project's credentials throws.
   */
  withCommit<Result>(
    job: ReviewJob,
    commit: string,
    use: (files: CommitFiles) => Promise<Result>,
  ): Promise<Result>;
}

export interface ReviewDeps {
  database: Database;
  repository: ReviewRepository;
  openReview: OpenReview;
  /** Throws `check_timeout` for a page that cannot be rendered in time. */
  render(input: RenderInput): Promise<RenderedChange>;
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
    basePath: "",
  };
}
