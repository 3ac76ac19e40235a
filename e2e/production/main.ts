import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readCommandLine } from '../../src/server/cli/command-line.ts'
import { buildWhenNeeded } from '../../scripts/build.ts'
import { closingLine, failureLines, tallyPlaywright } from '../../scripts/test-results.ts'
import { nodesLog, startProductionShop } from './production-shop.ts'

/** What visitors, customers and admins come for; the rest is tested where nothing is configured. */
const journeys = [
  'Home shows the first six products of the catalogue',
  'an address that leads nowhere says so, with the status of a missing page',
  'no page breaks the content policy or logs an error',
  'sign-up and login exchange tokens before they lead on; a taken address is refused in red',
  'the link that verifies the address does not ask who is signed in to log in',
  "'Forgot Password' mails a link, and the password chosen there logs in",
  'a customer orders a part: the total is ours, the stock falls, and nothing too much is sold',
  'a customer pays by card and keeps the transaction id',
  'a card that asks for 3-D Secure pays after the challenge, and not without',
  'a browser that dies after the confirmation still leaves a paid order',
  'a review is refused at its fields until it is complete, and then stands on Home',
  'a profile is refused at its fields, said when it fails, and shown once it is saved',
  'an admin adds a product with a picture: it can be ordered at once, and deleted again',
  'an admin ships a paid order, and the customer sees it delivered',
]
const report = 'test-results/production.json'

const { words: wanted } = readCommandLine({
  usage: 'npm run test:production [-- <specs>]',
  about:
    'Runs the journeys, or the specs that are named, against a shop configured as in production.',
  takesWords: true,
})
process.chdir(join(import.meta.dirname, '../..'))
await buildWhenNeeded(console.log)
const started = performance.now()
const shop = await startProductionShop()
const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(0)
console.log(`A shop in production on ${shop.env.BASE_URL}, after ${seconds(started)} s`)

const literally = (title: string) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
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
      : ['--grep', [...journeys.map(literally), 'production/'].join('|')]),
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
const [first = 0, second = 0] = shop.answers
if (first === 0 || second === 0) fail('one of the nodes answered nothing')
if (pictures === 0) fail('no picture is in the object store')
for (const line of readFileSync(nodesLog, 'utf8').split('\n')) {
  if (line.startsWith('{"level":50')) fail(`an error in the log: ${line}`)
}
console.log(
  `\nnodes answered ${first} and ${second} times, ${pictures} pictures in the object store`,
)
if (tally.failed.length > 0) console.log(['Failed:', ...failureLines(tally)].join('\n'))
console.log(`${closingLine(tally)} in ${seconds(started)} s`)
process.exit(tally.failed.length > 0 || tally.passed === 0 ? 1 : 0)
