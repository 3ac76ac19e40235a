import { expect, test } from 'vitest'
import { limitFiles } from './file-limits.ts'

const options = { total: 5, keptForAdmins: 1, perAccount: 2, reason: 'Many files are read' }
const customer = (id: string) => ({ id, isAdmin: false })

/** @shows P11, asvs-15.2.2 */
test('an account sends two files at a time, and the last place is for admins', async () => {
  const receive = limitFiles(options)
  const { promise: end, resolve } = Promise.withResolvers<void>()
  const wait = () => end
  const slow = ['mia', 'mia', 'ben', 'ben'].map((id) => receive(customer(id), wait))
  await expect(receive(customer('mia'), wait)).rejects.toMatchObject({ code: 'too-many' })
  await expect(receive(customer('eve'), wait)).rejects.toMatchObject({
    code: 'unavailable',
    extra: { headers: { 'retry-after': '5' } },
  })
  expect(await receive({ id: 'ada', isAdmin: true }, async () => 'stored')).toBe('stored')
  resolve()
  await Promise.all(slow)
  expect(await receive(customer('mia'), async () => 'stored')).toBe('stored')
})

test('a failed file leaves its place', async () => {
  const receive = limitFiles({ ...options, total: 2, perAccount: 1 })
  const broken = receive(customer('mia'), () => Promise.reject(new Error('broken')))
  await expect(broken).rejects.toThrow('broken')
  expect(await receive(customer('mia'), async () => 'stored')).toBe('stored')
})
