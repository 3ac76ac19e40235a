import { defineConfig } from 'vitest/config'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'
import { testFiles } from './scripts/test/test-files.ts'

// These change the process: the formats of sharp, mocked modules, the shape of Node's tick objects.
const isolated = [
  'src/server/services/images/image-store.test.ts',
  'src/server/http/edge/next-tick-shape.test.ts',
  'src/web/lib/session/identity/{firebase,open-identity}.test.ts',
]

const longRunning = /\/verify\/|\/authorisation\.test|\/socket-timeout\.test|\/backup\.test/

const isLong = ({ moduleId }: TestSpecification) => Number(longRunning.test(moduleId))

/** Starts long files first: a long file that starts last keeps one worker busy while the others idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own method, not an array's
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => isLong(b) - isLong(a))
  }
}

const common = {
  environment: 'node',
  pool: 'forks',
  setupFiles: ['src/server/testing/end-with-runner.ts'],
  // Tests wait for conditions, never for time. These timeouts only end a test that hangs.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
} satisfies TestProjectInlineConfiguration['test']

export default defineConfig({
  test: {
    globalSetup: ['src/server/testing/global-setup.ts'],
    // Files that tests compare with are written by `npx vitest run <file> --update` only.
    update: 'none',
    // More than a small machine's two cores: a test waits for PostgreSQL for half of its time.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...common,
          name: 'shared',
          include: [testFiles.unit],
          exclude: isolated,
          // Starting a process and importing the server for each file takes longer than most tests.
          isolate: false,
        },
      },
      { test: { ...common, name: 'isolated', include: isolated } },
    ],
  },
})
