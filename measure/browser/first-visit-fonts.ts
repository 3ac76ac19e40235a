import { chromium, type CDPSession, type Page } from '@playwright/test'
import { chromium as packaged } from '../../e2e/support/chromium.ts'
import { drawnFonts } from '../../e2e/support/drawn-fonts.ts'
import setUp from '../../e2e/support/global-setup.ts'
import { readCommandLine } from '../../scripts/command-line.ts'

/** Downloads in kbit/s and round trips in ms: the font arrives before, at and after the first paint. */
const lines = [
  { name: '0.4 Mbit/s', kbits: 400, roundTripMs: 400 },
  { name: '1.6 Mbit/s', kbits: 1_600, roundTripMs: 150 },
  { name: '4 Mbit/s', kbits: 4_000, roundTripMs: 60 },
  { name: '10 Mbit/s', kbits: 10_000, roundTripMs: 20 },
  { name: 'loopback' },
]
const paths = ['/', '/products']
const rounds = 2

readCommandLine({
  usage: 'npm run bench:fonts',
  about: 'Counts fonts and layout shifts of twenty first visits over lines of different speed.',
})

interface Visit {
  line: string
  path: string
  'first page': string
  'next page': string
  shift: number
}

const tearDown = await setUp()
const browser = await chromium.launch(await packaged())
const visits: Visit[] = []
try {
  for (let round = 0; round < rounds; round++) {
    for (const line of lines) {
      for (const path of paths) visits.push(await visit(line, path))
    }
  }
} finally {
  await browser.close()
  await tearDown?.()
}
console.table(visits)
const bad = visits.filter(
  (visit) =>
    visit['first page'].includes(',') || visit['next page'] !== 'Archivo' || visit.shift > 0,
)
console.log(`${visits.length} first visits, ${bad.length} with mixed fonts or a layout shift`)
process.exit(bad.length > 0 ? 1 : 0)

/** Opens a page in a browser context without cached data of the shop. */
async function visit({ name, ...speed }: (typeof lines)[number], path: string): Promise<Visit> {
  const page = await browser.newPage({
    baseURL: String(process.env['BASE_URL']),
    viewport: { width: 390, height: 844 },
  })
  try {
    const devtools = await page.context().newCDPSession(page)
    if (speed.kbits !== undefined) await limit(devtools, speed)
    await watchShifts(page)
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const first = await drawnFonts(devtools)
    const shift = await shiftOf(page)
    await page.goto('/about')
    await page.waitForLoadState('networkidle')
    const next = await drawnFonts(devtools)
    return { line: name, path, 'first page': first.join(), 'next page': next.join(), shift }
  } finally {
    await page.close()
  }
}

async function limit(devtools: CDPSession, { kbits = 0, roundTripMs = 0 }) {
  const bytesPerSecond = (kbits * 1_000) / 8
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: roundTripMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
}

async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    let total = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) total += (entry as { value?: number }).value ?? 0
      document.documentElement.dataset['shift'] = String(total)
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

async function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.documentElement.dataset['shift'] ?? 0))
}
