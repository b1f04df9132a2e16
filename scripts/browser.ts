import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { browserFromEnvironment, StartProblem } from './config.ts';

/** The one without windows first: the same engine, and a quarter less to do for two cores. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** The tests need no outside network; these keep the browser from calling home. */
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run', '--disable-quic'];

export interface LaunchOptions {
  readonly executablePath?: string;
  readonly args: string[];
}

/** How to launch Chromium here: the system's, else the one that the test runner downloaded. */
export function findBrowser(): LaunchOptions {
  const executablePath = [browserFromEnvironment(), ...INSTALLED].find((path) => path !== undefined && existsSync(path));
  const args = [...QUIET, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  return executablePath ? { executablePath, args } : { args };
}

const isThere = () => findBrowser().executablePath !== undefined || existsSync(chromium.executablePath());

/** Installs a Chromium where none is: from Debian's packages as root, else through the test runner. */
export function ensureBrowser() {
  if (isThere()) return;
  console.log('Installing Chromium for the browser tests …');
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
    // Older releases of Debian have only the whole browser.
    for (const name of ['chromium-headless-shell', 'chromium'])
      if (!isThere()) spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { stdio: 'ignore' });
  } else {
    spawnSync(process.execPath, [join(import.meta.dirname, '../node_modules/@playwright/test/cli.js'), 'install', 'chromium'], {
      stdio: 'inherit',
    });
  }
  if (!isThere()) throw new StartProblem('no Chromium and none could be installed: install it, or name one in CHROMIUM_PATH');
}
