/** The elements that translators put in place of texts. The collection is live. */
const translations =
  typeof document === 'undefined' ? undefined : document.getElementsByTagName('font')

/**
 * The properties of an element whose only child is a text. On a page that is translated before its scripts run, React would find
 * other words than it knows, and replace the whole page with what was typed on it.
 */
export const asTranslated = <Props extends object>(props: Props): Props =>
  translations && translations.length > 0 ? { ...props, suppressHydrationWarning: true } : props
