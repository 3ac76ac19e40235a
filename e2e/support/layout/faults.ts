import type { Look, readBoxes } from './boxes.ts'
import type { findParts, TextNumber, Words } from './parts.ts'

interface Options {
  parts: ReturnType<typeof findParts>
  boxes: ReturnType<typeof readBoxes>
  widths: readonly number[]
}

/** A fault, and the widths at which it is seen. */
export type FaultAtWidths = [fault: string, widths: number[]]

/**
 * Finds what looks broken in a copy of a page at each of the widths: controls that are cut off, overlap or leave
 * their row, numbers that break over lines, a page wider than its window, and dialogs, menus and toasts that leave it,
 * scroll sideways or hide their answers. Runs in the browser in a single call, without painting in
 * between, so it uses no variables from outside.
 */
export function findLayoutFaults(
  copy: HTMLIFrameElement,
  { parts, boxes, widths }: Options,
): FaultAtWidths[] {
  const { contentDocument, contentWindow } = copy
  if (!contentDocument || !contentWindow) throw new Error('The copy has no page')
  const { forget, lookAt, factsOf, styleOf, isWithin, isLaidOut, isSeen } = boxes
  const { cutBy, shownPart, leftBy } = boxes
  let faults = new Set<string>()

  const classOf = (element: Element) =>
    element.classList[0] ? `.${element.classList[0]}` : element.localName
  const nameOf = (element: Element) => {
    const label = element.getAttribute('aria-label') ?? element.getAttribute('name')
    const text = (element.textContent || label) ?? ''
    const words = text.replaceAll(/\s+/g, ' ').replaceAll(/\d+/g, '0').trim().slice(0, 36)
    return `${classOf(element)} “${words}”`
  }
  const placeOf = ({ parentElement }: Element) => (parentElement ? classOf(parentElement) : '')

  interface Item {
    look: Look
    control: Element | undefined
    box: DOMRect
    isText: boolean
  }
  let items: Item[] = []

  const isTyped = (element: Element) => {
    if (element.localName !== 'input') return false
    const { type, inputMode } = element as HTMLInputElement
    return /^(text|search|email|password|tel|url)$/.test(type) && !/numeric|decimal/.test(inputMode)
  }

  /** A long text may be longer than its field, a number may not. */
  const hasCutNumber = (element: Element) =>
    element.localName === 'input' &&
    /numeric|decimal/.test((element as HTMLInputElement).inputMode) &&
    element.scrollWidth > element.clientWidth

  /** Icons and short buttons may lie in the padding of an input. */
  const withoutPadding = ({ box, element }: Look) => {
    const style = styleOf(element)
    const [left = 0, right = 0] = [style.paddingLeft, style.paddingRight].map(parseFloat)
    return new DOMRect(box.x + left, box.y, box.width - left - right, box.height)
  }

  const lookAtControl = (element: Element) => {
    const look = lookAt(element)
    const { box } = look
    if (!isLaidOut(box) || box.bottom < 0 || factsOf(look).isInline || !isSeen(look)) return
    if (!isWithin(box, look.inner)) {
      const cutting = cutBy(look, box, false)
      if (cutting)
        faults.add(`cut off: ${nameOf(element)} in ${placeOf(element)} by ${classOf(cutting)}`)
      const left = leftBy(look, box)
      if (left) faults.add(`leaves its row: ${nameOf(element)} in ${classOf(left)}`)
    }
    if (isTyped(element) && box.width < 96)
      faults.add(`too narrow to type in: ${nameOf(element)} in ${placeOf(element)}`)
    if (hasCutNumber(element))
      faults.add(`cut off: the number in ${nameOf(element)} in ${placeOf(element)}`)
    const inner = isTyped(element) ? withoutPadding(look) : box
    items.push({ look, control: element, box: inner, isText: false })
  }

  /** The part of a line that is to be seen, after a look at what cuts it off and what it leaves. */
  const lookBeyond = (parent: Look, control: Look | undefined, whole: DOMRect) => {
    // A blank that is kept at the end of a line hangs beyond it.
    const isKept = styleOf(parent.element).whiteSpaceCollapse === 'preserve'
    if (isKept) whole = new DOMRect(whole.x, whole.y, whole.width - 6, whole.height)
    if (isKept && isWithin(whole, parent.inner)) return whole
    const line = isSeen(parent) ? shownPart(parent, whole) : undefined
    if (!line) return undefined
    const { element } = parent
    const cutting = cutBy(parent, line, true)
    if (cutting) faults.add(`cut off: the text ${nameOf(element)} by ${classOf(cutting)}`)
    if (control && !factsOf(control).isInline) {
      const { right, left, bottom } = control.box
      if (line.right > right + 1 || line.left < left - 1 || line.bottom > bottom + 4)
        faults.add(
          `leaves its control: the text of ${nameOf(control.element)} in ${placeOf(control.element)}`,
        )
    } else if (leftBy(parent, line)) {
      faults.add(`leaves its box: the text ${nameOf(element)} in ${placeOf(element)}`)
    }
    return line
  }

  const lookAtLine = (parent: Look, control: Element | undefined, whole: DOMRect) => {
    if (whole.bottom < 0) return
    const isInside = isWithin(whole, parent.inner)
    const line = isInside ? whole : lookBeyond(parent, control && lookAt(control), whole)
    if (!line) return
    // Without the room that a font leaves above and below its letters.
    const box = new DOMRect(line.x, line.y + line.height * 0.2, line.width, line.height * 0.6)
    items.push({ look: parent, control, box, isText: true })
  }

  const range = contentDocument.createRange()

  const lookAtNumber = (parent: Look, { text, start, end }: TextNumber) => {
    range.setStart(...start)
    range.setEnd(...end)
    const boxes = [...range.getClientRects()].filter(isLaidOut)
    const tops = boxes.map(({ top }) => top)
    const isBroken = Math.max(...tops) - Math.min(...tops) > 6
    const outside = boxes.filter((box) => !isWithin(box, parent.inner))
    if ((!isBroken && outside.length === 0) || !isSeen(parent)) return
    const name = `the number ${text} in ${nameOf(parent.element)}`
    if (isBroken) faults.add(`breaks over lines: ${name}`)
    if (!text.includes('$')) return
    for (const box of outside)
      if (shownPart(parent, box) && box.bottom > 0 && cutBy(parent, box, true))
        faults.add(`cut off: ${name}`)
  }

  const lookAtText = ({ node, parent: element, control, numbers }: Words) => {
    const parent = lookAt(element)
    range.selectNodeContents(node)
    for (const line of range.getClientRects())
      if (isLaidOut(line)) lookAtLine(parent, control, line)
    for (const number of numbers) lookAtNumber(parent, number)
  }

  /** What lies above the page, which no scrolling of the page brings into view. */
  const lookAtLayer = (element: Element) => {
    const look = lookAt(element)
    const { left, right, top, bottom } = look.box
    if (!isLaidOut(look.box) || !isSeen(look)) return
    const isFixed = factsOf(look).position === 'fixed'
    const isBeside = left < 0 || right > contentWindow.innerWidth
    if (isBeside || (isFixed && (top < 0 || bottom > contentWindow.innerHeight)))
      faults.add(`leaves the window: ${nameOf(element)}`)
    if (element.scrollWidth > element.clientWidth)
      faults.add(`scrolls sideways: ${nameOf(element)}`)
  }

  /** However long a form in a dialog is, its answers are seen from its beginning on. */
  const lookAtAnswers = (answers: Element) => {
    const dialog = answers.closest('dialog')
    const form = answers.parentElement
    if (!dialog || !form || !isLaidOut(form.getBoundingClientRect())) return
    dialog.scrollTop += form.getBoundingClientRect().top - dialog.getBoundingClientRect().top
    if (!isWithin(answers.getBoundingClientRect(), dialog.getBoundingClientRect()))
      faults.add(`out of view: ${nameOf(answers)}`)
  }

  const isNested = (one: Element, other: Element) => one.contains(other) || other.contains(one)

  const isOverlap = (a: Item, b: Item) => {
    const width = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left)
    const height = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top)
    if (width <= 2 || height <= 2) return false
    const [one, other] = [a.look.element, b.look.element]
    if (isNested(one, other)) return false
    if (a.control && b.control) {
      if (a.control === b.control ? a.isText && b.isText : isNested(a.control, b.control))
        return false
    }
    if (factsOf(a.look).layer !== factsOf(b.look).layer) return false
    return isSeen(a.look) && isSeen(b.look)
  }

  const lookForOverlaps = () => {
    const sorted = items.toSorted((a, b) => a.box.top - b.box.top)
    for (const [index, a] of sorted.entries()) {
      for (let other = index + 1; other < sorted.length; other++) {
        const b = sorted[other]!
        if (b.box.top >= a.box.bottom - 2) break
        if (isOverlap(a, b))
          faults.add(`overlaps: ${nameOf(a.look.element)} and ${nameOf(b.look.element)}`)
      }
    }
  }

  const faultsAt = (width: number) => {
    copy.style.width = `${width}px`
    forget()
    faults = new Set()
    items = []
    for (const control of parts.controls) lookAtControl(control)
    for (const words of parts.texts) lookAtText(words)
    for (const layer of parts.layers) lookAtLayer(layer)
    lookForOverlaps()
    for (const answers of parts.answers) lookAtAnswers(answers)
    if (contentDocument.documentElement.scrollWidth > width)
      faults.add('the page is wider than the window')
    return faults
  }

  const widthsOf = new Map<string, number[]>()
  for (const width of widths)
    for (const fault of faultsAt(width))
      widthsOf.set(fault, [...(widthsOf.get(fault) ?? []), width])
  return [...widthsOf]
}
