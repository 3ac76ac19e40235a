import { createContext, use, type ReactNode } from 'react'

const Origin = createContext('')

/** The shop's public address, such as `https://shop.example`: the server knows it and tells. */
export const OriginProvider = ({ origin, children }: { origin: string; children: ReactNode }) => (
  <Origin value={origin}>{children}</Origin>
)

export const useOrigin = () => use(Origin)
