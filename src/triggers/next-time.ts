import { Cron } from "croner";
import { AppError } from "../errors.ts";
import { invalidRequest } from "../schemas/parse-input.ts";

/**
 * Returns the first time after `from` at which a cron expression of five fields is due in its time zone.
 * Throws `invalid_request` if it is invalid, `schedule_never_fires` if its date never comes.
 */
export function nextTime({ cron, timeZone }: { cron: string; timeZone: string }, from: Date): Date {
  const schedule = parse(cron, timeZone);
  const next = schedule.nextRun(from);
  if (next !== null) return next;
  throw new AppError("schedule_never_fires", `The cron expression "${cron}" is never due.`);
}

function parse(cron: string, timeZone: string): Cron {
  if (cron.trim().split(/\s+/).length !== 5)
    throw invalidRequest([{ path: "settings.cron", message: "must be a cron expression of five fields" }]);
  try {
    new Intl.DateTimeFormat("en", { timeZone });
  } catch {
    const message = "must be a time zone such as UTC or Europe/Zurich";
    throw invalidRequest([{ path: "settings.timeZone", message }]);
  }
  try {
    return new Cron(cron, { timezone: timeZone, paused: true });
  } catch {
    throw invalidRequest([{ path: "settings.cron", message: "must be a cron expression such as 0 6 * * 1" }]);
  }
}
