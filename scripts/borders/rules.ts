import type { IConfiguration, IForbiddenRuleType } from 'dependency-cruiser';

const MODULES = 'bills|catalogue|sale|payments|orders|customers|mailboxes|waiting-room|notifications|office';

/** Which api module may know which others (docs/ARCHITECTURE.md#rules-that-a-tool-checks); one that is missing here may know none. */
const mayKnow: Readonly<Record<string, readonly string[]>> = {
  sale: ['payments', 'orders', 'customers', 'mailboxes', 'catalogue', 'waiting-room', 'bills'],
  office: ['catalogue', 'payments', 'customers', 'mailboxes'],
  orders: ['catalogue', 'mailboxes'],
  bills: ['orders', 'mailboxes', 'catalogue'],
  'waiting-room': ['catalogue'],
  notifications: ['orders', 'customers', 'mailboxes', 'bills', 'catalogue'],
  mailboxes: ['customers'],
  payments: [],
  customers: [],
  catalogue: [],
};

const moduleOrder: IForbiddenRuleType[] = Object.entries(mayKnow).map(([module, known]) => ({
  name: `order-of-${module}`,
  severity: 'error',
  comment: `${module} may use ${known.length > 0 ? known.join(', ') : 'no other module'}`,
  from: { path: `^apps/api/src/${module}/` },
  to: { path: `^apps/api/src/(${MODULES})/`, pathNot: `^apps/api/src/(${[module, ...known].join('|')})/` },
}));

export const forbidden: IForbiddenRuleType[] = [
  ...moduleOrder,
  {
    name: 'through-the-index',
    severity: 'error',
    comment: 'another module is what its index.ts offers',
    from: { path: '^apps/api/src/([^/]+)/' },
    to: {
      path: '^apps/api/src/[^/]+/',
      pathNot: ['^apps/api/src/$1/', '^apps/api/src/[^/]+/index\\.ts$', '^apps/api/src/(http|db|watch)/'],
    },
  },
  {
    name: 'storefront-over-the-wire',
    severity: 'error',
    comment: 'the storefront meets the api through the contract',
    from: { path: '^apps/storefront/' },
    to: { path: '^apps/(api|sandbox|office|waiting-room)/' },
  },
  {
    name: 'office-over-the-wire',
    severity: 'error',
    comment: 'the office meets the api through the contract, and the storefront not at all',
    from: { path: '^apps/office/' },
    to: { path: '^apps/(api|sandbox|storefront|waiting-room)/' },
  },
  {
    name: 'waiting-page-over-the-wire',
    severity: 'error',
    comment: 'the waiting page meets the queue host through the contract, and no other app at all',
    from: { path: '^apps/waiting-room/' },
    to: { path: '^apps/(api|sandbox|storefront|office)/' },
  },
  {
    name: 'waiting-page-is-light',
    severity: 'error',
    comment: 'everybody loads the waiting page at the same minute: no React, no codecs',
    from: { path: '^apps/waiting-room/app/' },
    to: { path: '(^|/)node_modules/(react|react-dom|zod)/' },
  },
  {
    name: 'sandbox-over-the-wire',
    severity: 'error',
    comment: 'the sandbox is the outside world and knows nothing of ours but the card brands, which are facts of the trade',
    from: { path: '^apps/sandbox/' },
    to: { path: '^(apps/(api|storefront|office|waiting-room)|packages)/', pathNot: '^packages/contract/src/rules/card-brands\\.ts$' },
  },
  {
    name: 'api-mounts-the-screens',
    severity: 'error',
    comment:
      'the api sees of the storefront, the office and the waiting page only what their server folders offer, and only where they are mounted',
    from: { path: '^apps/api/src/', pathNot: '^apps/api/src/(screens|http/pages)\\.ts$' },
    to: { path: '^apps/(storefront|office|waiting-room|sandbox)/' },
  },
  {
    name: 'fastify-at-the-edge',
    severity: 'error',
    comment: 'HTTP stays in src/http, app.ts, serve.ts, screens.ts and files of routes',
    from: {
      path: '^apps/[^/]+/src/',
      pathNot: ['^apps/[^/]+/src/http/', '^apps/[^/]+/src/(app|serve|screens)\\.ts$', '/routes\\.ts$', '-routes\\.ts$'],
    },
    to: { path: '(^|/)node_modules/(fastify|@fastify)/' },
  },
  {
    name: 'postgres-in-db',
    severity: 'error',
    comment: 'the driver is known to src/db alone',
    from: { path: '^apps/api/src/', pathNot: '^apps/api/src/db/' },
    to: { path: '(^|/)node_modules/(postgres|pg)/' },
  },
  {
    name: 'packages-below-apps',
    severity: 'error',
    comment: 'packages know no application',
    from: { path: '^packages/' },
    to: { path: '^apps/' },
  },
  {
    name: 'contract-stands-alone',
    severity: 'error',
    comment: 'the contract, the brand, the venue map and the posters know no other package',
    from: { path: '^packages/(contract|brand|venue-map|posters)/(src|server)/' },
    to: { path: '^packages/', pathNot: '^packages/$1/' },
  },
  {
    name: 'browser-on-the-contract',
    severity: 'error',
    comment: 'what the storefront and the office share knows the contract, and no component of a screen',
    from: { path: '^packages/browser/src/' },
    to: { path: '^packages/', pathNot: '^packages/(browser|contract)/' },
  },
  {
    name: 'product-without-demo',
    severity: 'error',
    comment: 'what runs in production depends on no demo, test, bench, rehearsal or script',
    from: { path: '^(apps|packages)/[^/]+/(src|app|server)/' },
    to: { path: '^(demo|bench|e2e|rehearsal|scripts)/|/test/' },
  },
  { name: 'no-circles', severity: 'error', comment: 'a circle of files is one file', from: {}, to: { circular: true } },
];

export const options: IConfiguration['options'] = {
  parser: 'swc',
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  exclude: { path: ['/build/', '\\.react-router', '\\+types', '^scripts/borders/canary'] },
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['import', 'node', 'default'],
    extensions: ['.ts', '.tsx', '.js'],
  },
};
