import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { environment } from '../config.ts';
import { logInAsNewcomer } from '../purchases.ts';

/** A new member of staff, without a session here; of another product when its environment is given. */
export async function newMember(page: Page, role: 'box-office' | 'organiser', env = environment()) {
  const person = await logInAsNewcomer(page);
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'appoint.ts'), person.email, role], { env });
  await page.evaluate(() => localStorage.clear());
  return person;
}

/** What an app that knows the secret shows, now or so many times thirty seconds later. */
export const codeOf = (secret: string, stepsLater = 0) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * stepsLater });

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
export const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click();
