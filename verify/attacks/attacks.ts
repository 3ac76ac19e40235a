import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Target {
  port: number
  /** An access token of a customer without rights. */
  token: string
}

/** The address of all attackers. */
const localAddress = '127.0.0.2'

/** Opens a connection that reads nothing, and resolves once it is open, refused or closed. */
function open({ port }: Target): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.on('error', () => {})
  socket.pause()
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(socket))
    socket.once('close', () => resolve(socket))
  })
}

const head = (method: string, path: string, ...headers: string[]) =>
  [`${method} ${path} HTTP/1.1`, 'host: shop', ...headers, '', ''].join('\r\n')

/** The longest time before the first connection and from the end of one to the next. */
const pauseMs = 5_000

/** Keeps so many connections open, each begun by `use`; one that the node closes is opened again. */
async function keep(count: number, target: Target, use: (socket: Socket) => Promise<void> | void) {
  const attack = async () => {
    for (;;) {
      await sleep(Math.random() * pauseMs)
      const socket = await open(target)
      const closed = new Promise((resolve) => socket.once('close', resolve))
      if (!socket.destroyed) {
        await use(socket)
        await closed
      }
    }
  }
  await Promise.all(Array.from({ length: count }, attack))
}

/** 60 connections ask for the whole catalogue and read nothing. */
const unreadLists = (target: Target) =>
  keep(60, target, (socket) => void socket.write(head('GET', '/api/products')))

/** 60 connections send 5,000 requests each at once and read nothing. */
const pipelining = (target: Target) => {
  const requests = head('GET', '/api/products?limit=200').repeat(5_000)
  return keep(60, target, (socket) => void socket.write(requests))
}

/** Ten uploads of one account send a byte a second. */
const slowUploads = (target: Target) => {
  const begin = head(
    'POST',
    '/api/images',
    `authorization: Bearer ${target.token}`,
    'content-type: multipart/form-data; boundary=x',
    'content-length: 1000000',
  )
  const part =
    '--x\r\ncontent-disposition: form-data; name="image"; filename="part.jpg"\r\ncontent-type: image/jpeg\r\n\r\n'
  return keep(10, target, async (socket) => {
    socket.resume().write(begin + part)
    while (!socket.destroyed) {
      await sleep(1_000)
      socket.write('x')
    }
  })
}

/** 5,000 connections ask once and stay. */
const idleConnections = (target: Target) =>
  keep(5_000, target, (socket) => void socket.resume().write(head('GET', '/api/health/live')))

const typed = ['brake left', 'for the', 'break padz frnt lefft oyl filtre radiater hedlite']

/** Twelve searches at a time, each of words that nobody searched for a moment ago. */
const greedySearches = async (target: Target) => {
  let count = 0
  const search = async () => {
    for (;;) {
      const q = encodeURIComponent(typed[(count += 1) % typed.length] ?? '')
      const socket = await open(target)
      const closed = new Promise((resolve) => socket.once('close', resolve))
      const path = `/api/products?limit=24&q=${q}&n=${count}`
      socket.resume().write(head('GET', path, 'connection: close'))
      await closed
    }
  }
  await Promise.all(Array.from({ length: 12 }, search))
}

export const attacks = { unreadLists, pipelining, slowUploads, idleConnections, greedySearches }
export type AttackName = keyof typeof attacks
