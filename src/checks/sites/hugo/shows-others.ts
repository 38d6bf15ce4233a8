const content = /(?<![\w$)])(?:\.Page)?\.Content\b/;
/** Whose text another expression names: `$page.Content`, `(…).Content`, `.Parent.Content`. */
const otherContent = /(?:\$\w+|\)|(?<!\.Page|[\s{(,$])(?=\.))\.Content\b/;
/** What a block is about if it is about the page itself. */
const ownDot = /^(?:\$|\.|\.Page|\$\.Page|page)$/;

/**
 * Whether a template shows the text of another page, and with it that one's ids: by an expression, or in a
 * block about other pages (`{{ range .Translations }}{{ .Content }}`).
 */
export function showsOthers(template: string): boolean {
  if (!template.includes(".Content")) return false;
  if (otherContent.test(template)) return true;
  // Of each open block, whether it is about something other than the page.
  const blocks: boolean[] = [];
  for (const text of actionsOf(template)) {
    const [word = ""] = text.split(/\s/, 1);
    if (content.test(text) && blocks.includes(true)) return true;
    if (word === "range") blocks.push(true);
    else if (word === "with") blocks.push(!ownDot.test(text.slice(word.length).trim()));
    else if (/^(?:if|block|define)$/.test(word)) blocks.push(false);
    else if (word === "end") blocks.pop();
    else if (word === "else" && blocks.length > 0) blocks[blocks.length - 1] = /^else\s+with\b/.test(text);
  }
  return false;
}

/** Yields what stands between `{{` and `}}`, up to one that is not closed; texts in it may hold braces. */
function* actionsOf(template: string): Generator<string> {
  for (let open = template.indexOf("{{"); open >= 0; open = template.indexOf("{{", open)) {
    let end = open + 2;
    for (let quote = ""; quote !== "" || !template.startsWith("}}", end); end += 1) {
      const sign = template[end];
      if (sign === undefined) return;
      if (quote === '"' && sign === "\\") end += 1;
      else if (quote !== "") quote = sign === quote ? "" : quote;
      else if (sign === '"' || sign === "`") quote = sign;
    }
    yield template
      .slice(open + 2, end)
      .replace(/^-|-$/g, "")
      .trim();
    open = end + 2;
  }
}
