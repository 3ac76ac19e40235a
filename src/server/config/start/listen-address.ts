import { once } from 'node:events'
import { createServer } from 'node:net'
import { errorCode, StartError } from './start-error.ts'

interface Address {
  port: number
  host: string
}

const reasons: Readonly<Record<string, (address: Address) => string>> = {
  EADDRINUSE: ({ port }) =>
    `Port ${port} is in use by another program: stop that, or choose another port with PORT`,
  EACCES: ({ port }) =>
    `Port ${port} needs more rights: choose one from 1024 with PORT, or grant the rights`,
  EADDRNOTAVAIL: ({ host }) =>
    `${host} is not an address of this machine: correct HOST, or leave it out`,
  ENOTFOUND: ({ host }) =>
    `${host} is not an address of this machine: correct HOST, or leave it out`,
}

/** Explains why an address cannot be listened on; other errors stay as they are. */
export async function explaining<T>(address: Address, listen: Promise<T>): Promise<T> {
  try {
    return await listen
  } catch (error) {
    const reason = reasons[errorCode(error) ?? '']
    throw reason ? new StartError(reason(address)) : error
  }
}

/** Opens the address for a moment, so that a start that cannot succeed ends before it touches the database. */
export async function refuseTakenPort(address: Address) {
  const probe = createServer().listen(address)
  await explaining(address, once(probe, 'listening'))
  probe.close()
  await once(probe, 'close')
}
