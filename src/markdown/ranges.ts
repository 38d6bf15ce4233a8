/** A part of a text. UTF-16 offsets. */
export interface Range {
  start: number;
  end: number;
}

const rawTag = /\{%-?[ \t]*(raw|endraw)[ \t]*-?%\}/g;
const setTag = /\{%-?[ \t]*(set|endset)(?:[ \t]+[\w.]{1,60})?[ \t]*-?%\}/g;

/** Finds what Liquid, Jinja and GitBook's templates only show, with the tags around it. */
export function findRawRanges(text: string): Range[] {
  return findBlocks(text, rawTag);
}

/** Finds what Nunjucks and Twig keep as the value of a name (`{% set code %}…{% endset %}`). */
export function findKeptRanges(text: string): Range[] {
  return text.includes("%}") ? findBlocks(text, setTag) : [];
}

function findBlocks(text: string, tags: RegExp): Range[] {
  const ranges: Range[] = [];
  let open: number | null = null;
  for (const { 0: tag, 1: name, index } of text.matchAll(tags)) {
    if (!name!.startsWith("end")) open ??= index;
    else if (open !== null) {
      ranges.push({ start: open, end: index + tag.length });
      open = null;
    }
  }
  return ranges;
}

/** Returns a test whether an offset is in one of the ranges, which are sorted and apart. */
export function createRangeTest(ranges: readonly Range[]): (at: number) => boolean {
  return (at) => {
    let low = 0;
    let high = ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ranges[middle]!.start <= at) low = middle + 1;
      else high = middle;
    }
    return low > 0 && at < ranges[low - 1]!.end;
  };
}
