import * as z from 'zod/mini'

/** A known value, or one that a later release adds. */
export type Open<Known extends string> = Known | (string & Record<never, never>)

/**
 * Values in a response. Any text is valid: nodes of two releases work on one database, so the earlier one answers
 * with values of the later one, and shows them as they are ([0112](../../../docs/decisions/0112-tolerant-readers.md)).
 */
export const openEnum = <Known extends string>(known: readonly Known[]) =>
  // Safe: a text is a known value or another one.
  z.string().check(z.meta({ examples: [...known] })) as z.ZodMiniType<Open<Known>>

/** Whether this release knows a value. */
export const isKnown = <Known extends string>(
  known: Readonly<Record<Known, unknown>>,
  value: Open<NoInfer<Known>>,
): value is Known => Object.hasOwn(known, value)

/** The values that this release knows, as for choices that a call would refuse otherwise. */
export const knownOf = <Known extends string>(
  known: Readonly<Record<Known, unknown>>,
  values: readonly Open<NoInfer<Known>>[],
): Known[] => values.filter((value) => isKnown(known, value))

/** The label of a value; an unknown one is its own. */
export const labelOf = <Known extends string>(
  labels: Readonly<Record<Known, string>>,
  value: Open<NoInfer<Known>>,
): string => (isKnown(labels, value) ? labels[value] : value)
