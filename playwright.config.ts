import { defineConfig } from '@playwright/test'
import { chromium } from './e2e/support/chromium.ts'

// Pictures to look at are no checks: `npm run screenshots` takes them. The hosted services' tests have
// a configuration of their own.
const noChecks = ['**/hosted/**', ...(process.env['SCREENSHOTS'] ? [] : ['**/pictures/**'])]
// What only a shop in production has: `npm run test:production` starts one.
const isProduction = process.env['PRODUCTION_SHOP'] !== undefined
const elsewhere = isProduction ? noChecks : [...noChecks, '**/production/**']

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  globalSetup: './e2e/support/global-setup.ts',
  fullyParallel: true,
  // More than the two cores there may be: half of a journey is waiting.
  workers: 6,
  retries: 0,
  // Generous, because several browsers share two cores; a test waits for conditions, never for time.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  use: {
    // Set by the global setup, which starts the shop on a port of its own.
    baseURL: process.env['BASE_URL'],
    // Browsers do not ask Node whom it trusts.
    ignoreHTTPSErrors: isProduction,
    // To record one takes a good part of the time: `TRACE=1` where a failure has to be understood.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    launchOptions: await chromium(),
  },
  projects: [
    {
      name: 'phone',
      // Where there is no page, or what it looks like is not what matters, the width makes no difference.
      testIgnore: [
        ...elsewhere,
        '**/{account,card-data,crash,crawlers,dev-mode,double-press,google,health,identity,kept-for-back,paid-elsewhere,refusals,resilience,session}.spec.ts',
      ],
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
    { name: 'desktop', testIgnore: elsewhere, use: { viewport: { width: 1280, height: 800 } } },
  ],
})
