import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { callbackify } from 'node:util'
import PostalMime from 'postal-mime'
import type { Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerSession } from 'smtp-server'

/** A mail server that stores accepted mails and rejects addresses chosen by the test. */
export async function openSmtpStandIn() {
  const taken: Email[] = []
  const refusals = new Map<string, { responseCode: number; message: string }>()
  let connections = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect(_session, done) {
      connections += 1
      done()
    },
    onMailFrom({ address }, _session, done) {
      done(refusalOf(address))
    },
    onRcptTo({ address }, _session, done) {
      done(refusalOf(address))
    },
    onData: callbackify(async (stream: Readable, _session: SMTPServerSession) => {
      taken.push(await PostalMime.parse(await buffer(stream)))
    }),
  })
  const refusalOf = (address: string) => {
    const refusal = refusals.get(address)
    return refusal && Object.assign(new Error(refusal.message), refusal)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.on('error', () => {})
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    taken,
    connections: () => connections,
    /** Responds with this code to the address as sender or recipient. */
    refuse: (address: string, responseCode: number) =>
      refusals.set(address, { responseCode, message: `${address} is refused` }),
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
