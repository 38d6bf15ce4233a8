import type { DataCenterRepository, DataCenterState } from "./bitbucket-data-center-state.ts";
import { type BodyShape, findBodyProblems } from "./bitbucket-fake-routes.ts";
import type { FakeAnswer } from "./fake-server.ts";

export interface DataCenterCall {
  state: DataCenterState;
  params: Record<string, string>;
  query: URLSearchParams;
  body: unknown;
  /** Of the request's path; the scene's own where the path names none. */
  called: DataCenterRepository;
}

/** An error as the host writes it; the exception by its last name. */
export function fail(
  status: number,
  exception: keyof typeof packages | null,
  message: string,
  more: object = {},
): FakeAnswer {
  const exceptionName =
    exception === null ? null : `com.atlassian.bitbucket.${packages[exception]}.${exception}`;
  const name = exceptionName?.replace("..", ".") ?? null;
  return { status, body: { errors: [{ context: null, message, exceptionName: name, ...more }] } };
}

const packages = {
  AuthorisationException: "",
  IncorrectPasswordAuthenticationException: "auth",
  NoSuchRepositoryException: "repository",
  NoSuchBranchException: "repository",
  RepositoryUrlOccupiedException: "repository",
  NoSuchPullRequestException: "pull",
  DuplicatePullRequestException: "pull",
  EmptyPullRequestException: "pull",
  IllegalPullRequestStateException: "pull",
  InvalidPullRequestReviewersException: "pull",
  PullRequestOutOfDateException: "pull",
  NoSuchCommentException: "comment",
  CommentOutOfDateException: "comment",
};

/** 400 with what is wrong with the body; null when nothing is. */
export function refuseBody(body: unknown, shape: BodyShape): FakeAnswer | null {
  const [first] = findBodyProblems(body, shape);
  return first === undefined ? null : fail(400, null, `${first[0]}: ${first[1]}`, { context: first[0] });
}

/** One page of a list. */
export function page({ query }: DataCenterCall, values: readonly unknown[]): FakeAnswer {
  const limit = Math.min(1000, Number(query.get("limit") ?? 25));
  const start = Number(query.get("start") ?? 0);
  const shown = values.slice(start, start + limit);
  const isLastPage = start + limit >= values.length;
  const next = isLastPage ? {} : { nextPageStart: start + limit };
  return { status: 200, body: { size: shown.length, limit, isLastPage, values: shown, start, ...next } };
}
