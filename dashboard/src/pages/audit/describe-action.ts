/**
 * `member.role_changed` as people say it: "Member: role changed". Actions of later versions need no list
 * here.
 */
export function describeAction(action: string): string {
  const [noun = "", verb = ""] = action.split(".");
  return `${nounOf(noun)}: ${verb.replaceAll("_", " ")}`;
}

function nounOf(noun: string): string {
  const text = noun.replaceAll("_", " ").replace("api key", "API key");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
