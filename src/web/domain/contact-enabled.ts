/**
 * Whether the contact form sends messages, from the feature flags in `data-on`. Browser only:
 * cached pages are rendered without flags.
 */
export const isContactEnabled = () => document.documentElement.matches('[data-on~=contact]')
