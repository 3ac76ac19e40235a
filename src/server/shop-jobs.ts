import type { ImportKind } from '#contract/imports/imports.ts'
import {
  expireReservations,
  processRefunds,
  pollOpenPayments,
  processWebhookEvents,
} from './features/payments/jobs.ts'
import { mailLowStock, mailNewOrders } from './features/alerts/owner-mails.ts'
import { mailStockAlerts } from './features/alerts/send-stock-alerts.ts'
import { checkAllRows, checkRecentRows } from './invariants/watch.ts'
import { finishErasures } from './features/privacy/erase-account.ts'
import { orderRetention } from './features/privacy/order-contacts.ts'
import { periodsOf } from './features/privacy/periods.ts'
import { removeAbandonedUploads } from './features/images/upload-files.ts'
import { removeUnfinished } from './features/imports/large-files/unfinished.ts'
import { processImports } from './features/imports/process-imports.ts'
import { importedKinds } from './import-kinds.ts'
import { analyzeGrowing } from './jobs/analyze-growing.ts'
import { purgeExpired } from './jobs/purge-expired.ts'
import { indexWords } from './features/manage-orders/index-words.ts'
import { finishShipments } from './features/manage-orders/finish-shipments.ts'
import { queueOrderMails } from './features/order-mails/order-mails.ts'
import { listCarPages } from './features/part-pages/list-car-pages.ts'
import { reconcilePayments } from './features/payments/reconcile.ts'
import { startJobRunner } from './jobs/job-runner.ts'
import { forgetWords, learnNames } from './features/search/vocabulary.ts'
import { announceRequests } from './features/trade/announce-requests.ts'
import { createShopPages } from './features/shop-pages/routes.ts'
import type { ShopPages } from './features/shop-pages/routes.ts'
import type { Job, JobRunner } from './jobs/job-runner.ts'
import type { Counts } from './observability/metrics/counts.ts'
import type { Tracing } from './observability/tracing/open-tracing.ts'
import type { Shop } from './shop.ts'

/** Starts the background jobs; returns those that requests may start at once. */
export function startJobs(
  shop: Shop,
  counts: Counts,
  { tracing, jobs: others = [] }: { tracing?: Tracing | undefined; jobs?: Job[] },
): Jobs {
  const { config, database, loadShedder, log } = shop
  const { app, guards } = shop.router
  const webhooks = { name: 'process webhook events', run: () => processWebhookEvents(shop) }
  const imports = {
    products: importJob(shop, 'products'),
    numbers: importJob(shop, 'numbers'),
    fitments: importJob(shop, 'fitments'),
  }
  const periods = periodsOf(config)
  const pages = createShopPages(shop, periods)
  const purge = () => purgeExpired(database.pool, periods, orderRetention(periods))
  const jobs = [
    webhooks,
    ...Object.values(imports),
    { name: 'remove unfinished imports', run: () => removeUnfinished(database) },
    { name: 'expire reservations', run: () => expireReservations(shop) },
    { name: 'poll open payments', run: () => pollOpenPayments(shop) },
    { name: 'pay refunds', run: () => processRefunds(shop) },
    { name: 'finish shipments', run: () => finishShipments(shop) },
    { name: 'queue order mails', run: () => queueOrderMails(shop) },
    { name: 'mail stock alerts', run: () => mailStockAlerts(shop) },
    { name: 'mail new orders', run: () => mailNewOrders(shop) },
    { name: 'mail low stock', run: () => mailLowStock(shop) },
    { name: 'mail trade requests', run: () => announceRequests(shop) },
    { name: 'check recent invariants', run: () => checkRecentRows(shop) },
    { name: 'check invariants', run: () => checkAllRows(shop) },
    { name: 'reconcile payments', run: () => reconcilePayments(shop) },
    { name: 'store vehicle wishes', run: () => shop.wishes.store(database.db) },
    { name: 'purge expired rows', run: purge },
    { name: 'finish erasures', run: () => finishErasures(shop) },
    { name: 'index words of orders', run: () => indexWords(database.pool) },
    { name: 'learn names', run: () => learnNames(database) },
    { name: 'forget words', run: () => forgetWords(database) },
    { name: 'list car pages', run: () => listCarPages(database) },
    { name: 'reload shop pages', run: pages.reload },
  ]
  const runner = startJobRunner([...jobs, ...others], {
    everySeconds: config.JOB_INTERVAL_SECONDS,
    log,
    onEnd: counts.job,
    during: tracing?.job,
  })
  const logShed = async () => {
    const requests = loadShedder.countShed()
    if (requests > 0) log.warn({ requests }, 'requests shed: they would have waited too long')
  }
  const postponed = new Map<string, number>()
  const everySecond = [
    { name: 'sync rate limits', run: () => guards.limits.sync() },
    { name: 'log shed requests', run: logShed },
    { name: 'analyse growing tables', run: () => analyzeGrowing(database.db, postponed) },
  ]
  const secondly = startJobRunner(everySecond, { everySeconds: 1, log })
  const uploads = { name: 'remove abandoned uploads', run: removeAbandonedUploads }
  const hourly = startJobRunner([uploads], { everySeconds: 3600, log })
  hourly.runNow(uploads)
  const runners = [runner, secondly, hourly]
  app.addHook('onClose', () => Promise.all(runners.map((each) => each.stop())))
  return { runner, webhooks, imports, pages }
}

const importJob = (shop: Shop, of: ImportKind): Job => ({
  name: `import ${of}`,
  run: () => processImports(shop, importedKinds[of]),
})

export interface Jobs {
  runner: JobRunner
  webhooks: Job
  imports: Readonly<Record<ImportKind, Job>>
  pages: ShopPages
}
