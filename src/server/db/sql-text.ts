/**
 * SQL composed of parts: without the indentation that all of its lines have in the code, with each part's lines indented like the
 * line it begins on, and without blank lines. So no string constant in it may contain a line break.
 */
export function sqlText(
  literals: TemplateStringsArray,
  ...parts: readonly (string | number)[]
): string {
  const margin = marginOf(literals.join('?'))
  let text = ''
  for (const [index, literal] of literals.entries()) {
    text += literal.replaceAll(`\n${margin}`, '\n')
    text += String(parts[index] ?? '').replaceAll('\n', `\n${indentationOf(text)}`)
  }
  return text.replaceAll(/\n *(?=\n)/g, '').trim()
}

const marginOf = (text: string) =>
  [...text.matchAll(/\n( *)(?=[^ \n])/g)]
    .map(([, spaces = '']) => spaces)
    .reduce((least, spaces) => (spaces.length < least.length ? spaces : least), ' '.repeat(80))

const indentationOf = (text: string) =>
  /^ */.exec(text.slice(text.lastIndexOf('\n') + 1))?.[0] ?? ''
