/**
 * Words `member.role_changed` for people: "Member: role changed". Needs no list, so that later versions may
 * add actions.
 */
export function describeAction(action: string): string {
  const [noun = "", verb = ""] = action.split(".");
  return `${nounOf(noun)}: ${verb.replaceAll("_", " ")}`;
}

function nounOf(noun: string): string {
  const text = noun.replaceAll("_", " ").replace("api key", "API key");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
