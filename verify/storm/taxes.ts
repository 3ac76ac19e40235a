import { resolve } from 'node:path'
import type { Rig } from '../../rig/rig.ts'
import type { TaxChange, Taxes } from './plan.ts'

/** The settings of the shop for each way to charge taxes. */
export const taxSettings: Record<Taxes, NodeJS.ProcessEnv> = {
  off: { TAX_RATES_FILE: undefined, TAX_DEFAULT_PLACE: undefined, PRICES_INCLUDE_TAX: undefined },
  added: taxed(false),
  included: taxed(true),
}

function taxed(isIncluded: boolean) {
  return {
    TAX_RATES_FILE: resolve('deploy/tax-rates.example.csv'),
    TAX_DEFAULT_PLACE: 'DE',
    PRICES_INCLUDE_TAX: String(isIncluded),
  }
}

/** Changes the taxes at the planned times: the nodes restart one after the other, so both settings run side by side. */
export async function changeTaxes(
  { nodes }: Rig,
  changes: readonly TaxChange[],
  until: (atMs: number) => Promise<void>,
) {
  for (const { atMs, taxes } of changes) {
    await until(atMs)
    nodes.configure(taxSettings[taxes])
    await nodes.restartInTurn()
  }
}
