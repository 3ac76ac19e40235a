import type { ComponentProps, ReactNode } from 'react'
import { useOnPages } from '../load-on-pages.ts'
import type { OwnPrice } from './own-price.tsx'

type PriceSlotProps = ComponentProps<typeof OwnPrice> & { children: ReactNode }

/** A price of a public page, whose HTML is the same for everyone, and over it that of the account. */
export function PriceSlot({ children, ...props }: PriceSlotProps) {
  const own = useOnPages()
  return (
    <div className="price">
      {children}
      {own && <own.OwnPrice {...props} />}
    </div>
  )
}
