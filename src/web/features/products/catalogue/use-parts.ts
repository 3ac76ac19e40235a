import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Product, ProductsFound } from '#contract/products.ts'
import { addressOf, readFound, readParts, type ShownParts } from './shown-parts.ts'

/** Parts that have arrived, with what was asked for. */
export interface Arrived {
  address: string
  shown: ShownParts
  rows: readonly Product[]
  /** Undefined where they could not be counted. */
  found: ProductsFound | undefined
}

/** The parts of an address; while they are on their way, those that were shown before. */
export function useParts(shown: ShownParts) {
  const parts = useQuery(readParts(shown))
  const found = useQuery(readFound(shown))
  const address = addressOf(shown)
  const arrived: Arrived | undefined =
    parts.data && (found.data || found.isError)
      ? { address, shown, rows: parts.data, found: found.data }
      : undefined
  const [kept, keep] = useState(arrived)
  if (arrived && !isSame(arrived, kept)) keep(arrived)

  return {
    arrived: arrived ?? kept,
    isLate: !arrived,
    /** These parts have never arrived. */
    hasFailed: parts.isError && !parts.data,
    error: parts.error,
    retry: () => Promise.all([parts.refetch(), found.refetch()]),
  }
}

const isSame = (one: Arrived, other: Arrived | undefined) =>
  one.address === other?.address && one.rows === other.rows && one.found === other.found
