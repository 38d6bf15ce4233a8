const copied = [
  ...["fontFamily", "fontSize", "fontWeight", "lineHeight", "letterSpacing", "tabSize"],
  ...["paddingTop", "paddingRight", "paddingBottom", "paddingLeft"],
  ...["borderTopWidth", "borderRightWidth", "borderBottomWidth", "borderLeftWidth"],
] as const;

/**
 * Returns where a character of a text area is drawn, from the area's top left corner: the lower edge of its
 * line.
 */
export function caretPosition(area: HTMLTextAreaElement, index: number): { left: number; top: number } {
  const style = getComputedStyle(area);
  const mirror = document.createElement("div");
  for (const name of copied) mirror.style[name as "fontSize"] = style[name as "fontSize"];
  Object.assign(mirror.style, {
    ...{ position: "absolute", visibility: "hidden", top: "0", left: "-9999px", boxSizing: "border-box" },
    ...{ width: `${area.offsetWidth}px`, whiteSpace: "pre-wrap", overflowWrap: "break-word" },
  });
  mirror.textContent = area.value.slice(0, index);
  const mark = document.createElement("span");
  mark.textContent = area.value.slice(index) || ".";
  mirror.append(mark);
  document.body.append(mirror);
  const position = {
    left: mark.offsetLeft,
    top: mark.offsetTop + Number.parseFloat(style.lineHeight || "20") - area.scrollTop,
  };
  mirror.remove();
  return position;
}
