import type { ShownFitment } from '#contract/fitments/fitments.ts'

export interface FittedModel {
  key: string
  /** Make and model. */
  name: string
  rows: ShownFitment[]
}

/** Fitments by model, in their order. */
export function modelsOf(fitments: readonly ShownFitment[]): FittedModel[] {
  const models = new Map<string, FittedModel>()
  for (const row of fitments) {
    const key = `${row.make}/${row.model}`
    const model = models.get(key)
    if (model) model.rows.push(row)
    else models.set(key, { key, name: `${row.makeName} ${row.modelName}`, rows: [row] })
  }
  return [...models.values()]
}
