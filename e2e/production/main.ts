import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readCommandLine } from '../../scripts/command-line.ts'
import { buildWhenNeeded } from '../../scripts/build.ts'
import { resultsOfPlaywright } from '../../scripts/test/playwright-results.ts'
import { failed, failuresOf, withExitCode } from '../../scripts/test/result.ts'
import { summaryLines } from '../../scripts/test/summary.ts'
import { nodesLog, startProductionShop } from './production-shop.ts'

/** The main journeys of visitors, customers and admins have this tag; `npm test` runs all with default settings. */
const tag = '@production'
const report = 'test-results/production.json'

const { words: wanted } = readCommandLine({
  usage: 'npm run test:production [-- <specs>]',
  about: 'Runs the main journeys, or the given specs, against a shop configured as in production.',
  takesWords: true,
})
process.chdir(join(import.meta.dirname, '../..'))
await buildWhenNeeded(console.log)
const started = performance.now()
const shop = await startProductionShop()
const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(0)
console.log(`Production shop on ${shop.env.BASE_URL}, after ${seconds(started)} s`)

rmSync(report, { force: true })
const playwright = spawn(
  process.execPath,
  [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--project=desktop',
    '--reporter=line,json',
    ...(wanted.length > 0 ? wanted : ['--grep', `${tag}|production/`]),
  ],
  {
    stdio: 'inherit',
    env: { ...process.env, ...shop.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  },
)
for (const signal of ['SIGINT', 'SIGTERM', 'disconnect']) {
  process.on(signal, () => playwright.kill('SIGTERM'))
}
const [code] = await once(playwright, 'exit')
const pictures = shop.pictures()
await shop.close()

const found = resultsOfPlaywright(JSON.parse(readFileSync(report, 'utf8')))
const results = withExitCode('Playwright', Number(code ?? 1), found)
const fail = (name: string) => results.push(failed(name))
const [first = 0, second = 0] = shop.responses
if (first === 0 || second === 0) fail('one of the nodes sent no response')
if (pictures === 0) fail('no picture is in the object store')
for (const line of readFileSync(nodesLog, 'utf8').split('\n')) {
  if (line.startsWith('{"level":50')) fail(`an error in the log: ${line}`)
}
console.log(
  `\n${first} and ${second} responses of the nodes, ${pictures} pictures in the object store`,
)
console.log(`after ${seconds(started)} s`)
console.log(summaryLines(results).join('\n'))
process.exit(failuresOf(results).length > 0 || results.length === 0 ? 1 : 0)
