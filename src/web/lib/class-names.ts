/** Joins the truthy class names. */
export const classNames = (...names: (string | false | undefined)[]) =>
  names.filter(Boolean).join(' ')
