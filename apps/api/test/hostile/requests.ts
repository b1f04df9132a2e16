import { type Endpoint, endpoints } from '@butaca/contract';
import fc from 'fast-check';

export interface HostileRequest {
  readonly bytes: Buffer;
  /** False for one that breaks off, or says that more comes than does. */
  readonly whole: boolean;
  readonly head: boolean;
}

const calls = Object.values(endpoints as Readonly<Record<string, Endpoint>>);
/** Everything else that the server answers: pages, files, pictures, documents, what watches it. */
const addresses = [
  '/',
  '/landing/:p',
  '/AdvancedSearch?cBuscar=:p',
  '/AdvancedSearch?aListaidTipoDeEspectaculo=:p',
  '/establecimiento/:p/:p',
  '/:p/:p',
  '/:p',
  '/funcion?idFuncion=:p&h=:p',
  '/funcion/:p/:p',
  '/BuyTicket/:p',
  '/BuyTicket/ok/:p',
  '/myOrders/:p',
  '/login?nextUrl=:p',
  '/FAQ',
  '/FAQ.data',
  '/:p.data',
  '/landing/:p.data?_routes=:p',
  '/marca/:p/:p',
  '/sitemap.xml',
  '/robots.txt',
  '/assets/:p',
  '/favicon.ico',
  '/images/:p/:p',
  '/widget.js',
  '/widget/:p',
  '/widget/:p.json',
  '/reference/widget',
  '/oficina',
  '/oficina/:p',
  '/oficina/assets/:p',
  '/healthz',
  '/readyz',
  '/metrics',
  '/metrics/',
  '/openapi.json',
  '/reference',
  '/reference/',
  '/reference/:p',
  '/v2/:p',
  '/v3/:p',
  '/__manifest?p=:p',
];
const routes = [...addresses, ...addresses, ...calls.map(({ path }) => path.replace(/:\w+/g, ':p'))];

const odd = fc.constantFrom(
  ...[
    '0',
    '1',
    '7',
    '-1',
    '1e9',
    '2147483648',
    '99999999999999999999',
    'NaN',
    'null',
    '__proto__',
    'constructor',
    'hamlet',
    'a'.repeat(22),
  ],
  ...[
    '%',
    '%zz',
    '%00',
    '%0a',
    '%E0%A4%A',
    '%C0%AF',
    '%2e%2e',
    '..',
    '.',
    '...',
    '%2f',
    '//',
    '\\',
    '%5c',
    ';',
    '@',
    '::',
    '[',
    '[::1',
    '{}',
  ],
  ...["1'--", '"', '<script>', '%F0%9F%8E%AD', 'ñ', '\u00ff\u00fe', ' ', '%20', '+', '#', '?', '&', '=', '\u0000', '\t', '\u007f'],
  ...['a'.repeat(199), 'b'.repeat(500), 'c'.repeat(9000), '%41'.repeat(300), '/x'.repeat(200), 'abcdefghij234', 'f'.repeat(32)],
);
const short = fc.string({ maxLength: 12 }).map((text) => encodeURIComponent(text.toWellFormed()));
const word = fc.oneof(
  { weight: 2, arbitrary: odd },
  { weight: 2, arbitrary: short },
  { weight: 1, arbitrary: fc.string({ maxLength: 30 }) },
);

/** The words, one after the other, in the holes of an address. */
const filled = (address: string, words: readonly string[]) => {
  let next = 0;
  return address.replace(/:p/g, () => words[next++ % words.length] ?? '');
};
const target = fc
  .record({
    address: fc.constantFrom(...routes),
    words: fc.array(word, { minLength: 1, maxLength: 3 }),
    form: fc.integer({ min: 0, max: 30 }),
    tail: fc.oneof({ weight: 4, arbitrary: fc.constant('') }, { weight: 1, arbitrary: word.map((text) => `?${text}=${text}`) }),
  })
  .map(({ address, words, form, tail }) => {
    const path = `${filled(address, words)}${tail}`;
    if (form === 0) return `http://${words[0]}${path}`;
    if (form === 1) return `//${words[0]}${path}`;
    if (form === 2) return words[0] ?? '';
    if (form === 3) return '*';
    return path;
  });

const method = fc.oneof(
  { weight: 6, arbitrary: fc.constant('GET') },
  { weight: 4, arbitrary: fc.constant('POST') },
  {
    weight: 3,
    arbitrary: fc.constantFrom('HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'SEARCH', 'PURGE', 'M-SEARCH'),
  },
  { weight: 1, arbitrary: fc.constantFrom('CONNECT', 'get', 'G3T', '', 'POST\u0000', 'A'.repeat(300)) },
);

const header = (token: string) =>
  fc.oneof(
    fc.constantFrom(
      ...['Host: [::1', 'Host: ', 'Host: a b', 'Host: %', 'Host: evil.example', 'Host: x\r\nHost: y', 'Host: [', 'host:\u00ff'],
      ...['Accept-Encoding: br', 'Accept-Encoding: gzip;q=9, br;q=-1', 'Range: bytes=5-1', 'Range: bytes=0-9999999999', 'If-None-Match: *'],
      ...['Authorization: Bearer', 'Authorization: Bearer x.y', 'Authorization: Basic \u00ff', `Authorization: Bearer ${token}`],
      ...[
        'Content-Type: application/x-www-form-urlencoded',
        'Content-Type: application/json; charset=utf-7',
        'Content-Type: ;',
        'Content-Type: a/b',
      ],
      ...[
        'Expect: 100-continue',
        'Expect: nothing',
        'Connection: upgrade\r\nUpgrade: websocket',
        'Connection: upgrade\r\nUpgrade: h2c',
        'Connection: x',
      ],
      ...[
        'X-Forwarded-For: 1.2.3',
        'X-Forwarded-For: ,,,',
        'X-Forwarded-Proto: \u0001',
        'Forwarded: for="',
        'Origin: null',
        'Idempotency-Key: !',
      ],
      ...[
        'idPais: x',
        'x-fingerprint: \u00ff',
        'Content-Encoding: br',
        'Accept: \u00ff',
        'Sec-Fetch-Site: cross-site',
        'X-React-Router-SPA-Mode: yes',
      ],
      ...[`X-Long: ${'h'.repeat(3000)}`, `Cookie: ${'c=1; '.repeat(900)}`, 'X-Many: 1\r\n'.repeat(120).trimEnd()],
    ),
    fc
      .tuple(fc.string({ maxLength: 10 }), fc.string({ maxLength: 20 }))
      .map(([name, value]) => `${name.replace(/[^\w-]/g, '') || 'x'}: ${value}`),
  );

const body = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '{',
    '[]',
    'null',
    '7',
    '{"a":',
    '{"__proto__":{"a":1}}',
    '['.repeat(5000),
    'a=1&b=2',
    '\u0000\u00ff',
    '"'.repeat(70_000),
  ),
  fc.json({ maxDepth: 3 }),
  fc.string({ maxLength: 60 }),
);

/** What breaks the rules of HTTP itself, in few of the requests: each costs a connection. */
const breakage = fc.oneof(
  { weight: 14, arbitrary: fc.constant(null) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...([
        'short',
        'longer',
        'chunked',
        'bad-chunk',
        'both',
        'negative',
        'bare-lf',
        'no-version',
        'http-9',
        'folded',
        'nothing',
        'huge-head',
      ] as const),
    ),
  },
);

/** Requests that no browser sends to every address that the server knows, and to some it does not; each is made of one seed. */
export const hostileRequests = (token: string): fc.Arbitrary<HostileRequest> =>
  fc
    .record({ method, target, headers: fc.array(header(token), { maxLength: 3 }), body, breakage })
    .map(({ method, target, headers, body, breakage }) => {
      const hasHost = headers.some((each) => /^host:/i.test(each));
      const hasType = headers.some((each) => /^content-type:/i.test(each));
      const withBody = method !== 'GET' && method !== 'HEAD' && body !== '';
      const length = Buffer.byteLength(body, 'latin1');
      const lines = [
        breakage === 'no-version' ? `${method} ${target}` : `${method} ${target} HTTP/${breakage === 'http-9' ? '9.9' : '1.1'}`,
        ...(hasHost ? [] : ['Host: localhost']),
        ...headers,
        ...(withBody && !hasType ? ['Content-Type: application/json'] : []),
        ...framing(breakage, withBody ? length : 0),
      ];
      const end = breakage === 'bare-lf' ? '\n' : '\r\n';
      const sent =
        breakage === 'nothing'
          ? ''
          : breakage === 'short'
            ? lines.join(end)
            : `${lines.join(end)}${end}${end}${bodyOf(breakage, withBody ? body : '')}`;
      // What a strict parser ends at once comes back with the connection closed, whichever way.
      return { bytes: Buffer.from(sent, 'latin1'), whole: breakage === null, head: method === 'HEAD' };
    });

function framing(breakage: string | null, length: number): string[] {
  switch (breakage) {
    case 'longer':
      return [`Content-Length: ${length + 50}`];
    case 'chunked':
    case 'bad-chunk':
      return ['Transfer-Encoding: chunked'];
    case 'both':
      return [`Content-Length: ${length}`, 'Transfer-Encoding: chunked'];
    case 'negative':
      return ['Content-Length: -1'];
    case 'folded':
      return ['X-Folded: a', ' b', `Content-Length: ${length}`];
    case 'huge-head':
      return [`X-Huge: ${'h'.repeat(40_000)}`];
    default:
      return length > 0 ? [`Content-Length: ${length}`] : [];
  }
}

function bodyOf(breakage: string | null, body: string): string {
  if (breakage === 'chunked') return `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  if (breakage === 'bad-chunk') return `zz\r\n${body}`;
  return body;
}
