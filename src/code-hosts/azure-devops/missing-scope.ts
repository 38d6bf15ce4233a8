import { AppError } from "../../errors.ts";
import { statusOf } from "../to-host-error.ts";

/** What the scopes of a personal access token are called where it is made. */
export const scopes = {
  write: "Code (Read & write)",
  manage: "Code (Read, write, & manage)",
  identity: "Identity (Read)",
  build: "Build (Read)",
} as const;

/** The host says no more than 401 also when a token that is let in elsewhere lacks a scope. */
export function isMissingScope(error: unknown): error is AppError {
  return error instanceof AppError && statusOf(error) === 401;
}

/** Names the scope in an error that may be for want of it. Other errors stay as they are. */
export function nameScope(error: unknown, scope: keyof typeof scopes): unknown {
  if (!isMissingScope(error)) return error;
  const { message, details } = error;
  return new AppError("code_host_forbidden", `${message} Or the token lacks the scope ${scopes[scope]}.`, {
    cause: error,
    details,
  });
}
