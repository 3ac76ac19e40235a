import { expect, test } from 'vitest'
import { readTextFile } from './list-file.ts'

const utf8 = (text: string) => [...new TextEncoder().encode(text)]
const codes = (text: string) => Array.from(text, (character) => character.charCodeAt(0))

/** @shows row-82 */
test.each([
  ['UTF-8', utf8('Tür,40')],
  ['UTF-8 with its mark', [0xef, 0xbb, 0xbf, ...utf8('Tür,40')]],
  ['Windows-1252', codes('Tür,40')],
  ['UTF-16', [0xff, 0xfe, ...codes('Tür,40').flatMap((code) => [code, 0])]],
])('decodes a list in %s', async (_, bytes) => {
  expect(await readTextFile(new File([new Uint8Array(bytes)], 'list.csv'))).toBe('Tür,40')
})

/** @shows row-82 */
test('rejects binary and oversized files with a message', async () => {
  const workbook = new File([new Uint8Array([0x50, 0x4b, 3, 4, 0, 0])], 'list.xlsx')
  await expect(readTextFile(workbook)).rejects.toThrow('Save the list as CSV')
  await expect(readTextFile(new File(['x'.repeat(100_001)], 'list.csv'))).rejects.toThrow(
    'too long',
  )
})
