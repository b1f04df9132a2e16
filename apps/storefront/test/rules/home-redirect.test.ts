import { loadBrand } from '@butaca/brand/load';
import type { ComponentProps } from 'react';
import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import type Billboard from '../../app/catalogue/billboard/route.tsx';
import { loader } from '../../app/catalogue/billboard/route.tsx';
import { type ServerWorld, worldContext } from '../../app/context.ts';

const { brand, ...look } = await loadBrand('butaca');

/** What the server answers who asks for `/`, when the brand has its home page there. */
async function homeOf(homeRedirectUrl: string) {
  const context = new RouterContextProvider();
  const client = { call: async () => ({ status: 'ok', code: 200, data: { items: [] } }) } as unknown as ServerWorld['client'];
  context.set(worldContext, { client, fetch, brand: { ...brand, homeRedirectUrl }, look, publicOrigin: 'https://butaca.example' });
  type Args = Parameters<typeof loader>[0];
  return loader({ context } as unknown as Args).catch((thrown: unknown) => thrown as Response);
}

test('here the home page is the billboard and leads nowhere else; a brand may have it on a site of its own (R-059, FL-027)', async () => {
  expect(brand.homeRedirectUrl).toBe('');
  expect(await homeOf(brand.homeRedirectUrl)).toEqual({ shows: [], rest: [] } satisfies ComponentProps<typeof Billboard>['loaderData']);
  const elsewhere = await homeOf('https://www.butaca.example/');
  expect(elsewhere).toBeInstanceOf(Response);
  expect([(elsewhere as Response).status, (elsewhere as Response).headers.get('location')]).toEqual([302, 'https://www.butaca.example/']);
});
