import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'

/** Reports Core Web Vitals. By default they stay in the browser. */
export function reportVitals(report: (metric: Metric) => void = toConsole) {
  for (const observe of [onCLS, onFCP, onINP, onLCP, onTTFB]) observe(report)
}

function toConsole({ name, value, rating }: Metric) {
  // For developers: browsers hide this level until it is asked for.
  // oxlint-disable-next-line no-console
  console.debug(`${name} ${value.toFixed(3)} (${rating})`)
}
