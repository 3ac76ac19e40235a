import { createContext, use, type ReactNode } from 'react'

const Origin = createContext('')

/** Public origin of the shop, such as `https://shop.example`, from its configuration. */
export const OriginProvider = ({ origin, children }: { origin: string; children: ReactNode }) => (
  <Origin value={origin}>{children}</Origin>
)

export const useOrigin = () => use(Origin)
