import type { StartConfig } from './config.ts';
import type { OutsideWorld } from './processes.ts';

export interface Announced {
  readonly config: StartConfig;
  readonly databasePlace: string;
  readonly outside: OutsideWorld | null;
}

/** What a person needs to know once everything runs. */
export async function announce({ config, databasePlace, outside }: Announced) {
  const origin = config.environment.PUBLIC_ORIGIN || `http://localhost:${config.port}`;
  const rows = [
    ['storefront', origin],
    ['office', `${origin}/oficina`],
    ['API reference', `${origin}/reference`],
    ...(outside
      ? [
          ['sandbox', `http://localhost:${outside.port}  (the mails that were sent, and the rest of the outside world)`],
          ...(await demoLogins(config.brand)),
        ]
      : []),
    ['data', databasePlace],
    ['logs', config.logDirectory],
    ['stop', 'Ctrl-C'],
  ];
  console.log(`\n${rows.map(([name = '', value]) => `  ${name.padEnd(14)} ${value}`).join('\n')}\n`);
}

async function demoLogins(brand: string) {
  const { demoOf } = await import('../demo/demos.ts');
  return (demoOf(brand)?.accounts ?? []).map(({ role, email, password }) => [role, `${email}  ${password}`]);
}
