/** Of a package of the lock that production installs. */
export interface Dependency {
  readonly name: string;
  /** An SPDX expression, or what the package says instead. */
  readonly licence: string;
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly license?: string; readonly dev?: boolean; readonly link?: boolean }>>;
}

/** Licences that ask for no more than to be named: nothing of ours or of an operator's has to be published with them. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Typefaces, which are embedded in documents.
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Packages that were looked at one by one: their name, what the lock says, and why that will do. */
const LOOKED_AT: readonly { readonly name: RegExp; readonly licence: string; readonly reason: string }[] = [
  { name: /^@img\/sharp-/, licence: 'LGPL-3.0-or-later', reason: 'libvips, loaded as a library of its own and replaceable' },
  { name: /^png-js$/, licence: 'none', reason: 'MIT, in its LICENSE file' },
];

/** What production installs, each name and licence once, by name. */
export function productionDependencies({ packages }: Lock): Dependency[] {
  const found = new Map<string, Dependency>();
  for (const [path, { license = 'none', dev = false, link = false }] of Object.entries(packages)) {
    const [, name] = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    if (name && !dev && !link) found.set(`${name} ${license}`, { name, licence: license });
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

export const mayBeInstalled = ({ name, licence }: Dependency): boolean =>
  isAllowed(licence) ||
  LOOKED_AT.some((known) => known.name.test(name) && licence.split(' AND ').every((each) => each === known.licence || isAllowed(each)));

/** `MIT`, `(MIT OR GPL-3.0)`, where one is enough, and `MIT AND OFL-1.1`, where all have to do. */
export function isAllowed(licence: string): boolean {
  const inner = licence.replace(/^\((.*)\)$/, '$1');
  if (/[()]/.test(inner)) return false;
  return inner.split(' OR ').some((one) => one.split(' AND ').every((each) => ALLOWED.has(each)));
}

export const licencesDocument = (dependencies: readonly Dependency[]): string => `# Licences

What production installs besides our own packages, from the lock file by \`npm run do -- licences\`; do not edit. \`npm run check licences\`
refuses a licence that is not among those of \`scripts/dependencies/licences.ts\`, and a list that is out of date.

| Package | Licence |
|---|---|
${dependencies.map(({ name, licence }) => `| ${name} | ${licence} |`).join('\n')}

## Looked at one by one

| Package | The lock says | Why it will do |
|---|---|---|
${LOOKED_AT.map(({ name, licence, reason }) => `| \`${name.source}\` | ${licence} | ${reason} |`).join('\n')}
`;
