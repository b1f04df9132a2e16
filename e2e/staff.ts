import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { environment } from './config.ts';
import { expect } from './fixtures.ts';
import { logInAsNewcomer } from './purchases.ts';

interface NewMember {
  /** Of another product. */
  readonly env?: NodeJS.ProcessEnv;
  /** Whether their address is. */
  readonly confirmed?: boolean;
}

/** A new member of staff, without a session here. */
export async function newMember(page: Page, role: 'box-office' | 'organiser', { env = environment(), confirmed = true }: NewMember = {}) {
  const person = await logInAsNewcomer(page, undefined, undefined, { confirmed });
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'appoint.ts'), person.email, role], { env });
  await page.evaluate(() => localStorage.clear());
  return person;
}

/** What an app that knows the secret shows, now or so many times thirty seconds later. */
export const codeOf = (secret: string, stepsLater = 0) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * stepsLater });

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
export const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click();

/** Sets up an app as the second step, from the choice of one, and keeps its recovery codes; answers the secret. */
export async function setUpApp(page: Page): Promise<string> {
  await press(page, 'Usar una app');
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await page.getByLabel('Código de la app').fill(codeOf(secret));
  await press(page, 'Activar');
  await expect(heading(page, 'Códigos de recuperación')).toBeFocused();
  await press(page, 'Ya los guardé');
  return secret;
}
