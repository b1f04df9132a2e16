import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nodesOf } from './syntax.ts';

/** The specification's Hungarian prefixes followed by a capital: `nCode`, `idFuncion`, `listaLinea`. */
const HUNGARIAN = /^(?:lista|id|[ncdbofjlah])[A-Z][A-Za-z]*$/;
/** Words of the platforms we stand on that only look like it. */
const OURS = /^(?:hMac|aTag|dX|dY|bX|bY|aX|aY|cX|cY|oX|oY|lX|lY|nX|nY|fX|fY)$/;
const allowed =
  /^(?:packages\/contract|apps\/sandbox)\/|\/test\/|\.(?:test|spec)\.tsx?$|^(?:e2e|bench|scripts\/borders\/canary)\/|\/build\/|\.react-router/;

/** Wire names used as identifiers or property names outside the contract; strings (addresses, queries) are not names. */
export async function strayNames(root: string): Promise<string[]> {
  const stray: string[] = [];
  for await (const file of glob('{apps,packages,demo,rehearsal,scripts}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name.includes('node_modules'),
  })) {
    if (allowed.test(file)) continue;
    for (const name of await identifiers(join(root, file))) {
      if (HUNGARIAN.test(name) && !OURS.test(name)) stray.push(`${file}: ${name} is a wire name; use the English one of the contract`);
    }
  }
  return stray;
}

async function identifiers(file: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const { type, value } of await nodesOf(await readFile(file, 'utf8'), { tsx: file.endsWith('.tsx') })) {
    if (type === 'Identifier' && typeof value === 'string') names.add(value);
  }
  return names;
}
