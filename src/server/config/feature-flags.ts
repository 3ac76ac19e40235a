import type { Config } from './config.ts'

/** What pages have only when the settings say so, by the names that the web knows. */
export const enabledFeatures = ({ CONTACT_EMAIL, NEWSLETTER }: Config): string[] => [
  ...(CONTACT_EMAIL ? ['contact'] : []),
  ...(NEWSLETTER === 'on' ? ['newsletter'] : []),
]
