import { expect, test } from 'vitest'
import { imageBytesMax } from '#contract/images.ts'
import { pictureProblem } from './upload.ts'

test('a picture of a known type and size is sent', () => {
  expect(pictureProblem({ type: 'image/avif', size: imageBytesMax })).toBeUndefined()
})

test('a file whose type the browser does not know is left to the server', () => {
  expect(pictureProblem({ type: '', size: 10 })).toBeUndefined()
})

test('a file that is no picture is never sent', () => {
  expect(pictureProblem({ type: 'application/pdf', size: 10 })).toMatch('JPEG')
  expect(pictureProblem({ type: 'image/svg+xml', size: 10 })).toMatch('JPEG')
})

test('a picture above the limit is never sent', () => {
  expect(pictureProblem({ type: 'image/png', size: imageBytesMax + 1 })).toMatch('at most 8 MB')
})
