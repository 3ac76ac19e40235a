import { expect, test } from 'vitest'
import { srcSetOf } from './picture-widths.ts'

const hash = '0123456789abcdef'.repeat(2)

test('an uploaded picture is offered in the three widths that are kept', () => {
  expect(srcSetOf(`/images/${hash}.webp`)).toBe(
    `/images/${hash}-320.webp 320w, /images/${hash}-640.webp 640w, /images/${hash}.webp 1280w`,
  )
})

test.each([
  '/parts/door-rubber.svg',
  `https://pictures.example/0/${hash}.webp`,
  `https://shop.example/images/${hash}.webp`,
  `/images/${hash}-640.webp`,
  '',
])('of any other picture there is one width: %s', (src) => {
  expect(srcSetOf(src)).toBeUndefined()
})
