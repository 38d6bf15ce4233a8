export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
  exemplar: Record<string, string> | null;
}

const line = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{([^}]*)\})? (\S+)(?: # \{([^}]*)\} \S+ \S+)?$/;

/** Reads OpenMetrics text strictly: what has another form is an error. */
export function parseOpenMetrics(text: string): Sample[] {
  if (!text.endsWith("\n# EOF\n")) throw new Error("The text has no end.");
  return text
    .split("\n")
    .filter((row) => row !== "" && !row.startsWith("# "))
    .map((row) => {
      const [, name, labels = "", value, exemplar] = line.exec(row) ?? [];
      if (name === undefined) throw new Error(`This is no sample: ${row}`);
      return {
        ...{ name, labels: readLabels(labels), value: Number(value) },
        exemplar: exemplar === undefined ? null : readLabels(exemplar),
      };
    });
}

function readLabels(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([a-zA-Z_]\w*)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
  );
}
