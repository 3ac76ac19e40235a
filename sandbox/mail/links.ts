/** The web links of a mail in their order, those of the HTML part first. */
export function linksIn({ html, text }: { html: string; text: string }): string[] {
  const fromHtml = [...html.matchAll(/<a\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)]
    .map(([, double, single]) => unescapeHtml(double ?? single ?? ''))
    .filter((link) => /^https?:/i.test(link))
  const fromText = [...text.matchAll(/https?:\/\/[^\s<>"]+/gi)].map(([link]) =>
    link.replace(/[.,;:!?)\]]+$/, ''),
  )
  return [...new Set([...fromHtml, ...fromText])]
}

const entities: Record<string, string> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' }

const unescapeHtml = (text: string) =>
  text.replace(/&(?:(amp|quot|apos|lt|gt)|#(\d+)|#x([0-9a-f]+));/gi, (_, name, decimal, hex) =>
    name
      ? (entities[name.toLowerCase()] ?? '')
      : String.fromCodePoint(decimal ?? parseInt(hex, 16)),
  )
