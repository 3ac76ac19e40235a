import { expect, onTestFinished, test } from 'vitest'
import { fileOf, rowsOfPart } from '../../../testing/rows/import-files.ts'
import type { ImportKind } from '#contract/imports/imports.ts'
import { addParts } from '../../../testing/rows/fitment-file.ts'
import { openShop } from '../../../testing/shop.ts'
import { importerOf } from '../../../testing/steps/importer.ts'
import { workOf } from '../../../testing/work-of-statements.ts'
import { seedVehicles } from '../../vehicles/seed.ts'

const [smallRows, rows] = [100, 5_000]

/** Rows that all statements of a step handle together for each row of the file: 80 at most. A pair of all rows would be 5,000. */
const workOfRow = 150

const sum = (work: Map<string, number>) => [...work.values()].reduce((one, other) => one + other, 0)

/** @shows row-196 */
test.each(['products', 'numbers', 'fitments'] satisfies ImportKind[])(
  'a file of 5,000 %s is checked, imported and undone in as many steps for each row as a small one that the statistics know',
  async (kind) => {
    const shop = await openShop()
    onTestFinished(() => shop.close())
    const { database } = shop
    await seedVehicles(database.db)
    const parts = kind === 'products' ? 0 : smallRows + Math.ceil(rows / rowsOfPart[kind]) + 1
    const userId = await addParts(database, parts)
    const { check, work } = importerOf(kind, database, userId)
    const small = await check(fileOf(kind, { rows: smallRows, from: 1, isChanged: false }))
    await work('apply', small)
    await database.pool.query('analyze')
    const file = { rows, from: 1 + smallRows }
    const ids: string[] = []
    const checked = async (isChanged: boolean) =>
      ids.push(await check(fileOf(kind, { ...file, isChanged })))
    const steps = {
      check: () => checked(false),
      apply: () => work('apply', ids[0]!),
      'check a change of every row': () => checked(true),
      'apply it': () => work('apply', ids[1]!),
      'undo it': () => work('undo', ids[1]!),
      undo: () => work('undo', ids[0]!),
    }
    for (const [step, run] of Object.entries(steps)) {
      const handled = await workOf(run)
      expect({ step, isLinear: sum(handled) < workOfRow * rows }).toEqual({ step, isLinear: true })
    }
  },
)
