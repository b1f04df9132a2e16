/** The first that matches counts: browsers name those that they descend from, too. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|OPiOS|Opera)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** Longer headers come from no browser. */
const MOST_READ = 512;

/**
 * Browser and system of a `User-Agent`, such as `Chrome · Android`: words of a fixed list and no versions, so that nothing of it tells
 * people apart. Null when it names neither.
 */
export function deviceOf(userAgent: string | undefined): string | null {
  const read = userAgent?.slice(0, MOST_READ) ?? '';
  const named = [browsers, systems].flatMap((list) => list.find(([pattern]) => pattern.test(read))?.[1] ?? []);
  return named.length > 0 ? named.join(' · ') : null;
}
