/** An element at the present width. */
export interface Look {
  parent: Look | undefined
  element: Element
  box: DOMRect
  /** A box inside of it is inside of all its ancestors too. */
  inner: Bounds
  facts?: Facts
}
interface Bounds {
  left: number
  right: number
  top: number
  bottom: number
}
/** What its style says: read where boxes leave each other, since reading takes longer than all the rest. */
interface Facts {
  position: string
  /** No box of its own in the flow, or one that lies between texts. */
  isInline: boolean
  isShown: boolean
  isFolded: boolean
  hidesContents: boolean
  clips: { x: boolean; y: boolean }
  /** Which hides what is only to be heard. */
  isClippedAway: boolean
  scrolls: boolean
  scrollsSideways: boolean
  isClamped: boolean
  /** Above what is beside it, it leaves its row on purpose, and may cover nothing all the same. */
  isRaised: boolean
  hasEllipsis: boolean
  /** A negative margin aligns glyphs rather than their larger targets. */
  bleed: number
  /** What lies above the page on purpose covers other parts of it. */
  layer: Element | undefined
}

/**
 * Where the elements of a copy of a page are, and what of them is cut off. `forget` follows a change of its width. Runs
 * in the browser, so it refers to nothing outside itself.
 */
export function readBoxes({ contentDocument, contentWindow }: HTMLIFrameElement) {
  if (!contentDocument || !contentWindow) throw new Error('The copy has no page')
  const { body } = contentDocument
  const styles = new Map<Element, CSSStyleDeclaration>()
  let looks = new Map<Element, Look>()

  const styleOf = (element: Element) => {
    const style = styles.get(element) ?? contentWindow.getComputedStyle(element)
    styles.set(element, style)
    return style
  }

  const lookAt = (element: Element): Look => {
    const known = looks.get(element)
    if (known) return known
    const parent = element.parentElement ? lookAt(element.parentElement) : undefined
    const box = element.getBoundingClientRect()
    const look = { parent, element, box, inner: parent ? common(box, parent.inner) : box }
    looks.set(element, look)
    return look
  }

  const common = (a: Bounds, b: Bounds) => ({
    left: Math.max(a.left, b.left),
    right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top),
    bottom: Math.min(a.bottom, b.bottom),
  })

  const isWithin = (box: DOMRect, { left, right, top, bottom }: Bounds) =>
    box.left >= left - 1 && box.right <= right + 1 && box.top >= top - 3 && box.bottom <= bottom + 3

  const isClipping = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
  const isScrolling = (overflow: string) => overflow === 'auto' || overflow === 'scroll'

  const factsOf = (look: Look): Facts => (look.facts ??= readFacts(look))

  const bleedOf = ({ marginLeft, marginRight }: CSSStyleDeclaration) =>
    Math.max(0, -parseFloat(marginLeft), -parseFloat(marginRight))
  /** Unfolded content has a box that is not an element. */
  const contentOf = (details: Element) =>
    contentWindow.getComputedStyle(details, '::details-content')

  const readFacts = ({ element, parent }: Look): Facts => {
    const style = styleOf(element)
    const { position, overflowX, overflowY, display } = style
    // Its script brings the slides that it cuts off into view.
    const turns = element.matches('.carousel__viewport')
    const above = parent && factsOf(parent)
    const isFolded = above?.hidesContents || (above?.isFolded && !element.matches('summary'))
    const isUnfolded = element.matches('details[open]')
    const isLayer =
      position === 'fixed' || position === 'sticky' || element.matches('dialog, [role=listbox]')
    return {
      position,
      // The loop of a carousel moves its first slide behind its last one, out of their row.
      isInline:
        display === 'inline' || display === 'contents' || element.matches('.carousel__track'),
      isFolded: element.matches('details:not([open])'),
      hidesContents: style.contentVisibility === 'hidden',
      isShown: !isFolded && above?.isShown !== false && style.opacity !== '0',
      clips: { x: isClipping(overflowX) && !turns, y: isClipping(overflowY) && !turns },
      isClippedAway: style.clipPath !== 'none',
      scrolls: turns || isScrolling(overflowX) || isScrolling(overflowY),
      scrollsSideways: turns || isScrolling(overflowX),
      isClamped: style.webkitLineClamp !== 'none',
      isRaised: position === 'relative' && style.zIndex !== 'auto',
      hasEllipsis: style.textOverflow === 'ellipsis',
      bleed: Math.max(bleedOf(style), isUnfolded ? bleedOf(contentOf(element)) : 0),
      layer: isLayer ? element : above?.layer,
    }
  }

  const isLaidOut = ({ width, height }: DOMRect) => width > 1.5 && height > 1.5
  const isSeen = (look: Look) =>
    factsOf(look).isShown && styleOf(look.element).visibility === 'visible'

  /** The ancestor that cuts off a part of the box, where no scrolling brings it back. */
  const cutBy = (from: Look, box: DOMRect, isText: boolean) => {
    let position = isText ? 'static' : factsOf(from).position
    for (let one = isText ? from : from.parent; one; one = one.parent) {
      if (position === 'fixed') return undefined
      const { position: own, clips, isClamped, scrolls } = factsOf(one)
      if (position === 'absolute' && own === 'static') continue
      position = own
      const { box: room } = one
      if (clips.x && (box.right > room.right + 1 || box.left < room.left - 1)) return one.element
      const isTooHigh = box.bottom > room.bottom + 3 || box.top < room.top - 3
      if (clips.y && !isClamped && isTooHigh) return one.element
      if (scrolls) return undefined
    }
    return undefined
  }

  /** The rest of a line of text beside its ellipsis; undefined if nothing of it is to be seen. */
  const shownPart = (from: Look, line: DOMRect) => {
    let { left, right, top, bottom } = line
    for (let one: Look | undefined = from; one && one.element !== body; one = one.parent) {
      const { isClippedAway, clips, hasEllipsis, isClamped } = factsOf(one)
      if (isClippedAway) return undefined
      if (!clips.x && !clips.y) continue
      const { box: room } = one
      const isOutside = line.top >= room.bottom - 1 || line.bottom <= room.top + 1
      if (isOutside || line.left >= room.right || line.right <= room.left) return undefined
      if (hasEllipsis) {
        left = Math.max(left, room.left)
        right = Math.min(right, room.right)
      }
      if (isClamped) bottom = Math.min(bottom, room.bottom)
    }
    return new DOMRect(left, top, right - left, bottom - top)
  }

  /** The nearest ancestor in the flow that is narrower than what is in it. */
  const leftBy = (from: Look, box: DOMRect) => {
    let { bleed, position } = factsOf(from)
    if (position === 'absolute') return undefined
    for (let one = from.parent; one && one.element !== body; one = one.parent) {
      const facts = factsOf(one)
      const isLeft = box.right > one.box.right + 1 + bleed || box.left < one.box.left - 1 - bleed
      if (facts.scrollsSideways) return undefined
      if (isLeft && !facts.isInline) return one.element
      bleed = Math.max(bleed, facts.bleed)
      if (facts.isInline) continue
      ;({ position } = facts)
      if (position === 'absolute' || position === 'fixed' || facts.isRaised) return undefined
    }
    return undefined
  }

  const forget = () => {
    looks = new Map()
  }
  return { forget, lookAt, factsOf, styleOf, isWithin, isLaidOut, isSeen, cutBy, shownPart, leftBy }
}
