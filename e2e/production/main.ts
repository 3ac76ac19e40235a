import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readCommandLine } from '../../src/server/cli/command-line.ts'
import { buildWhenNeeded } from '../../scripts/build.ts'
import { closingLine, failureLines, tallyPlaywright } from '../../scripts/test-results.ts'
import { nodesLog, startProductionShop } from './production-shop.ts'

/** The main journeys of visitors, customers and admins; `npm test` runs all with default settings. */
const journeys = [
  'Home shows the first six products of the catalogue',
  'an unknown path shows the page for it, with status 404',
  'no page violates the content security policy or logs an error',
  'sign-up and login exchange tokens before they redirect',
  'a verification link keeps a customer signed in',
  "'Forgot Password' mails a link to set a new password",
  'a customer orders a part, and its stock decreases',
  'a paid order shows its transaction id',
  'a card with 3-D Secure pays only after its challenge',
  'an order is paid even if the browser then closes',
  'a review is validated, added and shown on Home',
  'a profile is validated, saved and shown',
  'an admin adds a product with a picture, and deletes it again',
  'a customer sees a shipped order as delivered',
]
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

const escapePattern = (title: string) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
rmSync(report, { force: true })
const playwright = spawn(
  process.execPath,
  [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--project=desktop',
    '--reporter=line,json',
    ...(wanted.length > 0
      ? wanted
      : ['--grep', [...journeys.map(escapePattern), 'production/'].join('|')]),
  ],
  {
    stdio: 'inherit',
    env: { ...process.env, ...shop.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  },
)
for (const signal of ['SIGINT', 'SIGTERM', 'disconnect']) {
  process.on(signal, () => playwright.kill('SIGTERM'))
}
await once(playwright, 'exit')
const pictures = shop.pictures()
await shop.close()

const results = readFileSync(report, 'utf8')
const tally = tallyPlaywright(JSON.parse(results))
const fail = (name: string) => tally.failed.push({ name, reason: '' })
if (wanted.length === 0) {
  for (const title of journeys) {
    if (!results.includes(JSON.stringify(title))) fail(`there is no test “${title}”`)
  }
}
const [first = 0, second = 0] = shop.responses
if (first === 0 || second === 0) fail('one of the nodes sent no response')
if (pictures === 0) fail('no picture is in the object store')
for (const line of readFileSync(nodesLog, 'utf8').split('\n')) {
  if (line.startsWith('{"level":50')) fail(`an error in the log: ${line}`)
}
console.log(
  `\n${first} and ${second} responses of the nodes, ${pictures} pictures in the object store`,
)
if (tally.failed.length > 0) console.log(['Failed:', ...failureLines(tally)].join('\n'))
console.log(`${closingLine(tally)} in ${seconds(started)} s`)
process.exit(tally.failed.length > 0 || tally.passed === 0 ? 1 : 0)
