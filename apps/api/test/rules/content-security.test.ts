import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentSecurityPolicy } from '../../src/http/content-security.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const directive = (policy: string, name: string) => policy.split('; ').find((part) => part.startsWith(`${name} `));

test('every inline script and style of a page is named by its hash, each once', () => {
  const policy = contentSecurityPolicy(
    '<style>a{}</style><script>one()</script><script type="module" async="">two()</script><script>one()</script><script src="/assets/x.js"></script>',
  );
  expect(directive(policy, 'script-src')).toBe(`script-src 'self' ${hashOf('one()')} ${hashOf('two()')}`);
  expect(directive(policy, 'style-src')).toBe(`style-src 'self' ${hashOf('a{}')}`);
});

test('a page without inline scripts may run only our own files', () => {
  const policy = contentSecurityPolicy('<p>hola</p>');
  expect(directive(policy, 'script-src')).toBe("script-src 'self'");
  expect(directive(policy, 'style-src')).toBe("style-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
});

test('a script spanning lines is hashed with its line breaks', () => {
  expect(contentSecurityPolicy('<script>\na\n</script>')).toContain(hashOf('\na\n'));
});

test('a page calls our own api, and the payments host where there is one', () => {
  expect(directive(contentSecurityPolicy(''), 'connect-src')).toBe("connect-src 'self'");
  const policy = contentSecurityPolicy('', { connectTo: ['https://pagos.example'] });
  expect(directive(policy, 'connect-src')).toBe("connect-src 'self' https://pagos.example");
});
