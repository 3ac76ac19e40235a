import type { FastifyInstance } from 'fastify'
import { testCards } from './cards/test-cards.ts'
import type { Outcome } from './cards/test-cards.ts'
import { sampleAccounts } from './google/accounts.ts'
import type { Faults } from './faults.ts'
import { html } from './html.ts'
import { sendPage } from './pages.ts'

/** The front page: links, test cards, accounts and faults. */
export function indexRoute(
  app: FastifyInstance,
  { faults, smtpPort }: { faults: Faults; smtpPort: number },
) {
  app.get('/', (_request, reply) =>
    sendPage(
      reply,
      'Sandbox',
      html`<h1>Sandbox</h1>
        <p>
          Local stand-ins of the shop's external services: a card provider, Google sign-in and a
          mail server. No money is moved and no mail is delivered. For development and tests only.
        </p>

        <h2>Mail</h2>
        <p><a href="/mail">Open the inbox</a>. Mail is received on port ${smtpPort}.</p>

        <h2>Test cards</h2>
        <p>Any future expiry date, any security code, any ZIP code.</p>
        <table>
          <thead>
            <tr>
              <th scope="col">Number</th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            ${testCards.map(
              ({ number, outcome }) =>
                html`<tr>
                  <td><code>${number.replace(/(\d{4})(?=\d)/g, '$1 ')}</code></td>
                  <td>${describeOutcome(outcome)}</td>
                </tr>`,
            )}
          </tbody>
        </table>

        <h2>Disputes</h2>
        <p>
          <a href="/disputes">Open the disputes</a> and decide them as the bank does. A payment is
          disputed by its card, or there.
        </p>

        <h2>Google accounts</h2>
        <p>Choose one of these at sign-in, or enter any other address.</p>
        <ul>
          ${sampleAccounts.map(({ name, email }) => html`<li>${name}, ${email}</li>`)}
        </ul>

        <h2>Faults</h2>
        <p>Change the active faults by <code>POST /faults</code>.</p>
        <pre>${JSON.stringify(faults.current(), undefined, 2)}</pre>`,
    ),
  )
}

function describeOutcome(outcome: Outcome): string {
  if (outcome === 'succeeds') return 'Succeeds.'
  if (outcome === 'requires authentication') return 'Requires 3-D Secure: choose Complete or Fail.'
  if (outcome === 'processes') return 'Is processing until a call ends it: see the README.'
  if (outcome === 'is disputed') return 'Succeeds, and is disputed right after.'
  if (outcome === 'causes an inquiry') return 'Succeeds, and the bank asks about it right after.'
  return `Declined: “${outcome.message}”`
}
