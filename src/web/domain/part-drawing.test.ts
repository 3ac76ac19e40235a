import { expect, test } from 'vitest'
import { partDrawing } from './part-drawing.ts'

test.each([
  ['Door Rubber Seal', 'door-rubber'],
  ['Cylinder Head Gasket', 'gasket-seal-set'],
  ['Door Handle', 'door-handle'],
  ['Sliding Door', 'quarter-panel'],
  ['Brake Pads', 'brake-pads'],
  ['Brake Disc', 'brake-disc-caliper'],
  ['Brake Light', 'taillight-assembly'],
  ['Headlights', 'headlight-assembly'],
  ['Coil Spring', 'coil-spring'],
  ['Tie Rod End', 'steering-rack'],
  ['Battery Charger', 'jump-starter'],
  ['Oil Filter', 'oil-filter'],
])('%s has the drawing of its category', (name, drawing) => {
  expect(partDrawing(name)).toBe(`/parts/${drawing}.svg`)
})

test.each(['Hose Clamp', 'Trim Clip', 'Piston'])('%s has the generic drawing', (name) => {
  expect(partDrawing(name)).toBe('/parts/engine-assembly.svg')
})
