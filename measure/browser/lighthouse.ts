import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { readCommandLine } from '../../scripts/command-line.ts'
import { median } from '../../rig/statistics.ts'
import { freePorts } from '../../scripts/ports.ts'
import { chromium as packaged } from '../../e2e/support/chromium.ts'
import setUp from '../../e2e/support/global-setup.ts'
import { publicPages } from '../../src/server/pages/sitemap-routes.ts'

const { words: paths } = readCommandLine({
  usage: 'npm run lighthouse [-- <paths>]',
  about: 'Runs Lighthouse for the public pages, or those named, as on a slow phone.',
  takesWords: true,
})
const runs = 3
const leastScores = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const most = { 'LCP (ms)': 1_500, CLS: 0 }

type Category = keyof typeof leastScores
type Figures = Record<Category | keyof typeof most | 'TBT (ms)', number>

/** Measures a first visit on a phone with a slow network. */
async function measure(url: string): Promise<Figures> {
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
      // Throttles for real; the default simulates it, and is inaccurate.
      throttlingMethod: 'devtools',
      onlyCategories: Object.keys(leastScores),
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

async function medians(url: string): Promise<Figures> {
  const visits: Figures[] = []
  for (let run = 0; run < runs; run++) visits.push(await measure(url))
  const [first] = visits
  if (!first) throw new Error('Nothing was measured')
  const names = Object.keys(first) as (keyof Figures)[]
  const entries = names.map((name) => [name, median(visits.map((figures) => figures[name]))])
  return Object.fromEntries(entries) as Figures
}

/** The figures that miss their budget, such as `performance 93`. */
const misses = (figures: Figures) =>
  Object.entries(figures)
    .filter(
      ([name, value]) =>
        value < (leastScores[name as Category] ?? 0) ||
        value > (most[name as keyof typeof most] ?? Infinity),
    )
    .map(([name, value]) => `${name} ${value}`)

/** The page of a part, which the sitemap names. */
async function partPath() {
  const answer = await fetch(`${process.env['BASE_URL']}/sitemap-parts-1.xml`)
  const [, path = ''] = /<loc>[^<]+(\/part\/[^<]+)/.exec(await answer.text()) ?? []
  return path
}

const tearDown = await setUp()
const table: Record<string, Figures> = {}
try {
  const cars = ['/parts', '/parts/volkswagen/golf/2010']
  const pages =
    paths.length > 0 ? paths : [...publicPages, ...cars, await partPath(), '/login', '/signup']
  for (const path of pages) table[path] = await medians(`${process.env['BASE_URL']}${path}`)
} finally {
  await tearDown?.()
}
console.table(table)
const missed = Object.entries(table).flatMap(([path, figures]) =>
  misses(figures).map((figure) => `${path}: ${figure}`),
)
if (missed.length > 0) console.log(`Over budget:\n${missed.join('\n')}`)
process.exit(missed.length > 0 ? 1 : 0)
