import { chmodSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.ts'
import { cacheCompiled } from './tests/runner/cache-compiled.ts'
import { findFreePorts } from './tests/runner/free-ports.ts'
import { makeFolder } from './tests/runner/make-folder.ts'

cacheCompiled()

// Chosen once, by the first process that reads this file; its workers inherit them.
if (!process.env.BASE_URL) {
  const [port, sandboxPort, inboxPort] = await findFreePorts(3)
  Object.assign(process.env, {
    E2E_PORTS: `${port},${sandboxPort},${inboxPort}`,
    E2E_DATA_DIR: makeFolder('karyashala-e2e-'),
    BASE_URL: `http://127.0.0.1:${port}`,
    SANDBOX_URL: `http://127.0.0.1:${sandboxPort}`,
    INBOX_URL: `http://127.0.0.1:${inboxPort}`,
    CHROMIUM_PATH: findChromium() ?? '',
  })
  // Passable by the account that PostgreSQL runs as when the tests run as root.
  chmodSync(process.env.E2E_DATA_DIR ?? '', 0o711)
}

const long = process.env.TEST_LONG === '1'

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: long ? '**/*.long.test.ts' : '**/*.test.ts',
  testIgnore: long ? [] : '**/*.long.test.ts',
  globalSetup: './tests/runner/start-product.ts',
  // Each suite keeps the pictures of its own failures.
  outputDir: `test-results/${long ? 'long' : 'short'}`,
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // The long run has whole stories.
  timeout: long ? 120_000 : 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: process.env.BASE_URL,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // A press that finds nothing says what it looked for, long before its test runs out of time.
    actionTimeout: 30_000,
    // A trace of every test cost a third of the run. `npx playwright test --trace on` makes one; a failed test keeps its page as a picture.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || undefined,
      args: ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
})
