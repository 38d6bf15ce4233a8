import { CommanderError } from "commander";
import { AppError, isAppError } from "../../errors.ts";
import { showHidden } from "../../text/show-hidden.ts";
import { withPeriod } from "../../text/with-period.ts";
import type { CliIo } from "../deps.ts";
import { errorText } from "./error-text.ts";
import { nameOptions } from "./name-options.ts";
import { paint } from "./paint.ts";

/**
 * Prints one line on standard error, and with `--json` one document on standard output; returns the exit
 * code.
 */
export function reportError(io: CliIo, error: unknown, { json }: { json: boolean }): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    // No command was named, which asks for the help; it has been written.
    if (error.code === "commander.help") return 2;
  }
  const appError = toAppError(error);
  const { code, details } = appError;
  const message = nameOptions(appError.message);
  io.stderr.write(`${paint(io.stderr, "red", "error:")} ${showHidden(message)} (${code})\n`);
  if (json) {
    const document = { error: { code, message, ...("errors" in details ? { errors: details.errors } : {}) } };
    io.stdout.write(`${JSON.stringify(document)}\n`);
  }
  if (code === "stopped") return Number(details.exitCode);
  return code === "usage" || code === "invalid_request" ? 2 : 1;
}

function toAppError(error: unknown): AppError {
  if (isAppError(error)) return error;
  if (error instanceof CommanderError) {
    const text = error.message
      .replace(/^error: /, "")
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "")
      .join(" ");
    return new AppError("usage", `${withPeriod(text)} See --help`);
  }
  const text = `Something went wrong inside Copydesk: ${errorText(error)}`;
  return new AppError("internal_error", text, { cause: error });
}
