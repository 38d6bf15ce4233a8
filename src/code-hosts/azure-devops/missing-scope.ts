import { AppError } from "../../errors.ts";
import { statusOf } from "../to-host-error.ts";

/** Scope names as shown when a personal access token is created. */
export const scopes = {
  write: "Code (Read & write)",
  manage: "Code (Read, write, & manage)",
  identity: "Identity (Read)",
  build: "Build (Read)",
} as const;

/** A valid token that lacks a scope also gets just a 401. */
export function isMissingScope(error: unknown): error is AppError {
  return error instanceof AppError && statusOf(error) === 401;
}

/** Adds the scope's name to an error that a missing scope may have caused. Returns other errors unchanged. */
export function nameScope(error: unknown, scope: keyof typeof scopes): unknown {
  if (!isMissingScope(error)) return error;
  const { message, details } = error;
  return new AppError("code_host_forbidden", `${message} Or the token lacks the scope ${scopes[scope]}.`, {
    cause: error,
    details,
  });
}
