import { relative } from 'node:path'
import { watch } from 'chokidar'
import { freePorts } from './ports.ts'
import { startChild } from './processes.ts'
import type { Child, ChildOptions } from './processes.ts'
import type { Relay } from './relay.ts'

/** The files that Node loads. Vite updates pages and components without a restart. */
const sources = ['src/server', 'src/contract', 'vite.config.ts']
const isIgnored = (path: string) => /\.test\.ts$|[\\/]server[\\/]testing/.test(path)

/** Several files that are saved at once cause one restart. */
const debounceMs = 100

/**
 * Starts the server behind the relay and restarts it when its sources change. Browsers connect to the
 * relay, so that a request during a restart waits instead of failing.
 */
export function startDevServer(
  relay: Relay,
  file: string,
  options: ChildOptions,
): Omit<Child, 'pid'> {
  let isReady = false
  let isStopping = false
  let current = start()
  const first = current
  const ended = Promise.withResolvers<string>()
  const watcher = watch(sources, { ignoreInitial: true, ignored: isIgnored })

  async function start(): Promise<Child> {
    const started = performance.now()
    // A new port each time: another program may have taken the last one during the restart.
    const [port = 0] = await freePorts(1)
    const env = { ...options.env, HOST: '127.0.0.1', PORT: String(port) }
    const child = startChild(file, { ...options, env })
    void child.ready.then(() => {
      relay.forwardTo(port)
      if (isReady) console.log(`Ready after ${seconds(performance.now() - started)} s.`)
      isReady = true
    })
    void child.ended.then(async (how) => {
      if (isStopping || child !== (await current)) return
      relay.hold()
      // A failure of the first start, such as an invalid setting, needs another fix than a changed source.
      if (!isReady) ended.resolve(how)
      else console.error(`The server ended ${how}. It starts again after the next change.`)
    })
    return child
  }

  const restart = async (changed: Iterable<string>) => {
    if (isStopping) return
    console.log(`Changed: ${[...changed].join(', ')}. The server restarts …`)
    relay.hold()
    const last = await current
    const next = Promise.withResolvers<Child>()
    current = next.promise
    // Killed: that is instant, safe for stored data, and leaves the embedded database running.
    await last.crash()
    next.resolve(await start())
  }

  const changed = new Set<string>()
  let restarting = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  watcher.on('all', (_, path) => {
    changed.add(relative('.', path))
    clearTimeout(timer)
    timer = setTimeout(() => {
      const paths = [...changed]
      changed.clear()
      restarting = restarting.then(() => restart(paths))
    }, debounceMs)
  })

  const end = async (how: 'stop' | 'crash') => {
    isStopping = true
    clearTimeout(timer)
    await restarting
    await Promise.all([watcher.close(), current.then((child) => child[how]())])
    relay.close()
  }
  return {
    ready: first.then(({ ready }) => ready),
    ended: ended.promise,
    stop: () => end('stop'),
    crash: () => end('crash'),
  }
}

const seconds = (ms: number) => (ms / 1000).toFixed(1)
