import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Database } from '../database.ts'
import { html } from '../html.ts'
import { sendPage } from '../pages.ts'
import { evidenceParams, submitEvidence } from './disputes.ts'
import type { Dispute } from './disputes.ts'
import { getObject, listObjects, listParams, newId } from './objects.ts'
import type { Emit, Webhooks } from './webhooks.ts'

const decisions = [
  { text: 'winning_evidence', label: 'The shop wins' },
  { text: 'losing_evidence', label: 'The shop loses' },
  { text: 'escalate_inquiry_evidence', label: 'Escalate the inquiry' },
] as const

const Decision = z.object({ evidence: z.enum(decisions.map(({ text }) => text)) })

/** The disputes as a page, where a developer decides them in the place of the bank. */
export function disputePages(
  app: FastifyInstance,
  { db, webhooks }: { db: Database; webhooks: Webhooks },
) {
  const emit: Emit = (type, object) =>
    webhooks.emit(type, object, { id: newId('req'), idempotency_key: null })

  app.get('/disputes', (_request, reply) => {
    const params = z.object(listParams).parse({ limit: '100' })
    const disputes = listObjects(db, 'dispute', params).data as Dispute[]
    return sendPage(
      reply,
      'Disputes',
      html`<h1>Disputes</h1>
        <p><a href="/">Back to the sandbox</a></p>
        ${disputes.length === 0 ? 'No payment is disputed.' : disputes.map(row)}`,
    )
  })

  app.post<{ Params: { id: string } }>('/disputes/:id', (request, reply) => {
    const { evidence } = Decision.parse(request.body)
    const dispute = getObject<Dispute>(db, 'dispute', request.params.id)
    const params = evidenceParams.parse({ evidence: { uncategorized_text: evidence } })
    submitEvidence(db, emit, dispute, params)
    return reply.redirect('/disputes', 303)
  })
}

function row({ id, amount, payment_intent, status }: Dispute) {
  const isInquiry = status.startsWith('warning_')
  const possible = decisions.filter(({ text }) => isPossible(text, status, isInquiry))
  return html`<h2>${status}</h2>
    <p>
      ${(amount / 100).toFixed(2)} dollars of <code>${payment_intent}</code>, <code>${id}</code>
    </p>
    <form method="post" action="/disputes/${id}">
      ${possible.map(
        ({ text, label }) => html`<button name="evidence" value="${text}">${label}</button>`,
      )}
    </form>`
}

function isPossible(text: (typeof decisions)[number]['text'], status: string, isInquiry: boolean) {
  if (status === 'won' || status === 'warning_closed') return false
  if (status === 'lost') return text === 'winning_evidence'
  return isInquiry || text !== 'escalate_inquiry_evidence'
}
