import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { cardOf, type Column } from './data-table.tsx'

interface Part {
  name: string
  number?: string
}

const columns: Column<Part>[] = [
  { title: 'Part', cell: ({ name }) => name },
  { title: 'Number', cell: ({ number }) => number },
  { title: 'Actions', cell: () => createElement('button', null, 'Open') },
]

test('a card has the cells of the columns in their order, without empty ones', () => {
  const card = cardOf(columns)
  expect(renderToStaticMarkup(card({ name: 'Lamp', number: 'A1' }))).toBe(
    '<div>Lamp</div><div>A1</div><div><button>Open</button></div>',
  )
  expect(renderToStaticMarkup(card({ name: 'Lamp' }))).not.toContain('<div></div>')
})
