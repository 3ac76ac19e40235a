import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedProduct, ProductCount } from '#contract/products/products.ts'
import { addressOf, type CatalogueParams, useCatalogueReads } from './catalogue-params.ts'

/** Loaded parts with their parameters. */
export interface LoadedParts {
  address: string
  shown: CatalogueParams
  rows: readonly ListedProduct[]
  /** Undefined if counting failed. */
  found: ProductCount | undefined
}

/** The parts for the parameters; while they load, the previous ones. */
export function useParts(shown: CatalogueParams) {
  const reads = useCatalogueReads(shown)
  const parts = useQuery(reads.parts)
  const found = useQuery(reads.count)
  const address = addressOf(shown)
  const arrived: LoadedParts | undefined =
    parts.data && (found.data || found.isError)
      ? { address, shown, rows: parts.data, found: found.data }
      : undefined
  const [kept, keep] = useState(arrived)
  if (arrived && !isSame(arrived, kept)) keep(arrived)

  return {
    arrived: arrived ?? kept,
    isLate: !arrived || !reads.areFinal,
    /** These parts have never been loaded. */
    hasFailed: parts.isError && !parts.data,
    error: parts.error,
    retry: () => Promise.all([parts.refetch(), found.refetch()]),
  }
}

const isSame = (one: LoadedParts, other: LoadedParts | undefined) =>
  one.address === other?.address && one.rows === other.rows && one.found === other.found
