type Point = [node: Node, offset: number]
export interface TextNumber {
  text: string
  start: Point
  end: Point
}
/** A text, and the numbers that begin in it. */
export interface Words {
  node: Text
  parent: Element
  control: Element | undefined
  numbers: TextNumber[]
}

/**
 * The controls and texts of a copy of a page, what may lie above it and the answers of its dialogs, which are the same at every width. Runs in the browser, so it refers to
 * nothing outside itself.
 */
export function findParts({ contentDocument }: HTMLIFrameElement) {
  if (!contentDocument) throw new Error('The copy has no page')
  const { body } = contentDocument
  const controls = 'button, input, select, textarea, summary, a'
  const isLeftOut = (element: Element) =>
    element.closest('.visually-hidden, .skip-link, [aria-hidden=true], svg') !== null
  const shown = [...body.querySelectorAll(controls)].filter((one) => !isLeftOut(one))

  // A number is one word, with its sign and its separators.
  const numberPattern =
    /(?<![\p{L}\p{N}_.,-])[−-]?[$€£]?\d[\d,]*(?:\.\d+)?(?![\p{L}\p{N}_-]|[./]\d)/gu

  // React separates texts by empty comments.
  const isText = (node: Node | null): node is CharacterData =>
    node?.nodeType === Node.TEXT_NODE || node?.nodeType === Node.COMMENT_NODE

  /** Those of a text and of the texts beside it: "$" and "5.00" are one number. */
  const numbersFrom = (first: Text): TextNumber[] => {
    if (isText(first.previousSibling)) return []
    const points: Point[] = []
    let whole = ''
    for (let one: Node | null = first; isText(one); one = one.nextSibling) {
      if (one.nodeType === Node.COMMENT_NODE) continue
      for (let offset = 0; offset < one.data.length; offset++) points.push([one, offset])
      whole += one.data
    }
    return [...whole.matchAll(numberPattern)].flatMap(({ index, 0: text }) => {
      const [start, last] = [points[index], points[index + text.length - 1]]
      return start && last ? [{ text, start, end: [last[0], last[1] + 1] as Point }] : []
    })
  }

  const shownTexts: Words[] = []
  const walker = contentDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode as Text
    const parent = node.parentElement
    if (!parent || isLeftOut(parent)) continue
    if (parent.closest('script, style, option, textarea')) continue
    const control = parent.closest(controls) ?? undefined
    const numbers = numbersFrom(node)
    if (node.data.trim() || numbers.length > 0) shownTexts.push({ node, parent, control, numbers })
  }
  const layers = [...body.querySelectorAll('dialog, [popover], [role=listbox]')]
  const answers = [...body.querySelectorAll('dialog .dialog__actions')]
  return { controls: shown, texts: shownTexts, layers, answers }
}
