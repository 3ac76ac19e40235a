import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { compile } from '@fastify/proxy-addr'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config/config.ts'
import { createKeyedCounts } from '../limits/keyed-counts.ts'
import { networksOf, rateLimitKey } from '../limits/rate-limit-key.ts'
import { connectionsMax, timeouts } from '../limits/timeouts.ts'

export interface ConnectionLimits {
  /** At the same time, from one address. */
  perAddress: number
  /** A trusted proxy, which connects for many clients. */
  isExempt: (address: string) => boolean
  /** Called once a minute at most, with an address whose connections are refused. */
  onRefused: (address: string) => void
}

type Log = Pick<FastifyBaseLogger, 'warn'>

export function connectionLimits(
  { LIMITS, CONNECTIONS_PER_ADDRESS, TRUSTED_PROXIES }: Config,
  log?: Log,
): ConnectionLimits {
  const isProxy = compile(TRUSTED_PROXIES)
  return {
    perAddress: CONNECTIONS_PER_ADDRESS,
    isExempt: (address) => LIMITS === 'off' || isProxy(address, 0),
    onRefused: (address) =>
      log?.warn({ address }, 'connections refused: the address has too many, or floods one'),
  }
}

/** The time for which an address that floods a connection with requests is refused. */
const refusedMs = 10_000

/** At this share of all connections, idle ones are closed to make room. */
const crowded = 0.9

const noticeMs = 60_000

/**
 * Limits the connections of each address, and closes those whose client reads no answers. The returned
 * function ends a connection at once, with all others of its address, and refuses that address for a while.
 */
export function limitConnections(
  server: Server,
  { perAddress, isExempt, onRefused }: ConnectionLimits,
) {
  const open = new Set<Socket>()
  const byAddress = new Map<string, Set<Socket>>()
  /** Counts by the IPv6 networks around the addresses. */
  const byNetwork = createKeyedCounts()
  const refusedUntil = new Map<string, number>()
  let noticedAt = -Infinity
  let madeRoomAt = -Infinity

  const notice = (address: string) => {
    if (performance.now() - noticedAt < noticeMs) return
    noticedAt = performance.now()
    onRefused(address)
  }

  const admit = (socket: Socket, remoteAddress: string) => {
    const [, ...around] = networksOf(remoteAddress)
    const address = rateLimitKey(remoteAddress)
    const sockets = byAddress.get(address) ?? new Set()
    if (
      sockets.size >= perAddress ||
      around.some(({ key, times }) => byNetwork.of(key) >= times * perAddress) ||
      (refusedUntil.get(address) ?? 0) > performance.now()
    ) {
      notice(address)
      socket.destroy()
      return
    }
    byAddress.set(address, sockets.add(socket))
    for (const { key } of around) byNetwork.add(key)
    socket.once('close', () => {
      for (const { key } of around) byNetwork.remove(key)
      sockets.delete(socket)
      if (sockets.size === 0) byAddress.delete(address)
    })
  }

  const makeRoom = () => {
    if (open.size < crowded * connectionsMax || performance.now() - madeRoomAt < 1_000) return
    madeRoomAt = performance.now()
    server.closeIdleConnections()
  }

  server.maxConnections = connectionsMax
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    const { remoteAddress = '' } = socket
    if (!isExempt(remoteAddress)) admit(socket, remoteAddress)
    makeRoom()
  })
  closeUnread(server, open, () => {
    for (const [address, until] of refusedUntil) {
      if (until < performance.now()) refusedUntil.delete(address)
    }
  })

  return (socket: Socket) => {
    const { remoteAddress = '' } = socket
    socket.destroy()
    if (isExempt(remoteAddress)) return
    const address = rateLimitKey(remoteAddress)
    refusedUntil.set(address, performance.now() + refusedMs)
    notice(address)
    byAddress.get(address)?.forEach((other) => other.destroy())
  }
}

/** Closes connections whose client takes nothing of an answer for a while. */
function closeUnread(server: Server, open: ReadonlySet<Socket>, onCheck: () => void) {
  const pending = new WeakMap<Socket, { sent: number; since: number }>()
  const check = setInterval(() => {
    const now = performance.now()
    for (const socket of open) {
      if (socket.writableLength === 0) {
        pending.delete(socket)
        continue
      }
      const sent = socket.bytesWritten - socket.writableLength
      const known = pending.get(socket)
      if (known?.sent !== sent) pending.set(socket, { sent, since: now })
      else if (now - known.since > timeouts.unread) socket.destroy()
    }
    onCheck()
  }, timeouts.check).unref()
  server.once('close', () => clearInterval(check))
}
