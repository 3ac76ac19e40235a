import type { ElementType, ReactNode } from 'react'
import { jsx } from 'react/jsx-runtime'
import { asTranslated } from './translated-text.ts'

/** Elements that can contain nothing but text. */
const textOnly = new Set<unknown>(['option', 'title'])

/**
 * The properties of an element with each text as the only child of an element. A browser's translator replaces text
 * nodes: React then fails at those it holds, or changes one that is no longer on the page. It holds no node of an only
 * child, which it sets as the content of its element.
 */
export function withHeldText(type: ElementType, props: unknown): Props {
  // The children of a component reach an element of this function, too.
  const given = props as Props
  if (typeof type !== 'string' && typeof type !== 'symbol') return given
  const { children } = given
  const isElement = typeof type === 'string'
  if (!hasText(children)) return given
  if (isElement && !Array.isArray(children)) return asTranslated(given)
  const list = [children].flat()
  return isElement && (list.every(isText) || textOnly.has(type))
    ? asTranslated({ ...given, children: list.filter(isText).map(String).join('') })
    : { ...given, children: withElements(list) }
}

type Props = { children?: ReactNode }

const isText = (child: ReactNode): child is string | number | bigint =>
  typeof child === 'string' || typeof child === 'number' || typeof child === 'bigint'

const hasText = (child: ReactNode): boolean =>
  Array.isArray(child) ? child.some(hasText) : isText(child)

/** The children with an element around each run of texts. All others keep their places, by which React knows them. */
function withElements(children: readonly ReactNode[]) {
  let run = ''
  return children.map((child, index): ReactNode => {
    if (!isText(child)) return Array.isArray(child) && hasText(child) ? withElements(child) : child
    run += String(child)
    if (index + 1 < children.length && isText(children[index + 1])) return null
    const text = run
    run = ''
    return text && jsx('span', asTranslated({ children: text }), `text ${index}`)
  })
}
