const dayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const monthNames = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"],
];

/**
 * Words a cron expression of five fields for people: "Mondays at 06:00". Null if that would be longer than
 * the expression: lists of hours, steps in months, a day of the month together with a weekday.
 */
export function describeCron(cron: string): string | null {
  const fields = cron.trim().split(/\s+/);
  if (fields.length !== 5) return null;
  const [minute, hour, day, month, weekday] = fields as [string, string, string, string, string];
  const days = describeDays(day, month, weekday);
  if (days === null) return null;
  const at = toNumber(minute, 0, 59);
  const hourAt = toNumber(hour, 0, 23);
  if (at !== null && hourAt !== null) return `${days} at ${pad(hourAt)}:${pad(at)}`;
  const often = describeOften(minute, hour);
  if (often === null) return null;
  return days === "Every day" ? often : `${days}, ${often.charAt(0).toLowerCase()}${often.slice(1)}`;
}

/** For repetition within a day. */
function describeOften(minute: string, hour: string): string | null {
  const at = toNumber(minute, 0, 59);
  const hours = stepOf(hour, 24);
  if (hour !== "*" && (hours === null || at === null)) return null;
  if (hours !== null) return at === 0 ? `Every ${hours} hours` : `Every ${hours} hours at minute ${at}`;
  if (minute === "*") return "Every minute";
  const minutes = stepOf(minute, 60);
  if (minutes !== null) return `Every ${minutes} minutes`;
  if (at === null) return null;
  return at === 0 ? "Every hour" : `Every hour at minute ${at}`;
}

function describeDays(day: string, month: string, weekday: string): string | null {
  if (month !== "*") {
    const name = monthNames[(toNumber(month, 1, 12) ?? 0) - 1];
    const date = toNumber(day, 1, 31);
    return name === undefined || date === null || weekday !== "*" ? null : `Every ${date} ${name}`;
  }
  if (day !== "*") {
    const date = toNumber(day, 1, 31);
    return date === null || weekday !== "*" ? null : `The ${ordinal(date)} of each month`;
  }
  if (weekday === "*") return "Every day";
  if (/^(?:1-5|mon-fri)$/i.test(weekday)) return "Monday to Friday";
  const named = weekday.split(",").map(nameOfDay);
  if (named.includes(undefined)) return null;
  const plurals = named.map((name) => `${name}s`);
  const last = plurals.pop()!;
  return plurals.length === 0 ? last : `${plurals.join(", ")} and ${last}`;
}

/** Sunday is 0 and 7; names have three letters. */
function nameOfDay(text: string): string | undefined {
  const number = toNumber(text, 0, 7);
  if (number !== null) return dayNames[number % 7];
  return dayNames.find((name) => name.slice(0, 3).toLowerCase() === text.toLowerCase());
}

/**
 * Returns the step of "every 20"; null if it does not divide the whole evenly, as the last step is then
 * shorter.
 */
function stepOf(field: string, whole: number): number | null {
  const step = toNumber(/^\*\/(\d+)$/.exec(field)?.[1] ?? "", 2, whole - 1);
  return step !== null && whole % step === 0 ? step : null;
}

function toNumber(text: string, min: number, max: number): number | null {
  if (!/^\d{1,2}$/.test(text)) return null;
  const number = Number(text);
  return number >= min && number <= max ? number : null;
}

const pad = (number: number) => String(number).padStart(2, "0");

function ordinal(number: number): string {
  const teen = number % 100 >= 11 && number % 100 <= 13;
  return `${number}${teen ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th")}`;
}
