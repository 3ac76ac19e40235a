/** The first match wins, so specific patterns precede general ones. */
const drawings = [
  [/gasket|o-ring|(oil|shaft|stem) seal|seal (set|kit)/i, 'gasket-seal-set'],
  [/rubber|seal|weatherstrip/i, 'door-rubber'],
  [/fog/i, 'fog-lamp'],
  [/(head|driving) ?(light|lamp)/i, 'headlight-assembly'],
  [/light(s|ing)?\b|(?<!c)lamp/i, 'taillight-assembly'],
  [/mirror/i, 'side-mirror'],
  [/handle/i, 'door-handle'],
  [/bumper/i, 'front-bumper'],
  [/hood|bonnet/i, 'bonnet'],
  [/panel|fender|wing\b|door/i, 'quarter-panel'],
  [/brake (pad|shoe|lining)/i, 'brake-pads'],
  [/brake|disc|rotor|caliper/i, 'brake-disc-caliper'],
  [/steering|tie rod/i, 'steering-rack'],
  [/shock|strut|suspension|damper|coilover/i, 'shock-absorber'],
  [/spring/i, 'coil-spring'],
  [/wheel|\brims?\b/i, 'wheel-rim'],
  [/wiper/i, 'wiper-blades'],
  [/jump|starter|compressor|charger/i, 'jump-starter'],
  [/battery/i, 'battery'],
  [/alternator|generator|dynamo/i, 'alternator'],
  [/(spark|glow) ?plug/i, 'spark-plug-set'],
  [/filter/i, 'oil-filter'],
  [/radiator|cooler|cooling/i, 'radiator'],
  [/exhaust|muffler|silencer|tail ?pipe/i, 'exhaust-muffler'],
] as const

/** Fallback drawing for a part without a picture, chosen by the part's name. */
export function partDrawing(name: string) {
  const match = drawings.find(([pattern]) => pattern.test(name))
  return `/parts/${match?.[1] ?? 'engine-assembly'}.svg`
}
