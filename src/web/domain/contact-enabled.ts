/**
 * Whether the shop takes contact messages, as the server wrote it on the page. For the browser: the
 * server renders pages that are the same either way.
 */
export const takesMessages = () => document.documentElement.matches('[data-on~=contact]')
