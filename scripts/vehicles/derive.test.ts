import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { makeTemporaryFolder } from '../../src/server/testing/temporary-folder.ts'
import { derive } from './derive.ts'
import { asFile } from './write-list.ts'

/** A schema of a manufacturer's identifier with its years, and the models that its patterns name. */
interface Schema {
  wmi?: string
  vehicleType?: number
  years: [from: number, to: number | null]
  models: [make: string, model: string][]
}

function catalogueOf(...schemas: Schema[]) {
  const folder = makeTemporaryFolder('vehicles')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'vpic.db')
  const catalogue = new DatabaseSync(path)
  catalogue.exec(`
    create table Wmi (Id, Wmi, VehicleTypeId);
    create table Wmi_VinSchema (WmiId, VinSchemaId, YearFrom, YearTo);
    create table Pattern (VinSchemaId, ElementId, AttributeId);
    create table Make (Id, Name);
    create table Model (Id, Name);
    create table Make_Model (MakeId, ModelId);`)
  const insert = (table: string, ...values: (string | number | null)[]) =>
    catalogue
      .prepare(`insert into ${table} values (${values.map(() => '?').join(', ')})`)
      .run(...values)
  let model = 0
  for (const [id, { wmi = '3VW', vehicleType = 2, years, models }] of schemas.entries()) {
    insert('Wmi', id, wmi, vehicleType)
    insert('Wmi_VinSchema', id, id, ...years)
    for (const [makeName, name] of models) {
      model += 1
      insert('Make', model, makeName)
      insert('Model', model, name)
      insert('Make_Model', model, model)
      insert('Pattern', id, 28, String(model))
    }
  }
  catalogue.close()
  return path
}

/** @shows row-139 */
test('a model has the years of all schemas that name it, from 1981 to the last year', () => {
  const path = catalogueOf(
    { years: [1979, 1983], models: [['Volkswagen', 'Jetta']] },
    { years: [1990, 1991], models: [['Volkswagen', 'Jetta']] },
    { wmi: 'WVW', years: [2026, null], models: [['Volkswagen', 'Jetta']] },
    { years: [1979, 1980], models: [['Volkswagen', 'Dasher']] },
  )
  expect(derive(path)).toEqual([
    { make: 'Volkswagen', model: 'Jetta', years: [1981, 1982, 1983, 1990, 1991, 2026, 2027] },
  ])
})

test('makers of trucks, motorcycles and small series are left out', () => {
  const path = catalogueOf(
    { years: [2010, 2010], models: [['RIVIAN', 'R1T']] },
    { years: [2010, 2010], models: [['Peterbilt', '379']] },
    { years: [2010, 2010], vehicleType: 1, models: [['BMW', 'R 1200']] },
    { years: [2010, 2010], wmi: '1G9001', models: [['Ford', 'Replica']] },
  )
  expect(derive(path)).toEqual([{ make: 'Rivian', model: 'R1T', years: [2010] }])
})

const aliases = (row: string) => Buffer.from(`Make,Model,Aliases\n${row}\n`)

test('the file has other names, and none of a model that does not exist', () => {
  const models = [
    { make: 'BMW', model: '328i', years: [1996, 1997, 2007] },
    { make: 'BMW', model: 'X3', years: [2004] },
  ]
  expect(asFile(models, aliases('BMW,,Bimmer'))).toBe(
    [
      'Make,Model,Years,Aliases',
      'BMW,,,Bimmer',
      'BMW,328i,1996-1997 2007,3 Series',
      'BMW,X3,2004,',
      '',
    ].join('\n'),
  )
  expect(() => asFile(models, aliases('BMW,X4,SAV'))).toThrow('No such model: BMW X4')
})
