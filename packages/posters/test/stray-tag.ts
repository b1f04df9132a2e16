const tag = /<(\/?)([a-zA-Z]+)((?:\s+[a-zA-Z][\w:-]*="[^"<&]*")*)\s*(\/?)>/y;

/** The first place where the text stops being well-formed XML (elements and attributes only), or undefined. */
export function strayTag(svg: string): string | undefined {
  const open: string[] = [];
  tag.lastIndex = 0;
  while (tag.lastIndex < svg.length) {
    const from = tag.lastIndex;
    const [found, closing, name = '', attributes = '', empty] = tag.exec(svg) ?? [];
    if (found === undefined) return svg.slice(from, from + 80);
    const names = [...attributes.matchAll(/([\w:-]+)="/g)].map(([, attribute]) => attribute);
    if (new Set(names).size < names.length) return found;
    if (closing ? open.pop() !== name : false) return found;
    if (!closing && !empty) open.push(name);
    if (open.length === 0 && tag.lastIndex < svg.length) return svg.slice(tag.lastIndex, tag.lastIndex + 80);
  }
  return open.length > 0 ? open.join(' > ') : undefined;
}
