import { createHash } from 'node:crypto'

const styleSheet = /<link rel="stylesheet"[^>]* href="([^"]+)">/g

interface WithStyles {
  document: string
  /** For the content security policy, which allows exactly these styles. */
  hashes: string[]
}

/**
 * Inlines the style sheets of a document: they block rendering, and a browser would request them only
 * after the document. `read` returns the text of a URL.
 */
export function inlineStyles(document: string, read: (address: string) => string): WithStyles {
  const hashes: string[] = []
  const inside = document.replaceAll(styleSheet, (_, address: string) => {
    const css = read(address)
    if (/<\/style/i.test(css)) throw new Error(`${address} would end its own element`)
    hashes.push(`'sha256-${createHash('sha256').update(css).digest('base64')}'`)
    return `<style>${css}</style>`
  })
  return { document: inside, hashes }
}

/** What the build says of a module: its style sheets, and the modules it imports. */
export type BuildManifest = Readonly<Record<string, { css?: string[]; imports?: string[] }>>

/** The links of the style sheets that a module needs besides those of the document. */
export function sheetLinks(manifest: BuildManifest, module: string, document: string): string {
  const modules = new Set([module])
  // The iteration of a set includes elements added meanwhile.
  for (const name of modules) {
    for (const other of manifest[name]?.imports ?? []) modules.add(other)
  }
  const sheets = new Set([...modules].flatMap((name) => manifest[name]?.css ?? []))
  return [...sheets]
    .filter((file) => !document.includes(`/${file}"`))
    .map((file) => `<link rel="stylesheet" href="/${file}">`)
    .join('')
}
