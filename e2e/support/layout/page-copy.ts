/**
 * Copies the page that is open into a frame of its own without scripts, which can have any width at once. Its fonts are
 * loaded before anything is laid out. Runs in the browser, so it refers to nothing outside itself.
 */
export async function copyPage(): Promise<HTMLIFrameElement> {
  const copy = document.createElement('iframe')
  // Makes the copy a document in standards mode.
  copy.srcdoc = '<!doctype html>'
  copy.style.cssText =
    'position: fixed; inset: 0 auto auto 0; width: 1280px; height: 800px; border: 0'
  const opened = new Promise((resolve) => copy.addEventListener('load', resolve, { once: true }))

  const original = document.documentElement
  const root = original.cloneNode(true) as HTMLElement
  for (const script of root.querySelectorAll('script, link[rel=modulepreload]')) script.remove()
  for (const frame of root.querySelectorAll('iframe')) frame.removeAttribute('src')
  // Typed and chosen values are not in attributes.
  const typed = 'input:not([type=file]), select, textarea'
  const values = [...original.querySelectorAll<HTMLInputElement>(typed)].map(({ value }) => value)
  for (const [index, input] of [...root.querySelectorAll<HTMLInputElement>(typed)].entries())
    input.value = values[index] ?? ''

  document.body.append(copy)
  await opened
  const page = copy.contentDocument
  const [head, body] = [root.querySelector('head'), root.querySelector('body')]
  if (!page || !head || !body) throw new Error('The page cannot be copied')
  const sheets = root.querySelectorAll('link[rel=stylesheet]:not([disabled])')
  const styled = Array.from(
    sheets,
    (sheet) =>
      new Promise((resolve) => {
        sheet.addEventListener('load', resolve, { once: true })
        sheet.addEventListener('error', resolve, { once: true })
      }),
  )
  body.remove()
  page.replaceChild(page.adoptNode(root), page.documentElement)
  await Promise.all(styled)
  await Promise.allSettled([...page.fonts].map((face) => face.load()))
  root.append(page.adoptNode(body))
  return copy
}

/**
 * Opens in the copy what scripts have opened above the page: no attribute says whether a dialog is modal and a popover
 * is open. Removes the page below a modal dialog, which has been checked without it. Runs in the browser, so it refers
 * to nothing outside itself.
 */
export function openLayers({ contentDocument }: HTMLIFrameElement) {
  if (!contentDocument) throw new Error('The copy has no page')
  const layers = 'dialog, [popover]'
  const copied = [...contentDocument.querySelectorAll<HTMLElement>(layers)]
  for (const [index, layer] of [...document.querySelectorAll(layers)].entries()) {
    const copy = copied[index]
    if (!copy?.isConnected) continue
    if (layer.matches(':popover-open')) copy.showPopover()
    if (!layer.matches(':modal')) continue
    copy.removeAttribute('open')
    for (let one: Element = copy; one !== contentDocument.body; one = one.parentElement!)
      for (const other of one.parentElement!.querySelectorAll(':scope > *'))
        if (other !== one) other.remove()
    ;(copy as HTMLDialogElement).showModal()
  }
}

/** Opens the same document again in a frame of its own, where scripts run in neither. */
export function openAgain(html: string): HTMLIFrameElement {
  const copy = document.createElement('iframe')
  copy.style.cssText =
    'position: fixed; inset: 0 auto auto 0; width: 1280px; height: 800px; border: 0'
  copy.srcdoc = html
  document.body.append(copy)
  return copy
}

/** Whether it is there with its styles and fonts. The document that it is empty with at first has no header. */
export const isOpen = ({ contentDocument: page }: HTMLIFrameElement) =>
  page?.readyState === 'complete' &&
  page.querySelector('header') !== null &&
  page.fonts.status === 'loaded'

/** Groups of widths at which the media queries that scripts have asked have the same answers. */
export function groupWidths(widths: readonly number[]): number[][] {
  const { askedQueries = [] } = window as { askedQueries?: Iterable<string> }
  const frame = document.createElement('iframe')
  frame.style.cssText = 'position: fixed; height: 800px; border: 0'
  document.body.append(frame)
  const groups = new Map<string, number[]>()
  for (const width of widths) {
    frame.style.width = `${width}px`
    frame.getBoundingClientRect()
    const answers = [...askedQueries].map((query) => frame.contentWindow?.matchMedia(query).matches)
    const key = answers.join()
    groups.set(key, [...(groups.get(key) ?? []), width])
  }
  frame.remove()
  return [...groups.values()]
}

/** Keeps the media queries that scripts ask about the window's size: their answers change what is on a page. */
export function recordQueries() {
  const asked = new Set<string>()
  Object.assign(window, { askedQueries: asked })
  const ask = window.matchMedia.bind(window)
  window.matchMedia = (query) => {
    if (/width|height|orientation|aspect/.test(query)) asked.add(query)
    return ask(query)
  }
}
