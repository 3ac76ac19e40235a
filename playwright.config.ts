import { defineConfig } from '@playwright/test'
import { chromium } from './e2e/support/chromium.ts'
import type { Fixtures } from './e2e/support/fixtures.ts'

// `npm run screenshots` runs the pictures, which check nothing. The tests of hosted services have a
// configuration of their own.
const noChecks = ['**/hosted/**', ...(process.env['SCREENSHOTS'] ? [] : ['**/pictures/**'])]
// `npm run test:production` starts a shop configured as in production.
const isProduction = process.env['PRODUCTION_SHOP'] !== undefined
const elsewhere = isProduction ? noChecks : [...noChecks, '**/production/**']

export default defineConfig<Fixtures>({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  globalSetup: './e2e/support/global-setup.ts',
  fullyParallel: true,
  // More than a small machine's two cores: a journey waits for half of its time. Six take as long.
  workers: 4,
  retries: 0,
  // A missing one fails: written by the first run, it would be what the second look compares with.
  updateSnapshots: 'none',
  // Generous, because several browsers share two cores. Tests wait for conditions, never for time.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  use: {
    // Set by the global setup, which starts the shop on a free port.
    baseURL: process.env['BASE_URL'],
    // Browsers do not read NODE_EXTRA_CA_CERTS.
    ignoreHTTPSErrors: isProduction,
    // Names the step that hangs; without a limit the whole test times out.
    actionTimeout: 60_000,
    screenshot: 'only-on-failure',
    // Recording is slow: `TRACE=1` enables it to investigate a failure.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    launchOptions: await chromium(),
  },
  projects: [
    {
      name: 'phone',
      // Most journeys do not depend on the width: those that do carry the tag.
      grep: /@phone/,
      testIgnore: elsewhere,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
    {
      name: 'desktop',
      // The phone's menu is the one that needs scripts.
      testIgnore: [...elsewhere, '**/without-script.spec.ts'],
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'translated',
      // Journeys that change something, on pages that the browser translates.
      grep: /@translated/,
      testIgnore: elsewhere,
      use: { viewport: { width: 1280, height: 800 }, isTranslated: true },
    },
  ],
})
