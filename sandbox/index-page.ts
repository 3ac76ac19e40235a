import type { FastifyInstance } from 'fastify'
import { testCards } from './cards/test-cards.ts'
import type { Outcome } from './cards/test-cards.ts'
import { sampleAccounts } from './google/accounts.ts'
import type { Faults } from './faults.ts'
import { html } from './html.ts'
import { sendPage } from './pages.ts'

/** The front page: what can be done here, in one look. */
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
          The outside world of the shop, played on this computer: a card provider, Google sign-in
          and a mail server. No money moves and no mail leaves. For development and tests only.
        </p>

        <h2>Mail</h2>
        <p><a href="/mail">Open the inbox</a>. Mail is received on port ${smtpPort}.</p>

        <h2>Test cards</h2>
        <p>Any expiry date to come, any security code, any ZIP code.</p>
        <table>
          <thead>
            <tr>
              <th scope="col">Number</th>
              <th scope="col">What happens</th>
            </tr>
          </thead>
          <tbody>
            ${testCards.map(
              ({ number, outcome }) =>
                html`<tr>
                  <td><code>${number.replace(/(\d{4})(?=\d)/g, '$1 ')}</code></td>
                  <td>${effect(outcome)}</td>
                </tr>`,
            )}
          </tbody>
        </table>

        <h2>Google accounts</h2>
        <p>Choose one of these when signing in, or type any other address there.</p>
        <ul>
          ${sampleAccounts.map(({ name, email }) => html`<li>${name}, ${email}</li>`)}
        </ul>

        <h2>Faults</h2>
        <p>What is wrong with this world now. Change it by <code>POST /faults</code>.</p>
        <pre>${JSON.stringify(faults.current(), undefined, 2)}</pre>`,
    ),
  )
}

function effect(outcome: Outcome): string {
  if (outcome === 'pays') return 'Pays.'
  if (outcome === 'authenticates') return 'Asks for 3-D Secure: choose Complete or Fail.'
  if (outcome === 'waits') return 'Is processing until you say how that ends: see the README.'
  return `Refused: “${outcome.message}”`
}
