import type { Config } from './config.ts'

/** The feature flags: optional features that a setting enables, by the names that pages have in `data-on`. */
export const enabledFeatures = ({
  CONTACT_EMAIL,
  NEWSLETTER,
  REVIEW_APPROVAL,
}: Config): string[] => [
  ...(CONTACT_EMAIL ? ['contact'] : []),
  ...(NEWSLETTER === 'on' ? ['newsletter'] : []),
  ...(REVIEW_APPROVAL === 'on' ? ['review-approval'] : []),
]
