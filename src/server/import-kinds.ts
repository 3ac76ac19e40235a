import type { ImportKind } from '#contract/imports/imports.ts'
import { fitmentImports } from './features/fitment-imports/fitment-imports.ts'
import type { ImportedKind } from './features/imports/kind.ts'
import { productImports } from './features/imports/product-imports.ts'
import { numberImports } from './features/number-imports/number-imports.ts'

/** All kinds of files that the shop imports. */
export const importedKinds: Readonly<Record<ImportKind, ImportedKind>> = {
  products: productImports,
  numbers: numberImports,
  fitments: fitmentImports,
}
