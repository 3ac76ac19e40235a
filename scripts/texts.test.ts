import { expect, test } from 'vitest'
import { interfaceTexts, textsIn } from './texts.ts'

/** @shows row-126 */
test('the list has sentences, labels and messages, and nothing that only programs read', () => {
  const source = `
    import { Box } from 'Some Module'
    const summary = { summary: 'Text of the API document', title: 'Nothing found' }
    export const Page = ({ units }: { units: number }) => (
      <Box className="Large Box" label="Units left" to="/a b">
        Only {units} units of <b>this part</b> are left.
        {units > 1 ? \`\${units} parts\` : 'One part'}
      </Box>
    )
  `
  expect(textsIn('page.tsx', source)).toEqual([
    'Nothing found',
    'Only … units of this part are left. …',
    'Units left',
    '… parts',
    'One part',
  ])
})

/** @shows row-126 */
test('the list has texts of pages, of the contract and of the server', () => {
  const files = interfaceTexts().map(({ file }) => file.split('/')[1])
  expect(new Set(files)).toEqual(new Set(['contract', 'server', 'web']))
})
