import { classNames } from '#web/lib/class-names.ts'
import { excerptByWords } from '#web/lib/format/format.ts'

type ExcerptProps = { text: string; length: number }

/** The first characters of a text, shown in whole words. The divided word at their end stays in the document. */
export function Excerpt({ text, length }: ExcerptProps) {
  const [words, rest] = excerptByWords(text, length)
  const isCut = words.length + rest.length < text.length
  return (
    <span className={classNames(isCut && 'cut')}>
      {words}
      {rest && <span hidden>{rest}</span>}
    </span>
  )
}
