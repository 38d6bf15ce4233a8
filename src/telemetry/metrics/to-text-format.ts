/** Prometheus's own format, which has no exemplars and no end, and names a counter with its suffix. */
export function toTextFormat(openMetrics: string): string {
  const lines: string[] = [];
  let help = "";
  for (const line of openMetrics.split("\n")) {
    const [hash, word, name = "", ...rest] = line.split(" ");
    if (hash !== "#") lines.push(line.replace(/ # \{[^{}]*\} \S+ \S+$/, ""));
    else if (word === "HELP") help = rest.join(" ");
    else if (word === "TYPE") {
      const named = rest[0] === "counter" ? `${name}_total` : name;
      lines.push(`# HELP ${named} ${help}`, `# TYPE ${named} ${rest.join(" ")}`);
    }
  }
  return lines.join("\n");
}
