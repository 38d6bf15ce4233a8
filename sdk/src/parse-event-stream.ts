/** One item of a stream of server-sent events. */
export type StreamItem =
  | { kind: "event"; id: string; data: string }
  | { kind: "comment" }
  | { kind: "retry"; ms: number };

/**
 * Parses a stream of server-sent events (WHATWG HTML, 9.2.6) from decoded text, cut anywhere. An event
 * without its closing empty line is dropped.
 */
export function createEventStreamParser(): (text: string) => StreamItem[] {
  let begun = "";
  let afterReturn = false;
  let data: string[] = [];
  let lastId = "";

  return (text) => {
    const items: StreamItem[] = [];
    // The second half of a CR LF may come with the next piece.
    let start = afterReturn && text.startsWith("\n") ? 1 : 0;
    if (text !== "") afterReturn = false;
    for (;;) {
      const end = findLineEnd(text, start);
      if (end === -1) {
        begun += text.slice(start);
        return items;
      }
      const item = readLine(begun + text.slice(start, end));
      if (item !== null) items.push(item);
      begun = "";
      start = end + 1;
      if (text[end] === "\r") {
        afterReturn = start === text.length;
        if (text[start] === "\n") start += 1;
      }
    }
  };

  function readLine(line: string): StreamItem | null {
    if (line === "") return dispatch();
    if (line.startsWith(":")) return { kind: "comment" };
    const [, field, value] = /^([^:]*):? ?(.*)$/s.exec(line) as unknown as [string, string, string];
    if (field === "data") data.push(value);
    if (field === "id" && !value.includes("\0")) lastId = value;
    if (field === "retry" && /^\d+$/.test(value)) return { kind: "retry", ms: Number(value) };
    return null;
  }

  function dispatch(): StreamItem | null {
    const lines = data;
    data = [];
    return lines.length === 0 ? null : { kind: "event", id: lastId, data: lines.join("\n") };
  }
}

function findLineEnd(text: string, from: number): number {
  for (let index = from; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === 10 || unit === 13) return index;
  }
  return -1;
}
