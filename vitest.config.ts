import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'sandbox/**/*.test.ts',
      'scripts/**/*.test.ts',
      'verify/**/*.test.ts',
      'measure/**/*.test.ts',
    ],
    globalSetup: ['src/server/testing/global-setup.ts'],
    setupFiles: ['src/server/testing/end-with-runner.ts'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    // Tests wait for conditions, never for time: this only ends what hangs, on the busiest machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
