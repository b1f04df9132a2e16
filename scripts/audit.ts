import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { severeFindings } from './dependencies/audit.ts';

/** Known vulnerabilities of what production installs. Without an answer of the registry nothing is known, and the check says so. */
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  cwd: join(import.meta.dirname, '..'),
  encoding: 'utf8',
  timeout: 60_000,
});
const findings = severeFindings(stdout ?? '');
if (findings === null) console.log('audit: NOT CHECKED, the registry gave no answer; run npm audit --omit=dev where it does');
else console.log([...findings, `audit: ${findings.length} of high or critical severity`].join('\n'));
process.exitCode = findings && findings.length > 0 ? 1 : 0;
