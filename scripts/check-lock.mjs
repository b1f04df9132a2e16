// A lock that misses an optional platform package installs here and fails with `npm ci` elsewhere.
import { readFileSync } from 'node:fs';

const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
const locked = Object.keys(packages);
const missing = Object.entries(packages).flatMap(([path, entry]) =>
  Object.keys(entry.optionalDependencies ?? {})
    .filter((name) => !locked.some((other) => other.endsWith(`node_modules/${name}`)))
    .map((name) => `${path || 'package.json'} wants ${name}`),
);
const hosts = Object.entries(packages)
  .filter(([, entry]) => entry.resolved?.startsWith('http'))
  .map(([path]) => `${path} names a host`);

for (const line of [...missing, ...hosts]) console.error(`package-lock.json: ${line}`);
process.exit(missing.length + hosts.length > 0 ? 1 : 0);
