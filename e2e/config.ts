/** Where the journeys' own outside world listens; chosen with the product's port, before anything starts. */
export const sandboxPorts = () => ({ page: Number(process.env.E2E_SANDBOX_PORT), smtp: Number(process.env.E2E_SMTP_PORT) });

const sandboxesOfOthers = new Map<string, ReturnType<typeof sandboxPorts>>();
/** A second product has an outside world of its own. */
export const noteSandbox = (origin: string, ports: ReturnType<typeof sandboxPorts>) => sandboxesOfOthers.set(origin, ports);
/** The outside world of the product at an address. */
export const sandboxAt = (url: string) => sandboxesOfOthers.get(new URL(url).origin) ?? sandboxPorts();

/** What the product of the journeys runs with: data that go away with it. Commands beside it need the same. */
export const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  DATA_DIR: process.env.E2E_DATA_DIR,
  DATABASE_URL: '',
  BRAND: process.env.E2E_BRAND ?? '',
});

/** Is there once the main journeys of this run are over; beside the data of its product. */
export const mainIsOverFile = (): string => `${process.env.E2E_DATA_DIR}.main-over`;

/** Where a run of which the journeys are a part reads of the unsteady ones. */
export const unsteadyFile = (): string | undefined => process.env.UNSTEADY_FILE;

/** The environment of a second product, instead of the first one's. */
export const environmentOf = (second: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({ ...process.env, ...second });
