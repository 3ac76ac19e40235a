/**
 * Which command runs which suite. A test compares these tables with package.json, the folders of tests and the
 * workflows, so that no suite is forgotten until it has rotted.
 */

/**
 * The suites of `npm run test:all` in their order: npm scripts that end with a line `N passed, N failed`. The first
 * alone is `.ci/run`.
 */
export const suites = [
  'test',
  'test:walks',
  'test:hosted',
  'test:production',
  'cluster-test',
] as const

/** Checks that `npm test` contains, each with its text in `scripts/test/main.ts`. */
export const partsOfTest: Readonly<Record<string, string>> = {
  format: 'oxfmt',
  lint: 'oxlint',
  types: '--type-check',
  walls: 'scripts/walls/main.ts',
  build: '...build',
  storm: 'verify/storm/main.ts',
  faults: 'verify/faults/main.ts',
}

interface Unguarded {
  /** The workflow that runs it all the same. */
  workflow?: 'nightly'
  /** Why it is not a suite. */
  reason: string
}

const measurement = 'a measurement: its figures need a quiet machine'

/** Checks and measurements that no suite runs. */
export const notSuites: Readonly<Record<string, Unguarded>> = {
  attacks: { workflow: 'nightly', reason: measurement },
  bench: { workflow: 'nightly', reason: measurement },
  'bench:fitments': { reason: `${measurement}, and an hour of loading` },
  'bench:fitments-import': { reason: measurement },
  'bench:fonts': { workflow: 'nightly', reason: measurement },
  'bench:imports': { reason: measurement },
  'bench:lists': { workflow: 'nightly', reason: measurement },
  'bench:navigation': { workflow: 'nightly', reason: measurement },
  'bench:own-prices': { reason: `${measurement}, and minutes of loading` },
  'bench:search': { reason: `${measurement}, and an hour of loading` },
  'bench:start': { workflow: 'nightly', reason: measurement },
  capacity: { workflow: 'nightly', reason: measurement },
  deadlocks: {
    workflow: 'nightly',
    reason: 'a storm has the same orders and files; this one counts them',
  },
  flaky: { reason: 'repeats the tests of npm test beside busy processes, for hours' },
  fuzz: { workflow: 'nightly', reason: 'takes two hours' },
  hoarding: { workflow: 'nightly', reason: 'takes ten minutes; npm test has a tenth of it' },
  lighthouse: { workflow: 'nightly', reason: measurement },
  mutants: { workflow: 'nightly', reason: 'takes an hour and a half' },
  'package-ages': { reason: 'asks the registry, once a month by a workflow of its own' },
  overload: { workflow: 'nightly', reason: measurement },
  timing: { workflow: 'nightly', reason: measurement },
}

/** Scripts that check nothing: they start, write, import or print something. */
export const commands: readonly string[] = [
  'addresses',
  'admin',
  'backup',
  'budgets',
  'check:invariants',
  'dev',
  'evidence',
  'fonts',
  'icons',
  'newsletter',
  'privacy',
  'release',
  'restore',
  'schema',
  'screenshots',
  'sql',
  'start',
  'test:all',
  'texts',
  'vehicles',
  'vehicles:derive',
]

/** The npm script that runs each folder of browser tests, each configuration of a test runner. */
export const runBy: Readonly<Record<string, string>> = {
  'e2e/hosted': 'test:hosted',
  'e2e/hosted/playwright.config.ts': 'test:hosted',
  'e2e/journeys': 'test',
  'e2e/pictures': 'screenshots',
  'e2e/production': 'test:production',
  'playwright.config.ts': 'test',
  'vitest.config.ts': 'test',
}
