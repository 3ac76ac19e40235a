import type { Config } from './config.ts'

/** The optional features that the settings enable, by the names that the pages use. */
export const enabledFeatures = ({ CONTACT_EMAIL, NEWSLETTER }: Config): string[] => [
  ...(CONTACT_EMAIL ? ['contact'] : []),
  ...(NEWSLETTER === 'on' ? ['newsletter'] : []),
]
