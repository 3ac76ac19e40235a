import { createHash } from 'node:crypto'

const styleSheet = /<link rel="stylesheet"[^>]* href="([^"]+)">/g

interface WithStyles {
  document: string
  /** For the policy: what stands in the document, and nothing else, is allowed to. */
  hashes: string[]
}

/**
 * Puts the style sheets of a document into it: a browser draws nothing without them, and would ask for
 * them only when it has the document. `read` gives the text of an address.
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
