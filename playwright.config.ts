import { defineConfig } from '@playwright/test'
import { chromium } from './e2e/chromium.ts'

// Pictures to look at are no checks: `npm run screenshots` takes them. The hosted services' tests have
// a configuration of their own.
const noChecks = ['**/hosted/**', ...(process.env['SCREENSHOTS'] ? [] : ['**/pictures/**'])]
// What only a shop in production has: `npm run test:production` starts one.
const isProduction = process.env['PRODUCTION_SHOP'] !== undefined
const elsewhere = isProduction ? noChecks : [...noChecks, '**/production/**']

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  globalSetup: './e2e/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  // Generous, because several browsers share two cores; a test waits for conditions, never for time.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  use: {
    // Set by the global setup, which starts the shop on a port of its own.
    baseURL: process.env['BASE_URL'],
    // Browsers do not ask Node whom it trusts.
    ignoreHTTPSErrors: isProduction,
    trace: 'retain-on-failure',
    launchOptions: await chromium(),
  },
  projects: [
    {
      name: 'phone',
      // Without a page, the width makes no difference.
      testIgnore: [...elsewhere, '**/{crash,health}.spec.ts'],
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
    { name: 'desktop', testIgnore: elsewhere, use: { viewport: { width: 1280, height: 800 } } },
  ],
})
