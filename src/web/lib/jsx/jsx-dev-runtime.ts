import * as react from 'react/jsx-dev-runtime'
import { withHeldText } from './held-text.ts'

export { Fragment } from 'react/jsx-dev-runtime'

/** What the compiler calls during development. */
export const jsxDEV: typeof react.jsxDEV = (type, props, key, isStatic, ...others) => {
  const held = withHeldText(type, props)
  return react.jsxDEV(type, held, key, isStatic && Array.isArray(held.children), ...others)
}
