import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { readCommandLine } from './command-line.ts'

/** A text that users may read, with its file. `…` is a value that is filled in. */
export interface InterfaceText {
  file: string
  text: string
}

const sources = [
  'src/web/**/*.{ts,tsx}',
  'src/contract/**/*.ts',
  'src/server/{errors,features,services}/**/*.ts',
]

/** Attributes and calls whose strings are for programs. */
const technical = /^(class|className|src|href|to|path|id|key|type|name|rel|method|d|viewBox|sizes)$/

/** All texts of pages, messages of the contract and sentences of the server, in the order of their files. */
export function interfaceTexts(cwd = '.'): InterfaceText[] {
  const files = globSync(sources, { cwd })
    .filter((file) => !/\.test\.tsx?$|\/(db|demo|testing)\/|queries|schema/.test(file))
    .toSorted()
  return files.flatMap((file) =>
    textsIn(file, readFileSync(`${cwd}/${file}`, 'utf8')).map((text) => ({ file, text })),
  )
}

/** The texts of one source file. */
export function textsIn(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  if (errors.length > 0) throw new Error(`${file} cannot be parsed`)
  const found: string[] = []
  collect(program as unknown as Node, found)
  return found
}

interface Node {
  type: string
  [property: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

function collect(node: Node, found: string[]) {
  const text = textOf(node)
  if (text !== undefined && isReadable(text)) found.push(text.trim().replaceAll(/\s+/g, ' '))
  // The parts of an element's sentence are one text.
  const inSentence = node.type === 'JSXElement' && text !== undefined
  for (const [property, value] of Object.entries(node)) {
    if (isForPrograms(node, property)) continue
    for (const child of Array.isArray(value) ? value : [value]) {
      if (!isNode(child)) continue
      if (inSentence && property === 'children' && child.type === 'JSXText') continue
      collect(child, found)
    }
  }
}

function isForPrograms(node: Node, property: string) {
  if (/^(Import|Export.*From|TS)/.test(node.type) && node.type !== 'TSAsExpression') {
    return !/^TS(Satisfies|NonNull)/.test(node.type)
  }
  if (node.type === 'Property') return property === 'value' && nameOf(node['key']) === 'summary'
  return (
    node.type === 'JSXAttribute' && property === 'value' && technical.test(nameOf(node['name']))
  )
}

const nameOf = (node: unknown) =>
  isNode(node) && typeof node['name'] === 'string' ? node['name'] : ''

function textOf(node: Node): string | undefined {
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? node['value'] : undefined
    case 'TemplateLiteral':
      return (node['quasis'] as { value: { cooked: string } }[])
        .map(({ value }) => value.cooked)
        .join('…')
    case 'JSXElement':
    case 'JSXFragment':
      return sentenceOf(node['children'] as Node[])
    default:
      return undefined
  }
}

/** The words of an element, with `…` for expressions; undefined without any. */
function sentenceOf(children: Node[]): string | undefined {
  const parts = children.map((child) => {
    if (child.type === 'JSXText') return String(child['value'])
    if (child.type === 'JSXElement') return sentenceOf(child['children'] as Node[]) ?? ' '
    if (child.type !== 'JSXExpressionContainer') return ' '
    const { expression } = child as unknown as { expression: Node }
    return expression.type === 'Literal' ? String(expression['value']) : '…'
  })
  if (!children.some((child) => child.type === 'JSXText' && /\p{L}/u.test(String(child['value']))))
    return undefined
  return parts.join('')
}

/** Whether a string is a sentence or a name, not an identifier, a class or an address. */
function isReadable(raw: string) {
  const text = raw.trim()
  return (
    /^[\p{Lu}“…$][^/{}<>]*\p{L}/u.test(text) &&
    (/\s/.test(text) || /^\p{Lu}\p{Ll}+[.!?]?$/u.test(text))
  )
}

if (import.meta.main) {
  readCommandLine({
    usage: 'npm run texts',
    about: 'Lists every text that users may read, by file, as Markdown.',
  })
  let last = ''
  for (const { file, text } of interfaceTexts()) {
    if (file !== last) console.log(`\n## ${file}\n`)
    last = file
    console.log(`- ${text}`)
  }
}
