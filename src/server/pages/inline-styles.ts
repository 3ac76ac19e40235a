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
 *
 * A disabled link, which no browser requests, keeps the address in the document: otherwise the first
 * lazy module that needs the sheet adds it again, and fonts that are declared again move the texts.
 */
export function inlineStyles(document: string, read: (address: string) => string): WithStyles {
  const hashes: string[] = []
  const inside = document.replaceAll(styleSheet, (_, address: string) => {
    const css = read(address)
    if (/<\/style/i.test(css)) throw new Error(`${address} would end its own element`)
    hashes.push(`'sha256-${createHash('sha256').update(css).digest('base64')}'`)
    return `<link rel="stylesheet" href="${address}" disabled><style>${css}</style>`
  })
  return { document: inside, hashes }
}

/** What the build says of its files. */
export type BuildManifest = Readonly<
  Record<string, { name?: string; css?: string[]; imports?: string[] }>
>

/** The links of the style sheets that a file of this name needs besides those of the document. */
export function sheetLinks(manifest: BuildManifest, name: string, document: string): string {
  const file = Object.keys(manifest).find((key) => manifest[key]?.name === name)
  if (file === undefined) throw new Error(`The build has no file ${name}`)
  const files = new Set([file])
  // The iteration of a set includes elements added meanwhile.
  for (const one of files) {
    for (const other of manifest[one]?.imports ?? []) files.add(other)
  }
  const sheets = new Set([...files].flatMap((one) => manifest[one]?.css ?? []))
  const links = [...sheets]
    .filter((sheet) => !document.includes(`/${sheet}"`))
    .map((sheet) => `<link rel="stylesheet" href="/${sheet}">`)
  if (links.length === 0) throw new Error(`The file ${name} of the build has no style sheet`)
  return links.join('')
}
