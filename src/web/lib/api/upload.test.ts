import { expect, test } from 'vitest'
import { imageBytesMax } from '#contract/images.ts'
import { pictureProblem } from './upload.ts'

test('accepts a picture of a supported type and size', () => {
  expect(pictureProblem({ type: 'image/avif', size: imageBytesMax })).toBeUndefined()
})

test('accepts a file of unknown type for the server to check', () => {
  expect(pictureProblem({ type: '', size: 10 })).toBeUndefined()
})

test('rejects a file of another type', () => {
  expect(pictureProblem({ type: 'application/pdf', size: 10 })).toMatch('JPEG')
  expect(pictureProblem({ type: 'image/svg+xml', size: 10 })).toMatch('JPEG')
})

test('rejects a picture above the size limit', () => {
  expect(pictureProblem({ type: 'image/png', size: imageBytesMax + 1 })).toMatch('at most 8 MB')
})
