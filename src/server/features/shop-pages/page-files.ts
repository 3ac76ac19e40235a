import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { shopPageNames } from '#contract/shop-pages.ts'
import type { ShopPageName } from '#contract/shop-pages.ts'

interface PageLog {
  warn(context: object, message: string): void
  error(context: object, message: string): void
}

interface Options {
  /** The owner's folder; without, all pages are samples. */
  dir: string | undefined
  log: PageLog
}

const samples = join(import.meta.dirname, 'samples')
const bytesMax = 200_000

/** The Markdown of the owner's pages, and the samples of those that the owner has not written. */
export interface PageFiles {
  read(name: ShopPageName): Promise<string>
  /** Reads the files again. True if a page has changed. */
  reload(): Promise<boolean>
}

interface Known {
  text: string
  /** The text or the error of the last try, so that each is logged once. */
  outcome: string
}

export function createPageFiles({ dir, log }: Options): PageFiles {
  const known = new Map<ShopPageName, Known>()

  async function load(name: ShopPageName): Promise<boolean> {
    const before = known.get(name)
    const found = await readOwn(dir, name)
    const outcome = found.text ?? found.fault ?? ''
    if (before?.outcome === outcome) return false
    // A file that cannot be read any longer leaves the page as it was.
    const text = found.text ?? (found.fault && before?.text) ?? (await readText(samples, name))
    known.set(name, { text, outcome })
    const file = dir && join(dir, `${name}.md`)
    if (found.fault) log.error({ file, fault: found.fault }, 'shop page cannot be read')
    else if (found.text === undefined && file) log.warn({ file }, 'shop page missing: sample shown')
    return text !== before?.text
  }

  return {
    async read(name) {
      if (!known.has(name)) await load(name)
      return known.get(name)?.text ?? ''
    },
    async reload() {
      const changed = await Promise.all(shopPageNames.map(load))
      return changed.includes(true)
    },
  }
}

interface Found {
  text?: string
  /** Why there is a file, but no text. */
  fault?: string
}

/** Nothing without a file. */
async function readOwn(dir: string | undefined, name: ShopPageName): Promise<Found> {
  if (!dir) return {}
  try {
    return { text: await readText(dir, name) }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? {} : { fault: message }
  }
}

async function readText(dir: string, name: ShopPageName): Promise<string> {
  const bytes = await readFile(join(dir, `${name}.md`))
  if (bytes.length > bytesMax) throw new Error(`The file is larger than ${bytesMax} bytes`)
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}
