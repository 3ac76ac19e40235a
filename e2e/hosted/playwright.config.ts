import { defineConfig } from '@playwright/test'
import base from '../../playwright.config.ts'

const { launchOptions } = base.use ?? {}

export default defineConfig({
  ...base,
  testDir: '.',
  outputDir: '../../test-results/hosted',
  globalSetup: './global-setup.ts',
  use: {
    ...base.use,
    launchOptions: {
      ...launchOptions,
      // No request leaves this machine.
      args: [
        ...(launchOptions?.args ?? []),
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost',
      ],
    },
  },
  projects: [{ name: 'desktop', use: { viewport: { width: 1280, height: 800 } } }],
})
