import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { readCommandLine } from '../../src/server/cli/command-line.ts'
import { freePorts } from '../../scripts/ports.ts'
import { chromium as packaged } from '../../e2e/support/chromium.ts'
import setUp from '../../e2e/support/global-setup.ts'

const publicPages = [
  '/',
  '/about',
  '/contact',
  '/blogs',
  '/myPortfolio',
  '/products',
  '/login',
  '/signup',
]
const { words: asked } = readCommandLine({
  usage: 'npm run lighthouse [-- <paths>]',
  about: 'Measures the public pages, or those named, as a slow phone sees them.',
  takesWords: true,
})
const pages = asked.length > 0 ? asked : publicPages
const runs = 3
const wanted = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }

type Category = keyof typeof wanted
type Figures = Record<Category | 'LCP (ms)' | 'TBT (ms)' | 'CLS', number>

/** One look at a page as a phone on a slow network sees it for the first time. */
async function look(url: string): Promise<Figures> {
  const [port = 0] = await freePorts(1)
  const { args, ...browser } = await packaged()
  const chrome = await chromium.launch({
    ...browser,
    args: [...args, `--remote-debugging-port=${port}`],
  })
  try {
    const result = await lighthouse(url, {
      port,
      logLevel: 'error',
      // Really slowed down: the default only calculates what slowness would do, and is off by a lot.
      throttlingMethod: 'devtools',
      onlyCategories: Object.keys(wanted),
    })
    if (!result) throw new Error(`Lighthouse has no result for ${url}`)
    const { categories, audits } = result.lhr
    const score = (category: Category) => Math.round((categories[category]?.score ?? 0) * 100)
    const figure = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
      'LCP (ms)': Math.round(figure('largest-contentful-paint')),
      'TBT (ms)': Math.round(figure('total-blocking-time')),
      CLS: Number(figure('cumulative-layout-shift').toFixed(3)),
    }
  } finally {
    await chrome.close()
  }
}

const medianOf = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

async function medians(url: string): Promise<Figures> {
  const looks: Figures[] = []
  for (let run = 0; run < runs; run++) looks.push(await look(url))
  const [first] = looks
  if (!first) throw new Error('Nothing was measured')
  const names = Object.keys(first) as (keyof Figures)[]
  const entries = names.map((name) => [name, medianOf(looks.map((figures) => figures[name]))])
  return Object.fromEntries(entries) as Figures
}

const isBelow = (figures: Figures) =>
  Object.entries(wanted).some(([category, score]) => figures[category as Category] < score)

const tearDown = await setUp()
const table: Record<string, Figures> = {}
try {
  for (const path of pages) table[path] = await medians(`${process.env['BASE_URL']}${path}`)
} finally {
  await tearDown?.()
}
console.table(table)
const below = Object.keys(table).filter((path) => table[path] && isBelow(table[path]))
if (below.length > 0) console.log(`Below what is wanted: ${below.join(', ')}`)
process.exit(below.length > 0 ? 1 : 0)
