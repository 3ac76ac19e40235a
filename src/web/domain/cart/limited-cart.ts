import { cartFull, cartLinesMax } from '#contract/cart/cart-lines.ts'
import { ApiError } from '#web/lib/http/problems.ts'
import { type BrowserLine, changeBrowserCart } from './browser-cart.ts'

/** Changes the cart of the browser, and refuses a part too many as the server does for the cart of an account. */
export const changeLimitedCart = (change: (lines: readonly BrowserLine[]) => BrowserLine[]) =>
  changeBrowserCart((now) => {
    const next = change(now)
    // A cart of an earlier version may have more lines, and loses them one by one.
    if (next.length > Math.max(cartLinesMax, now.length)) {
      throw new ApiError({ type: 'about:blank', code: 'cart-full', status: 409, title: cartFull })
    }
    return next
  })
