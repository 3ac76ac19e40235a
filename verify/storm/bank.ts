import Stripe from 'stripe'
import { secretKey } from '../../sandbox/keys.ts'
import type { Journal } from './journal.ts'
import type { BankTask, Verdict } from './plan.ts'

/** Texts of the provider that decide a dispute as soon as they are submitted as evidence. */
const evidence = {
  win: 'winning_evidence',
  lose: 'losing_evidence',
  escalate: 'escalate_inquiry_evidence',
} as const satisfies Record<Verdict, string>

interface Bank {
  provider: Stripe
  journal: Journal
}

/** The API of the sandbox's card provider. */
export function openProvider(url: string): Stripe {
  const { hostname, port } = new URL(url)
  return new Stripe(secretKey, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    telemetry: false,
  })
}

/** Disputes payments and decides disputes, as planned; also those that are lost, as an appeal does. */
export async function disputePayments(
  bank: Bank,
  tasks: readonly BankTask[],
  until: (atMs: number) => Promise<void>,
) {
  for (const { atMs, action, target } of tasks) {
    await until(atMs)
    // The provider has faults, and a dispute may be closed: then the next task follows.
    const done = action === 'dispute' ? dispute(bank, target) : decideOne(bank, target, action)
    await done.catch(() => {})
  }
}

/** Decides every dispute that is still open: each second one for the shop. */
export async function closeDisputes(bank: Bank) {
  const open = (await listDisputes(bank)).filter(({ status }) => !isClosed(status))
  for (const [index, each] of open.entries()) {
    await decide(bank, each, index % 2 === 0 ? 'win' : 'lose')
  }
}

/** Disputes a payment that is not disputed yet. */
async function dispute({ provider, journal }: Bank, target: number) {
  const { transactions } = journal
  const intent = transactions[Math.floor(target * transactions.length)]?.transactionId
  if (!intent) return
  const known = await provider.disputes.list({ payment_intent: intent })
  if (known.data.length > 0) return
  await provider.rawRequest('POST', `/v1/payment_intents/${intent}/dispute`, {
    inquiry: String(target < 0.3),
  })
}

async function decideOne(bank: Bank, target: number, verdict: Verdict) {
  const disputes = await listDisputes(bank)
  const chosen = disputes[Math.floor(target * disputes.length)]
  if (chosen) await decide(bank, chosen, verdict)
}

async function decide({ provider, journal }: Bank, { id, intent }: Disputed, verdict: Verdict) {
  // Recorded before the call, because a lost response does not mean that there was no verdict.
  if (verdict === 'lose') journal.losing.add(intent)
  await provider.disputes.update(id, { evidence: { uncategorized_text: evidence[verdict] } })
}

interface Disputed {
  id: string
  intent: string
  status: string
}

async function listDisputes({ provider }: Pick<Bank, 'provider'>): Promise<Disputed[]> {
  const list = await provider.disputes.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
  return list.map(({ id, payment_intent, status }) => ({
    id,
    intent: typeof payment_intent === 'string' ? payment_intent : '',
    status,
  }))
}

const isClosed = (status: string) => ['won', 'lost', 'warning_closed'].includes(status)
