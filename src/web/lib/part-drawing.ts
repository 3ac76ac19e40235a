const drawings = [
  [/rubber|seal|weatherstrip/i, 'door-rubber'],
  [/light|lamp/i, 'taillight-assembly'],
  [/panel|fender|bumper|hood|door/i, 'quarter-panel'],
  [/brake|disc|rotor|caliper|wheel/i, 'brake-disc-caliper'],
  [/shock|spring|strut|suspension|damper/i, 'shock-absorber'],
  [/jump|battery|starter|compressor|charger/i, 'jump-starter'],
] as const

/** The line drawing that stands in for a missing picture of a part, chosen by the part's name. */
export function partDrawing(name: string) {
  const match = drawings.find(([pattern]) => pattern.test(name))
  return `/parts/${match?.[1] ?? 'engine-assembly'}.svg`
}
