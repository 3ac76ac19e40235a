import { buffer } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { callbackify } from 'node:util'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerAddress, SMTPServerSession } from 'smtp-server'
import type { Faults } from '../faults.ts'
import { linksIn } from './links.ts'
import type { Mailbox } from './mailbox.ts'

/** Listens for mail and stores it, for any recipient and with any login. */
export async function listenForMail(
  { mailbox, faults }: { mailbox: Mailbox; faults: Faults },
  { port, host }: { port: number; host: string },
) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onData: callbackify(async (stream: Readable, { envelope }: SMTPServerSession) => {
      const raw = await buffer(stream)
      if (faults.rejectsMail()) {
        throw Object.assign(new Error('Try again later'), { responseCode: 451 })
      }
      await storeMail(mailbox, raw, envelope.rcptTo)
    }),
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      // A client that disconnects must not end the sandbox.
      server.off('error', reject).on('error', () => {})
      resolve()
    })
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

async function storeMail(mailbox: Mailbox, raw: Buffer, recipients: SMTPServerAddress[]) {
  const { from, subject = '', text = '', html = '' } = await PostalMime.parse(raw)
  for (const { address } of recipients) {
    mailbox.store({
      to: address,
      from: from?.address ?? '',
      subject,
      text,
      html,
      links: linksIn({ html, text }),
      receivedAt: new Date().toISOString(),
    })
  }
}
