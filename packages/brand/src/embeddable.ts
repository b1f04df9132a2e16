/** What keeps a brand's CSS out of a style element of every page: ending the element, or fetching something. */
export const styleFaults = (css: string): string[] => [
  ...(css.includes('</') ? ['contains </, which would end the style element'] : []),
  ...(/@import|url\(\s*['"]?(?!data:)/i.test(css) ? ['loads another file; pictures belong into files'] : []),
];

/** What keeps a drawing out of the page: it runs something, or reaches out. */
export const drawingFaults = (svg: string): string[] => [
  ...(/^\s*<svg\b[^>]*\sviewBox="/.test(svg) ? [] : ['must begin with <svg and have a viewBox']),
  ...(/<script|<foreignObject|\son\w+=|href="(?!#)/i.test(svg) ? ['holds a script, an event handler or an outside address'] : []),
];

/** A page is a title, which is also that of the browser's tab, and some text. */
export const pageFaults = (markdown: string): string[] =>
  /^# \S.*\n+\S/.test(markdown) ? [] : ['must begin with "# " and a title, followed by text'];
