import * as react from 'react/jsx-runtime'
import { withHeldText } from './held-text.ts'

export { Fragment } from 'react/jsx-runtime'
export type { JSX } from './types.ts'

/** What the compiler calls for an element of JSX. */
export const jsx: typeof react.jsx = (type, props, key) =>
  react.jsx(type, withHeldText(type, props), key)

/** What the compiler calls for an element with several children. */
export const jsxs: typeof react.jsxs = (type, props, key) => {
  const held = withHeldText(type, props)
  return Array.isArray(held.children) ? react.jsxs(type, held, key) : react.jsx(type, held, key)
}
